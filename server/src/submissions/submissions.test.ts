import { createHash } from 'node:crypto'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aStudentAtWork } from './factory.ts'
import { handingIn, key } from '../testing/handing-in.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const hour = 3600_000

const { points, as } = handingIn(() => ({ school }))

test('a student hands in on time, reads a receipt, and earns for it', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db, {
    task: { title: '观察日记', due_at: school.clock.now() + 48 * hour, close_at: school.clock.now() + 72 * hour },
  })
  const file = await aFile(db, { owner_id: student.id, name: '照片.txt' })
  const sent = await as(student)(submissions.submit, {
    task_id: task.id,
    content: '**今天**看到了一只鸟。',
    files: [file.id],
    links: ['https://a.cn/b'],
    share: 'guild',
    key: key(),
  })
  expect(sent).toMatchObject({ version: 1, state: 'submitted', late: false, deduction_preview: 0 })
  const text = JSON.stringify({
    title: '观察日记',
    content: '**今天**看到了一只鸟。',
    links: ['https://a.cn/b'],
    answers: {},
  })
  expect('receipt' in sent && sent.receipt).toEqual({
    no: expect.stringMatching(/^R-[0-9A-HJKMNP-TV-Z]{10}$/),
    at: '2026-10-12T01:00:00.000Z',
    sha256: [createHash('sha256').update(text).digest('hex'), file.sha256],
  })
  const stored = await db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    content_html: '<p><strong>今天</strong>看到了一只鸟。</p>',
    excerpt: '今天看到了一只鸟。',
    status: 'sealed',
    share: 'guild',
  })
  expect(await points(student.id)).toEqual(['submit_first 10', 'submit_early 2', 'active_day 1'])
})

test('a student hands in a daily task in their own round, however many a classmate has had', async () => {
  const { db } = school.app
  const { student, guild, task } = await aStudentAtWork(db, { task: { type: 'daily' } })
  const classmate = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: classmate.id })
  for (const round of [1, 2]) await anEnrolment(db, task, { user_id: classmate.id, round })
  expect(await as(student)(submissions.submit, { task_id: task.id, content: '今天的', key: key() })).toMatchObject({
    version: 1,
    state: 'submitted',
  })
})

test('a work is late at the very moment of due, and closed at the very moment of close, with its draft kept', async () => {
  const { db } = school.app
  const due_at = Date.parse('2026-10-12T12:00:00.000Z')
  const demands = { due_at, close_at: due_at + 2 * hour, late_rule: 'percent' as const, late_percent: 10 }
  const [one, two, three] = [
    await aStudentAtWork(db, { task: demands }),
    await aStudentAtWork(db, { task: demands }),
    await aStudentAtWork(db, { task: demands }),
  ]
  school.clock.set(due_at - 1)
  await as(three.student)(submissions.submit, { task_id: three.task.id, content: '没写完', draft: true })
  school.clock.set(Date.parse('2026-10-12T11:59:59.900Z'))
  expect(
    await as(one.student)(submissions.submit, { task_id: one.task.id, content: '准时', key: key() }),
  ).toMatchObject({ late: false, deduction_preview: 0 })
  school.clock.set('2026-10-12T12:00:00.000Z')
  expect(
    await as(two.student)(submissions.submit, { task_id: two.task.id, content: '晚了', key: key() }),
  ).toMatchObject({ late: true, deduction_preview: 10 })
  school.clock.set('2026-10-12T14:00:00.000Z')
  expect(
    await refusal(
      as(three.student)(submissions.submit, { task_id: three.task.id, content: '太晚', base_version: 1, key: key() }),
    ),
  ).toMatchObject({ reason: 'CLOSED', message: '已停止提交。草稿还在' })
  expect((await as(three.student)(submissions.draft, { task_id: three.task.id })).draft).toMatchObject({
    content: '没写完',
    draft_version: 1,
  })
  expect(await points(one.student.id)).toContain('submit_first 10')
  expect(await points(two.student.id)).toEqual(['active_day 1'])
})

test('a returned work has a date of its own, and its new version is not late by it', async () => {
  const { db } = school.app
  const due_at = school.clock.now() + hour
  const { student, task, row } = await aStudentAtWork(db, { task: { due_at, close_at: due_at } })
  await as(student)(submissions.submit, { task_id: task.id, content: '第一版', key: key() })
  await db.updateTable('submissions').set({ status: 'released' }).execute()
  await db
    .updateTable('enrolments')
    .set({ state: 'returned', return_due_at: due_at + 24 * hour })
    .where('id', '=', row.id)
    .execute()
  school.clock.set(due_at + 23 * hour)
  expect(await as(student)(submissions.submit, { task_id: task.id, content: '第二版', key: key() })).toMatchObject({
    version: 2,
    late: false,
  })
})

