import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticate } from '../../accounts/sessions.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { aStudentAtWork } from '../factory.ts'

const hour = 3_600_000
const close = firstBell + hour

let school: School
/** Runs between the arrival of a call and its completion. */
let meanwhile: () => Promise<void>
beforeEach(async () => {
  meanwhile = async () => {}
  school = await testApp({
    authenticate: async (...asked) => {
      const session = await authenticate(...asked)
      await meanwhile()
      return session
    },
  })
})
afterEach(() => school.close())

/** The call waits for others past the deadline while the clock’s job runs. */
const waitUntil = (at: number) => async () => {
  school.clock.set(at)
  await school.app.jobs.run('tasks.expire')
}
const handIn = ({ student, task }: Awaited<ReturnType<typeof aStudentAtWork>>) =>
  reasonOf(school.as(student)(submissions.submit, { task_id: task.id, content: '写完了。', key: 'in-the-last-second' }))

test.each([
  ['closes', { due_at: close, close_at: close }, {}],
  ['takes nothing late', { due_at: close, late_rule: 'refuse' as const }, {}],
  ['was longer for this student', { close_at: close - hour }, { extended_until: close }],
  ['came back to be mended', {}, { state: 'returned' as const, return_due_at: close, percent_final: 40 }],
])('a work that came in the last second is handed in however long it waited: the task %s', async (_, task, row) => {
  const at = await aStudentAtWork(school.app.db, { task, row })
  school.clock.set(close - 1)
  meanwhile = waitUntil(close + 5_000)
  expect(await handIn(at)).toBe('done')
  meanwhile = async () => {}
  const page = await school.as(at.student)(studentTask.detail, { id: at.task.id })
  expect(page.versions).toMatchObject([{ submitted_at: new Date(close - 1).toISOString(), late: false }])
  await waitUntil(close + hour)()
  expect((await school.as(at.student)(studentTask.detail, { id: at.task.id })).task.state).toBe('submitted')
})

test('a work that comes at the end itself is not, whether or not the clock has written down that the time is over', async () => {
  const at = await aStudentAtWork(school.app.db, { task: { close_at: close } })
  school.clock.set(close)
  expect(await handIn(at)).toBe('CLOSED')
  await waitUntil(close + 30_000)()
  expect((await school.as(at.student)(studentTask.detail, { id: at.task.id })).task.state).toBe('expired')
  expect(await handIn(at)).toBe('CLOSED')
  await waitUntil(close + 60_000)()
  expect(await handIn(at)).toBe('STATE')
})
