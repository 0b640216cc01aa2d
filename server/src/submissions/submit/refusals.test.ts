import { randomUUID } from 'node:crypto'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aFile } from '../../files/factory.ts'
import { aPersonIn } from '../../guilds/factory.ts'
import { refusal as refusalOf } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aStudentAtWork, aSubmission } from '../factory.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** The refusal of a call: its data beside the reason. */
const refusal = async (call: Promise<unknown>) => {
  const { data, ...said } = await refusalOf(call)
  return { ...data, ...said }
}

const hour = 3600_000

/** The answer to a submission. */
const handIn = async (student: { id: number }, task_id: number, work: object) =>
  refusal(school.as(student)(submissions.submit, { task_id, key: randomUUID(), ...work }))

test('a work with nothing to see in it is not handed in', async () => {
  const { student, task } = await aStudentAtWork(school.app.db)
  for (const content of ['', '   ', '<p><br></p>', '&nbsp;', '***', '<!-- x -->'])
    expect((await handIn(student, task.id, { content })).reason).toBe('EMPTY')
  expect((await handIn(student, task.id, {})).reason).toBe('EMPTY')
  expect((await handIn(student, task.id, { links: ['https://a.cn'] })).reason).toBe('done')
})

test('into an archived guild nothing is handed in, whatever dates a student has', async () => {
  const { student, task } = await aStudentAtWork(school.app.db)
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', task.guild_id).execute()
  expect((await handIn(student, task.id, { content: '写好了' })).reason).toBe('ARCHIVED')
})

test('a student who was taken out of the guild hands in and saves nothing more, also before their task is put aside', async () => {
  const { db } = school.app
  const { student, guild, task, row } = await aStudentAtWork(db)
  const teacher = school.as(await aPersonIn(db, { guild_id: guild.id, role: 'teacher' }), {
    audience: 'admin',
    role: 'teacher',
  })
  await teacher(guildPeople.remove, { guild_id: guild.id, user_ids: [student.id] })
  const gone = { reason: 'STATE', state: 'aborted' }
  expect(await handIn(student, task.id, { content: '写好了' })).toMatchObject(gone)
  expect(await handIn(student, task.id, { content: '写了一半', draft: true })).toMatchObject(gone)
  await school.app.events.drain()
  expect(await handIn(student, task.id, { content: '写好了' })).toMatchObject(gone)
  expect(await db.selectFrom('submissions').select('id').where('enrolment_id', '=', row.id).execute()).toEqual([])
})

test('a student reads in their language what is missing', async () => {
  const questions = JSON.stringify([{ id: 'q1', label: '你的结论', kind: 'text', required: true }])
  const { student, task } = await aStudentAtWork(school.app.db, {
    task: { needs_text: true, min_files: 1, statement_required: true, questions },
  })
  const missing = await handIn(student, task.id, { links: ['https://a.cn'] })
  expect(missing).toMatchObject({ reason: 'MISSING', parts: ['正文', '至少1个文件', '你的结论', '确认是自己完成的'] })
  expect(missing.message).toBe('还缺：正文、至少1个文件、你的结论、确认是自己完成的')
  const english = school.as(student, { language: 'en-US' })
  const said = await refusal(
    english(submissions.submit, { task_id: task.id, key: randomUUID(), content: 'x', answers: { q1: 'y' } }),
  )
  expect(said.message).toBe('Still missing: a file, confirming this is your own work')
})

test('links and answers that do not fit are named', async () => {
  const questions = JSON.stringify([{ id: 'q1', label: '选一个', kind: 'one', options: ['甲'], required: false }])
  const { student, task } = await aStudentAtWork(school.app.db, { task: { questions } })
  expect(await handIn(student, task.id, { content: 'x', links: ['javascript:alert(1)'] })).toMatchObject({
    reason: 'INVALID',
    field: 'links',
  })
  expect(await handIn(student, task.id, { content: 'x', answers: { q1: '乙' } })).toMatchObject({
    reason: 'INVALID',
    problem: '「选一个」的回答不合题目',
  })
  expect(await handIn(student, task.id, { content: 'x', answers: { q2: '乙' } })).toMatchObject({
    reason: 'INVALID',
    field: 'answers',
  })
  expect(await handIn(student, task.id, { content: 'x', extra: 1 })).toMatchObject({ reason: 'INVALID' })
  expect(await refusal(school.as(student)(submissions.submit, { task_id: task.id, content: 'x' }))).toMatchObject({
    reason: 'INVALID',
    field: 'key',
  })
})

