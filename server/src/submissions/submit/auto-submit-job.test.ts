import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { expireDue } from '../../tasks/clock/task-jobs.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { submitDraftsOfEnded } from './auto-submit-job.ts'
import { aStudentAtWork } from '../factory.ts'

const minute = 60_000
const close = firstBell + 60 * minute

let school: School
let student: { id: number }
beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db)
})
afterEach(() => school.close())

const begin = async (given: object = {}) => {
  const { task } = await aStudentAtWork(school.app.db, {
    student,
    task: { submit_drafts: true, due_at: close, close_at: close, ...given },
  })
  return task.id
}
const write = (task_id: number, content: string, base_version?: number) =>
  school.as(student)(submissions.submit, {
    task_id,
    draft: true,
    content,
    ...(base_version !== undefined && { base_version }),
  })
/** Runs what the clock’s jobs do at a given time. */
const clockAt = async (at: number) => {
  school.clock.set(at)
  await expireDue(school.app.db, { now: at, zone: 'Asia/Shanghai' })
  await submitDraftsOfEnded(school.app, at)
}
const mine = (id: number) => school.as(student)(studentTask.detail, { id })

test('a draft with content is handed in five minutes after the end, on time and with a receipt, once', async () => {
  const id = await begin()
  await write(id, '写了一半的信')
  await clockAt(close + 5 * minute - 1)
  expect((await mine(id)).task.state).toBe('doing')
  await clockAt(close + 5 * minute)
  await clockAt(close + 6 * minute)
  const page = await mine(id)
  expect(page.task).toMatchObject({ state: 'submitted', late: false, submit_drafts: true })
  expect(page.versions).toMatchObject([{ version: 1, submitted_at: new Date(close - 1).toISOString() }])
  const sealed = await school.app.db.selectFrom('submissions').select(['content', 'receipt_no', 'late']).execute()
  expect(sealed).toMatchObject([{ content: '写了一半的信', receipt_no: expect.stringMatching(/^R-/) }])
})

test('the student’s own device can still send what was written, but hand nothing in itself', async () => {
  const id = await begin()
  await write(id, '第一段')
  school.clock.set(close + minute)
  const { draft_version } = (await mine(id)).draft!
  await write(id, '第一段，第二段', draft_version)
  await expect(
    school.as(student)(submissions.submit, {
      task_id: id,
      content: '第三段',
      key: 'after-the-end',
      base_version: draft_version + 1,
    }),
  ).rejects.toMatchObject({ reason: 'CLOSED' })
  await clockAt(close + 5 * minute)
  expect(await school.app.db.selectFrom('submissions').select('content').execute()).toEqual([
    { content: '第一段，第二段' },
  ])
})

test('a work that was due before the close is late when the clock hands it in', async () => {
  const id = await begin({ due_at: close - 30 * minute })
  await write(id, '晚了的信')
  await clockAt(close + 5 * minute)
  expect((await mine(id)).task).toMatchObject({ state: 'submitted', late: true })
})

test('an empty draft expires like none, and without the option every draft stays a draft', async () => {
  const id = await begin()
  await write(id, '   ')
  await clockAt(close + 5 * minute)
  expect((await mine(id)).task.state).toBe('expired')
  const other = await begin({ submit_drafts: false })
  school.clock.set(firstBell)
  await write(other, '没有交的信')
  await clockAt(close)
  const page = await mine(other)
  expect(page.task.state).toBe('expired')
  expect(page.draft?.content).toBe('没有交的信')
})

test('what the clock handed in stays handed in: nobody takes it back to write on after the end', async () => {
  const id = await begin()
  await write(id, '写了一半的信')
  await clockAt(close + 5 * minute)
  const page = await mine(id)
  expect(page.can.withdraw).toBe(false)
  const taken = school.as(student)(submissions.withdraw, { submit_id: page.versions[0]!.id })
  await expect(taken).rejects.toMatchObject({ reason: 'WITHDRAW_OVER' })
  await clockAt(close + 10 * 60 * minute)
  expect((await mine(id)).task.state).toBe('submitted')
})

test('a draft that was left when its version had been taken back after the end is handed in too', async () => {
  const { db } = school.app
  const id = await begin()
  await write(id, '写了一半的信')
  await clockAt(close + 5 * minute)
  // The state stored before withdrawals were limited to the student’s time.
  await db.updateTable('tasks').set({ close_at: null, due_at: null, status: 'open' }).where('id', '=', id).execute()
  await school.as(student)(submissions.withdraw, { submit_id: (await mine(id)).versions[0]!.id })
  await db.updateTable('tasks').set({ close_at: close, due_at: close }).where('id', '=', id).execute()
  expect((await mine(id)).task.state).toBe('doing')
  await clockAt(close + 10 * 60 * minute)
  const page = await mine(id)
  expect(page.task.state).toBe('submitted')
  expect(page.versions.map(({ version, status }) => [version, status])).toEqual([
    [2, 'sealed'],
    [1, 'withdrawn'],
  ])
})
