import { guilds } from '@tongchuang/contract/guilds.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import { findTask } from '../tasks/store.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aStudentAtWork } from './factory.ts'
import { lockForReview, setVersionStatus } from './store.ts'
import { handingIn, key } from '../testing/handing-in.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const hour = 3600_000

const { points, as } = handingIn(() => ({ school }))

test('a student takes a version back: the text is the draft again, and what it earned is gone', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db, { task: { due_at: school.clock.now() + 48 * hour } })
  const file = await aFile(db, { owner_id: student.id })
  const send = school.as(student)
  await send(submissions.submit, { task_id: task.id, draft: true, content: '草稿' })
  const sent = await send(submissions.submit, {
    task_id: task.id,
    content: '交出去的',
    files: [file.id],
    base_version: 1,
    key: key(),
  })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  expect(await send(submissions.withdraw, { submit_id })).toEqual({ submit_id, state: 'doing' })
  expect(await send(submissions.withdraw, { submit_id })).toEqual({ submit_id, state: 'doing' })
  const { draft } = await send(submissions.draft, { task_id: task.id })
  expect(draft).toMatchObject({ content: '交出去的', draft_version: 2, files: [{ id: file.id }] })
  expect(await points(student.id)).toEqual([
    'submit_first 10',
    'submit_early 2',
    'active_day 1',
    'submit_first -10',
    'submit_early -2',
  ])
  expect(
    await send(submissions.submit, { task_id: task.id, content: '再交', base_version: 2, key: key() }),
  ).toMatchObject({ version: 2 })
  expect((await points(student.id)).slice(-2)).toEqual(['submit_first 10', 'submit_early 2'])
  expect(
    (await db.selectFrom('submissions').select(['version', 'status']).orderBy('version').execute()).map(
      ({ status }) => status,
    ),
  ).toEqual(['withdrawn', 'sealed'])
})

test('a former member who withdraws a version takes no place, and continues with it after rejoining', async () => {
  const { db } = school.app
  const { student, task, row } = await aStudentAtWork(db)
  const send = school.as(student)
  const sent = await send(submissions.submit, { task_id: task.id, content: '交出去的', key: key() })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  await db.updateTable('guilds').set({ join_policy: 'open' }).where('id', '=', task.guild_id).execute()
  await send(guilds.leave, { guild_id: task.guild_id })
  await school.app.events.drain()
  expect(await send(submissions.withdraw, { submit_id })).toEqual({ submit_id, state: 'aborted' })
  const stands = async () => ({ ...(await findEnrolment(db, row.id)), ...(await findTask(db, task.id)) })
  expect(await stands()).toMatchObject({ state: 'aborted', left_from: 'doing', attempts: 0, accepted_count: 0 })
  await send(guilds.join, { guild_id: task.guild_id })
  await school.app.events.drain()
  expect(await stands()).toMatchObject({ state: 'doing', left_from: null, accepted_count: 1 })
  expect((await send(submissions.draft, { task_id: task.id })).draft).toMatchObject({ content: '交出去的' })
})

test('a version cannot be withdrawn once its review is open, held or released', async () => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db)
  const reviewer = await aUser(db)
  const sent = await as(student)(submissions.submit, { task_id: task.id, content: '等批阅', key: key() })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  await lockForReview(db, { submission_id: submit_id, reviewer_id: reviewer.id, now: school.clock.now() })
  expect((await refusal(as(student)(submissions.withdraw, { submit_id }))).reason).toBe('IN_REVIEW')
  await setVersionStatus(db, { id: submit_id, from: ['in_review'], to: 'reviewed' })
  // A held review must be indistinguishable from one in progress.
  expect((await refusal(as(student)(submissions.withdraw, { submit_id }))).reason).toBe('IN_REVIEW')
  await db.updateTable('submissions').set({ status: 'released' }).execute()
  await db.updateTable('enrolments').set({ state: 'passed' }).execute()
  expect(await refusal(as(student)(submissions.withdraw, { submit_id }))).toMatchObject({
    reason: 'STATE',
    data: { state: 'passed' },
  })
})

test('of a withdrawal and a review at once one comes through', async () => {
  const { db } = school.app
  const reviewer = await aUser(db)
  for (let round = 0; round < 5; round += 1) {
    const { student, task } = await aStudentAtWork(db)
    const sent = await as(student)(submissions.submit, { task_id: task.id, content: '抢', key: key() })
    const submit_id = 'submit_id' in sent ? sent.submit_id : 0
    const [taken, locked] = await Promise.all([
      refusal(as(student)(submissions.withdraw, { submit_id })),
      lockForReview(db, { submission_id: submit_id, reviewer_id: reviewer.id, now: school.clock.now() }),
    ])
    expect([taken.reason, locked === undefined]).toEqual(locked ? ['IN_REVIEW', false] : ['done', true])
  }
})

test('a student takes a version back until their time is over: after the close only with more time of their own', async () => {
  const { db } = school.app
  const close_at = school.clock.now() + hour
  const { student, task, row } = await aStudentAtWork(db, { task: { close_at } })
  const sent = await as(student)(submissions.submit, { task_id: task.id, content: '交出去的', key: key() })
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  school.clock.set(close_at)
  expect((await refusal(as(student)(submissions.withdraw, { submit_id }))).reason).toBe('WITHDRAW_OVER')
  await db
    .updateTable('enrolments')
    .set({ extended_until: close_at + hour })
    .where('id', '=', row.id)
    .execute()
  expect(await as(student)(submissions.withdraw, { submit_id })).toEqual({ submit_id, state: 'doing' })
})