test('files must be finished, one’s own, meant for work, and fit together', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const other = await aUser(db)
  const foreign = await aFile(db, { owner_id: other.id })
  const unfinished = await aFile(db, { owner_id: student.id, status: 'uploading' })
  const face = await aFile(db, { owner_id: student.id, purpose: 'avatar' })
  for (const file of [foreign.id, unfinished.id, face.id, 999_999]) {
    expect((await handIn(student, task.id, { content: 'x', files: [file] })).reason).toBe('FILE')
    expect(
      (await refusal(school.as(student)(submissions.submit, { task_id: task.id, draft: true, files: [file] }))).reason,
    ).toBe('FILE')
  }
  const mine = await aFile(db, { owner_id: student.id })
  expect((await handIn(student, task.id, { content: 'x', files: [mine.id, mine.id] })).reason).toBe('INVALID')
  const big = await Promise.all([1, 2, 3].map(() => aFile(db, { owner_id: student.id, size: 180 * 2 ** 20 })))
  const together = await handIn(student, task.id, { files: big.map(({ id }) => id) })
  expect(together).toMatchObject({ reason: 'FILE_SIZE', message: '「全部附件」超过500 MB' })
  expect((await handIn(student, task.id, { files: [mine.id] })).reason).toBe('done')
})

test('a student hands in as many files as the school allows, which the site names, and no more', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const send = school.as(student)
  expect((await send(accounts.site)).files).toEqual({ file_mb: 200, max_files: 10 })
  await school.app.changeSettings({ files: { file_mb: 300, submission_mb: 500, student_mb: 2048, max_files: 12 } })
  expect((await send(accounts.site)).files).toEqual({ file_mb: 300, max_files: 12 })
  const files: number[] = []
  for (let at = 0; at < 13; at += 1) files.push((await aFile(db, { owner_id: student.id })).id)
  expect(await handIn(student, task.id, { files })).toMatchObject({ reason: 'INVALID', field: 'files' })
  expect((await handIn(student, task.id, { files: files.slice(1) })).reason).toBe('done')
})

test('a file in a draft or a version is kept from being swept away', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const [kept, dropped] = [await aFile(db, { owner_id: student.id }), await aFile(db, { owner_id: student.id })]
  const send = school.as(student)
  await send(submissions.submit, { task_id: task.id, draft: true, files: [kept.id, dropped.id] })
  await send(submissions.submit, { task_id: task.id, draft: true, files: [kept.id], base_version: 1 })
  expect(await db.selectFrom('draft_files').select('file_id').execute()).toEqual([{ file_id: kept.id }])
  await send(submissions.submit, { task_id: task.id, base_version: 2, key: randomUUID() })
  expect(await db.selectFrom('draft_files').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('submission_files').select(['file_id', 'name', 'sha256']).execute()).toEqual([
    { file_id: kept.id, name: kept.name, sha256: kept.sha256 },
  ])
})

test('attempts are counted without those taken back', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db, { task: { max_attempts: 1 } })
  const send = school.as(student)
  const first = await send(submissions.submit, { task_id: task.id, content: '一', key: randomUUID() })
  await send(submissions.withdraw, { submit_id: 'submit_id' in first ? first.submit_id : 0 })
  expect(
    await send(submissions.submit, { task_id: task.id, content: '二', base_version: 1, key: randomUUID() }),
  ).toMatchObject({ version: 2 })
  await db
    .updateTable('enrolments')
    .set({ state: 'returned', return_due_at: school.clock.now() + hour })
    .execute()
  expect((await handIn(student, task.id, { content: '三' })).reason).toBe('ATTEMPTS')
})

