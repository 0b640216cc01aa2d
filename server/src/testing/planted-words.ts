import { sql, type RawBuilder } from 'kysely'
import { allTables, type Table } from '../db/all-tables.ts'
import { aWorld } from './matrix/world.ts'
import type { School } from './test-app.ts'

/** Adds the objects that the world lacks. */
const addRest = async (school: School, user_id: number, objects: Readonly<Record<string, number>>) => {
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
  await db
    .insertInto('mail_outbox')
    .values({
      ...{ message_id: '', recipient: '', user_id, subject: '', text: '', created_at: now },
      ...{ failed_at: null, failed_reason: null },
    })
    .execute()
  for (const table of ['saved_comments', 'criteria_sets'] as const)
    await db.updateTable(table).set({ user_id }).execute()
}

/** A student with rows by or about them in nearly every table; `objects` of the world around them, by name. */
export const aStudentOfAllWords = async (school: School) => {
  const { people, objects } = await aWorld(school.app.db)
  const user_id = people.owner.id
  await addRest(school, user_id, objects)
  return { user_id, objects, people }
}

/** The columns by which a row belongs to a person or is about their work. */
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

/** Columns, in any table, with values of the product and not words of a person: one of a few, a key, a hash, a day. */
const ofTheProduct = new Set(
  (
    'status role kind state share share_state form target audience period day topic type about link word was level key ' +
    'key_hash sha256 receipt_no token_hash nonce number shape decision reviewer_role entered_role left_from reopened_from ' +
    'from_state to_state action origin ledger source_type ended_reason mail how door'
  ).split(' '),
)

const wordsOf = ({ columns }: Table): string[] =>
  columns.filter(({ name, isText }) => isText && !ofTheProduct.has(name)).map(({ name }) => name)

const rowsOf = ({ name, columns }: Table, user_id: number): RawBuilder<unknown> | null => {
  if (name === 'users') return sql`id = ${user_id}`
  const by = columns.flatMap((column) => {
    const rows = ways[column.name]
    return rows ? [sql`${sql.ref(column.name)} in ${rows(user_id)}`] : []
  })
  return by.length === 0 ? null : sql`(${sql.join(by, sql` or `)})`
}

/**
 * Writes `wordFor(column)` into every column that can hold words of a student or about them, except those in `leave`;
 * returns the columns written, and the tables without a row of the student.
 */
export const plantWords = async (
  { app: { db, database } }: School,
  user_id: number,
  { leave, wordFor }: { leave: ReadonlySet<string>; wordFor: (column: string) => string },
): Promise<{ planted: string[]; empty: string[] }> => {
  const planted: string[] = []
  const empty: string[] = []
  for (const table of await allTables(db, database.dialect)) {
    const where = rowsOf(table, user_id)
    const columns = wordsOf(table).filter((column) => !leave.has(`${table.name}.${column}`))
    if (where === null || columns.length === 0) continue
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${wordFor(`${table.name}.${column}`)}`))
    const { numAffectedRows } = await sql`update ${sql.table(table.name)} set ${set} where ${where}`.execute(db)
    if (numAffectedRows === 0n) empty.push(table.name)
    else planted.push(...columns.map((column) => `${table.name}.${column}`))
  }
  return { planted, empty }
}
