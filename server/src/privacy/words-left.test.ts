import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTables, type Table } from '../db/all-tables.ts'
import { aWorld } from '../testing/matrix/world.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { textCells } from '../testing/text-cells.ts'
import { eraseEverything } from './erase.ts'

const marker = '林雨桐说过的话'
let school: School
let user_id: number
beforeAll(async () => {
  school = await testApp()
  const { people, objects } = await aWorld(school.app.db)
  user_id = people.owner.id
  await addRest(objects)
})
afterAll(() => school.close())

/** What the world has none of. */
const addRest = async (objects: Readonly<Record<string, number>>): Promise<void> => {
  const { db } = school.app
  const now = school.clock.now()
  const submission_id = objects.done ?? 0
  const { task_id } = await db
    .selectFrom('submissions')
    .select('task_id')
    .where('id', '=', submission_id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('review_drafts')
    .values({ submission_id, reviewer_id: objects.teacherId ?? 0, draft_version: 1, content: '', saved_at: now })
    .execute()
  await db.insertInto('work_sketches').values({ submission_id, task_id, user_id, sketch: '' }).execute()
  const feedback_id = objects.said ?? 0
  await db
    .insertInto('assistant_feedback_edits')
    .values({ feedback_id, comment: '', rating: 4, replaced_at: now })
    .execute()
  const request = { user_id, status: 'cancelled', created_at: now, answered_by: null } as const
  await db
    .insertInto('deletion_requests')
    .values({ ...request, answered_at: now, erase_at: null, erased_at: null })
    .execute()
  await db
    .insertInto('discussion_edits')
    .values({ discussion_id: objects.post ?? 0, content: '', content_html: '', replaced_at: now })
    .execute()
  await db
    .insertInto('roster_rows')
    .values({
      import_id: objects.roster ?? 0,
      line: 90,
      cells: '[]',
      status: 'same',
      user_id,
      did: null,
      password: null,
    })
    .execute()
  for (const table of ['saved_comments', 'criteria_sets'] as const)
    await db.updateTable(table).set({ user_id }).execute()
}

/** By which columns a row is somebody’s, or is about their work. */
const ways: Readonly<Record<string, (id: number) => RawBuilder<unknown>>> = {
  user_id: (id) => sql`(${id})`,
  student_id: (id) => sql`(${id})`,
  reporter_id: (id) => sql`(${id})`,
  owner_id: (id) => sql`(${id})`,
  submission_id: (id) => sql`(select id from submissions where user_id = ${id})`,
  enrolment_id: (id) => sql`(select id from enrolments where user_id = ${id})`,
  feedback_id: (id) => sql`(select id from assistant_feedback where user_id = ${id})`,
  discussion_id: (id) => sql`(select id from discussions where user_id = ${id})`,
}

/** Not words of a person but of the product – one of a few, a key, a hash, a day –, in whichever table. */
const ofTheProduct = new Set(
  (
    'status role kind state share share_state form target audience period day topic type about link word was level key ' +
    'key_hash sha256 receipt_no token_hash nonce number shape decision reviewer_role entered_role left_from reopened_from ' +
    'from_state to_state action origin ledger source_type ended_reason mail how door'
  ).split(' '),
)

/** What stays where it is, by its reason. */
const stays: Readonly<Record<string, readonly string[]>> = {
  'one of a few words, or numbers': [
    'users.locale',
    'users.ranking_visibility',
    'reports.reason',
    'results.criteria',
    'guild_members.title',
    'guild_invitations.listed_no',
    'roster_rows.guild_key',
  ],
  'the title of a task': ['ledger_entries.memo', 'task_sets.title'],
  'goes with the file, once nothing points to it': [
    ...['name', 'mime', 'purpose', 'upload_id', 'pictures', 'thumb_key', 'public_key', 'damage'].map(
      (name) => `files.${name}`,
    ),
  ],
  'the record of what staff did': ['audit_entries.call', 'audit_entries.input', 'audit_entries.outcome'],
  'the record of who looked behind a name': ['feedback_unsealings.reason'],
}
const excused = new Set(Object.values(stays).flat())

/** Where nothing stands of the student of this test; rows of them go altogether, by the tests beside. */
const absent = [
  'audit_entries identities known_browsers login_challenges provider_visits recovery_codes',
  'role_tickets second_factors sessions waiting_passwords entered_import_rows entered_results',
  'enrolment_history guild_invitations work_picks',
].flatMap((names) => names.split(' '))

const words = ({ name, columns }: Table): string[] =>
  columns
    .filter((column) => column.isText && !ofTheProduct.has(column.name) && !excused.has(`${name}.${column.name}`))
    .map((column) => column.name)

const ofTheStudent = ({ name, columns }: Table): RawBuilder<unknown> | null => {
  if (name === 'users') return sql`id = ${user_id}`
  const by = columns.flatMap((column) => {
    const rows = ways[column.name]
    return rows ? [sql`${sql.ref(column.name)} in ${rows(user_id)}`] : []
  })
  return by.length === 0 ? null : sql`(${sql.join(by, sql` or `)})`
}

test('of an erased student no word is left, wherever words of theirs or about them can stand', async () => {
  const { db, database, events } = school.app
  const planted: string[] = []
  const empty: string[] = []
  for (const table of await allTables(db, database.dialect)) {
    const where = ofTheStudent(table)
    const columns = words(table)
    if (where === null || columns.length === 0) continue
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${marker}`))
    const { numAffectedRows } = await sql`update ${sql.table(table.name)} set ${set} where ${where}`.execute(db)
    if (numAffectedRows === 0n) empty.push(table.name)
    else planted.push(...columns.map((column) => `${table.name}.${column}`))
  }
  expect(empty.toSorted(), 'a new table needs a row of the student').toEqual(absent.toSorted())
  const cells = await textCells(db, database.dialect)
  expect((await cells.holding(marker)).toSorted()).toEqual(planted.toSorted())
  await db
    .transaction()
    .execute((trx) => eraseEverything(trx, { dialect: database.dialect, events }, user_id, school.clock.now()))
  expect(await cells.holding(marker)).toEqual([])
})