test('an extension, a closing by hand and a task that refuses lateness decide the last moment', async () => {
  const { db } = school.app
  const due_at = school.clock.now() + hour
  const extended = await aStudentAtWork(db, {
    task: { due_at, close_at: due_at },
    row: { extended_until: due_at + hour },
  })
  const closed = await aStudentAtWork(db, { task: { due_at, closed_at: school.clock.now() - 1, status: 'closed' } })
  const strict = await aStudentAtWork(db, { task: { due_at, late_rule: 'refuse' } })
  expect((await handIn(closed.student, closed.task.id, { content: 'x' })).reason).toBe('CLOSED')
  school.clock.set(due_at)
  expect((await handIn(strict.student, strict.task.id, { content: 'x' })).reason).toBe('CLOSED')
  expect(
    await school.as(extended.student)(submissions.submit, {
      task_id: extended.task.id,
      content: 'x',
      key: randomUUID(),
    }),
  ).toMatchObject({ late: false })
})

test.each(['submitted', 'passed', 'failed', 'aborted', 'expired', 'excused'] as const)(
  'nothing is handed in or saved for a task that is %s',
  async (state) => {
    const { student, task } = await aStudentAtWork(school.app.db, { row: { state } })
    expect(await handIn(student, task.id, { content: 'x' })).toMatchObject({ reason: 'STATE', state })
    expect(
      await refusal(school.as(student)(submissions.submit, { task_id: task.id, content: 'x', draft: true })),
    ).toMatchObject({ reason: 'STATE', state })
  },
)

test('a task that is not mine, not there or not published is refused alike', async () => {
  const { db } = school.app
  const { task } = await aStudentAtWork(db)
  const stranger = await aUser(db)
  const hidden = await aStudentAtWork(db, { task: { status: 'trashed' }, student: stranger })
  const envelopes = []
  for (const task_id of [task.id, hidden.task.id, 999_999]) {
    expect((await handIn(stranger, task_id, { content: 'x' })).reason).toBe('NOT_FOUND')
    expect((await refusal(school.as(stranger)(submissions.draft, { task_id }))).reason).toBe('NOT_FOUND')
    envelopes.push(await refusal(school.as(stranger)(submissions.submit, { task_id, content: 'x', draft: true })))
  }
  expect(new Set(envelopes.map((envelope) => JSON.stringify(envelope))).size).toBe(1)
})

test('a member who has not taken a task learns that, and not that it does not exist', async () => {
  const { db } = school.app
  const { student, task, row } = await aStudentAtWork(db)
  await db.deleteFrom('enrolments').where('id', '=', row.id).execute()
  expect(await handIn(student, task.id, { content: 'x' })).toMatchObject({ reason: 'STATE', state: 'available' })
  expect(await school.as(student)(submissions.draft, { task_id: task.id })).toEqual({ draft: null })
})

test('another student’s version cannot be taken back or shared, like one that does not exist', async () => {
  const { db } = school.app
  const { row } = await aStudentAtWork(db)
  const version = await aSubmission(db, row)
  const stranger = await aUser(db)
  for (const submit_id of [version.id, 999_999]) {
    expect((await refusal(school.as(stranger)(submissions.withdraw, { submit_id }))).reason).toBe('NOT_FOUND')
    expect((await refusal(school.as(stranger)(works.share, { submit_id, share: 'site' }))).reason).toBe('NOT_FOUND')
  }
})

test('a student with a confirmed address gets the receipt as a letter', async () => {
  await school.close()
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  const { db } = school.app
  const student = await aUser(db, { email: 'lin@school.example', email_confirmed: true })
  const { task } = await aStudentAtWork(db, { student, task: { title: '海报' } })
  const file = await aFile(db, { owner_id: student.id, name: '海报.txt' })
  const sent = await school.as(student)(submissions.submit, {
    task_id: task.id,
    content: '画好了',
    files: [file.id],
    key: randomUUID(),
  })
  const no = 'receipt' in sent ? sent.receipt.no : ''
  const letters = await db.selectFrom('mail_outbox').select(['recipient', 'subject', 'text']).execute()
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ recipient: 'lin@school.example', subject: `已收到：海报（${no}）` })
  expect(letters[0]?.text).toContain('2026年10月12日 09:00:00（Asia/Shanghai）')
  expect(letters[0]?.text).toContain(`海报.txt  1 KB  SHA-256 ${file.sha256}`)
  const silent = await aStudentAtWork(db)
  await school.as(silent.student)(submissions.submit, {
    task_id: silent.task.id,
    content: '没有邮箱',
    key: randomUUID(),
  })
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toHaveLength(1)
})
