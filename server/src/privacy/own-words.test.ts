import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '../accounts/factory.ts'
import { anInvitation } from '../guilds/factory.ts'
import { aProvider } from '../providers/factory.ts'
import { addIdentity } from '../providers/identities-store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { unzip } from '../testing/own-copies.ts'
import { aStudentOfAllWords, plantWords } from '../testing/planted-words.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { writeOwnZip } from './write-zip.ts'

let school: School
let user_id: number
let objects: Readonly<Record<string, number>>
beforeAll(async () => {
  school = await testApp()
  ;({ user_id, objects } = await aStudentOfAllWords(school))
  await addRest()
})
afterAll(() => school.close())

/** What the world has none of: an offline result, an excellent work, an invitation, a device and another log-in. */
const addRest = async () => {
  const { db } = school.app
  const now = school.clock.now()
  const by = objects.teacherId ?? 0
  const guild_id = objects.guild ?? 0
  const task = await aTask(db, { guild_id, channel: 'offline' })
  const row = await anEnrolment(db, task, { user_id, state: 'passed', score: 80, percent_final: 80, released_at: now })
  const said = { decision: 'pass', reviewer_id: by, reviewer_role: 'teacher', created_at: now } as const
  await db
    .insertInto('results')
    .values({ ...said, submission_id: null, enrolment_id: row.id, status: 'released', released_at: now })
    .execute()
  const typed = {
    task_id: task.id,
    user_id,
    guild_id,
    version: 1,
    word: 'score',
    score: 80,
    released_at: null,
  } as const
  await db
    .insertInto('entered_results')
    .values({ ...typed, entered_by: by, entered_role: 'teacher', entered_at: now })
    .execute()
  const changed = { enrolment_id: row.id, actor_id: by, action: 'extend', from_state: 'doing', to_state: 'doing' }
  await db
    .insertInto('enrolment_history')
    .values({ ...changed, at: now })
    .execute()
  const pick = { guild_id, status: 'proposed', reason: '', picked_by: by, picked_at: now } as const
  await db
    .insertInto('work_picks')
    .values({ ...pick, submission_id: objects.done ?? 0, agreed_by: null, agreed_at: null })
    .execute()
  await anInvitation(db, { guild_id, user_id, invited_by: by })
  await aSession(db, { id: user_id }, { now })
  const provider = await aProvider(db, school.app.config.secret, { kind: 'cas', address: 'https://cas.school.example' })
  const link = { provider_id: provider.id, subject: 'u-1', label: '', how: 'password', linked_at: now } as const
  await addIdentity(db, { user_id, ...link })
  // Question results are shown once no one can submit any more.
  await db.updateTable('tasks').set({ status: 'closed', closed_at: 1, close_at: 1, due_at: 1 }).execute()
  await db.updateTable('enrolments').set({ extended_until: null, return_due_at: null }).execute()
}

/** What a student’s export leaves out, by reason. */
const others: Readonly<Record<string, readonly string[]>> = {
  'opens an account or a file, or stands in for something that does': [
    ...['users.password_hash', 'waiting_passwords.closed', 'roster_rows.password', 'second_factors.secret'],
    ...['recovery_codes.code_hash', 'sessions.token_hash', 'known_browsers.browser_hash', 'sessions.audience'],
    ...['files.upload_id', 'files.thumb_key', 'files.public_key'],
  ],
  'the same once more, folded, rendered or cut short': [
    ...['users.username_key', 'users.email_key', 'submissions.content_html', 'submissions.excerpt'],
    ...['discussions.content_html', 'discussion_edits.content_html'],
  ],
  'numbers, ids, or one of a few words': [
    ...['users.locale', 'users.ranking_visibility', 'reports.reason', 'files.mime', 'files.purpose'],
    ...[
      'drafts.files',
      'drafts.device',
      'submissions.form',
      'results.criteria',
      'results.question_given',
      'voices.peaks',
    ],
    ...['work_sketches.sketch', 'question_marks.marks', 'files.pictures', 'files.damage', 'roster_rows.guild_key'],
  ],
  'on its way by mail, and read there': [
    ...['failed_reason', 'message_id', 'recipient', 'subject', 'text', 'unsubscribe'].map(
      (name) => `mail_outbox.${name}`,
    ),
  ],
  'the title of a task, for its staff': ['task_sets.title'],
  'a list that staff brought: what came of it stands in the profile and among the results': [
    ...['cells', 'class_name', 'did', 'email', 'fixes', 'problem', 'real_name', 'student_no'].map(
      (name) => `roster_rows.${name}`,
    ),
    'guild_invitations.listed_no',
  ],
  'what staff have not said yet: once it is, it stands among the results and works': [
    ...['review_drafts.content', 'entered_results.text', 'work_picks.reason'],
  ],
  'what staff note for themselves: what they told the student stands with the work or among the notices': [
    ...['enrolment_history.reason', 'feedback_unsealings.reason', 'submission_notes.hidden_reason'],
    'discussions.hidden_reason',
  ],
}
const left = new Set(Object.values(others).flat())

/** Tables without rows about the student of this test: short-lived rows, keys, and acts of staff. */
const absent = [
  'audit_entries known_browsers login_challenges provider_visits recovery_codes',
  'role_tickets second_factors waiting_passwords entered_import_rows',
].flatMap((names) => names.split(' '))

test('a student takes along every word of theirs and about them, wherever it stands, and what they do not is named', async () => {
  const { app, clock } = school
  // Quoted, so that the word is valid where a column holds JSON.
  const wordFor = (column: string) => `"〔${column}〕"`
  const { planted, empty } = await plantWords(school, user_id, { leave: left, wordFor })
  expect(empty.filter((table) => !absent.includes(table))).toEqual([])
  // An offline result has no version to be listed with.
  const offline = '讲得清楚，慢一点更好。'
  await app.db.updateTable('results').set({ text: offline }).where('submission_id', 'is', null).execute()
  const path = join(app.config.dataDir, 'all-words.zip')
  await writeOwnZip(path, { db: app.db, files: app.files, user_id, now: clock.now() })
  const all = [...(await unzip(await readFile(path)))].flat().join('\n')
  expect(all).toContain(offline)
  expect(planted.filter((column) => !all.includes(`〔${column}〕`))).toEqual([])
})