test('the same key has one version and one receipt; with another text it is refused', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const work = { task_id: task.id, content: '一次', key: key() }
  const first = await as(student)(submissions.submit, work)
  expect(await as(student)(submissions.submit, work)).toEqual(first)
  expect((await refusal(as(student)(submissions.submit, { ...work, content: '两次' }))).reason).toBe('KEY_REUSED')
  expect(await db.selectFrom('submissions').select('version').execute()).toEqual([{ version: 1 }])
  // A key belongs to one user: the same key of another student does not conflict.
  const other = await aStudentAtWork(db)
  expect(await as(other.student)(submissions.submit, { ...work, task_id: other.task.id })).toMatchObject({ version: 1 })
})

test('a hundred sends at once with one key give one version, identical receipts and one effect', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const send = school.as(student)
  const work = { task_id: task.id, content: '只交一次', key: key() }
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(submissions.submit, work)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await db.selectFrom('submissions').select(['version', 'status']).execute()).toEqual([
    { version: 1, status: 'sealed' },
  ])
  expect(await points(student.id)).toEqual(['submit_first 10', 'active_day 1'])
  const row = await db.selectFrom('enrolments').select(['state', 'version_count', 'attempts']).executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'submitted', version_count: 1, attempts: 1 })
})

test('one key sent for two tasks at once is used for one of them', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const other = await aStudentAtWork(db, { student })
  const same = key()
  const answers = await Promise.all(
    [task, other.task].map(({ id }) =>
      refusal(as(student)(submissions.submit, { task_id: id, content: '哪个', key: same })),
    ),
  )
  expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['KEY_REUSED', 'done'])
  expect(await db.selectFrom('submissions').select('id').execute()).toHaveLength(1)
})

test('of two submissions at once with different keys one is sealed', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      refusal(as(student)(submissions.submit, { task_id: task.id, content: `第 ${n} 份`, key: key() })),
    ),
  )
  expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['STATE', 'STATE', 'STATE', 'done'])
})

test('staff have one notice for a task, kept up to date, and none when nothing waits', async () => {
  const { db } = school.app
  const { student, task, guild } = await aStudentAtWork(db, { task: { title: '朗读' } })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const second = await aUser(db, { nickname: '阿依古丽' })
  await aMember(db, { guild_id: guild.id, user_id: second.id })
  await anEnrolment(db, task, { user_id: second.id })
  const box = async () => {
    await school.app.events.drain()
    return db.selectFrom('messages').select(['user_id', 'type', 'kind', 'data', 'read_at']).execute()
  }
  const one = await as(student)(submissions.submit, { task_id: task.id, content: '一', key: key() })
  expect(await box()).toHaveLength(1)
  await db.updateTable('messages').set({ read_at: 1 }).execute()
  const two = await as(second)(submissions.submit, { task_id: task.id, content: '二', key: key() })
  expect(await box()).toEqual([
    {
      user_id: teacher.id,
      type: 'todo',
      kind: 'submission.new',
      data: JSON.stringify({ task: '朗读', student: '阿依古丽', count: 2 }),
      read_at: null,
    },
  ])
  await as(second)(submissions.withdraw, { submit_id: 'submit_id' in two ? two.submit_id : 0 })
  expect(JSON.parse((await box())[0]!.data)).toMatchObject({ count: 1 })
  await as(student)(submissions.withdraw, { submit_id: 'submit_id' in one ? one.submit_id : 0 })
  expect(await box()).toEqual([])
})

test('a task without review is passed at once, less what lateness takes', async () => {
  const { db } = school.app
  const late = {
    needs_review: false,
    points: 50,
    max_score: 20,
    due_at: school.clock.now() - hour,
    late_rule: 'percent' as const,
    late_percent: 10,
  }
  const { student, task } = await aStudentAtWork(db, { task: late })
  expect(await as(student)(submissions.submit, { task_id: task.id, content: '打卡', key: key() })).toMatchObject({
    state: 'passed',
    late: true,
    deduction_preview: 10,
  })
  const row = await db.selectFrom('enrolments').select(['state', 'score', 'percent_final']).executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'passed', score: 18, percent_final: 90 })
  expect(await db.selectFrom('submissions').select(['status', 'score', 'percent_final']).execute()).toEqual([
    { status: 'released', score: 18, percent_final: 90 },
  ])
  const { score } = await db
    .selectFrom('ledger_totals')
    .select('score')
    .where('user_id', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(score).toBe(45)
})
