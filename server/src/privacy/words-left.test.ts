import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudentOfAllWords, plantWords } from '../testing/planted-words.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { textCells } from '../testing/text-cells.ts'
import { eraseEverything } from './erase.ts'

const marker = '林雨桐说过的话'
let school: School
let user_id: number
beforeAll(async () => {
  school = await testApp()
  ;({ user_id } = await aStudentOfAllWords(school))
})
afterAll(() => school.close())

/** Columns left unchanged, by reason. */
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

/**
 * Tables without words of the student of this test; the tests beside this one cover rows that are deleted altogether.
 */
const absent = [
  'audit_entries identities known_browsers login_challenges provider_visits recovery_codes',
  'role_tickets second_factors sessions waiting_passwords entered_import_rows entered_results',
  'enrolment_history guild_invitations work_picks',
].flatMap((names) => names.split(' '))

test('of an erased student no word is left, wherever words of theirs or about them can stand', async () => {
  const { db, database, events } = school.app
  const { planted, empty } = await plantWords(school, user_id, { leave: excused, wordFor: () => marker })
  expect(empty.toSorted(), 'a new table needs a row of the student').toEqual(absent.toSorted())
  const cells = await textCells(db, database.dialect)
  expect((await cells.holding(marker)).toSorted()).toEqual(planted.toSorted())
  await db
    .transaction()
    .execute((trx) => eraseEverything(trx, { dialect: database.dialect, events }, user_id, school.clock.now()))
  expect(await cells.holding(marker)).toEqual([])
})
