import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { firstBell, testApp, type School } from '../testing/test-app.ts'

const hour = 3_600_000
const now = firstBell
const at = (ms: number) => new Date(now + ms).toISOString()

let school: School
let lin: { id: number }
let task: { id: number; guild_id: number }
let teacher: ReturnType<School['as']>
beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  const guild = await aGuild(db)
  const [chen, student] = [await aUser(db, { roles: ['teacher'] }), await aUser(db)]
  lin = student
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: lin.id, role: 'student' })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  const dates = { open_at: now + 2 * hour, due_at: now + 4 * hour, close_at: now + 4 * hour }
  const words = { title: '期中测验', content: '第一题：水往哪里流？', content_html: '<p>第一题：水往哪里流？</p>' }
  task = await aTask(db, { guild_id: guild.id, status: 'scheduled', ...dates, ...words })
})
afterEach(() => school.close())

const page = () => school.as(lin)(studentTask.detail, { id: task.id })
const write = (draft: boolean) =>
  reasonOf(
    school.as(lin)(submissions.submit, {
      task_id: task.id,
      title: '水',
      content: '往低处',
      ...(draft ? { draft } : { key: 'key-of-this-version' }),
    }),
  )
const extend = () =>
  teacher(tasksAdmin.extend, { task_id: task.id, user_ids: [lin.id], reason: '手受伤了', until: at(6 * hour) })

test('a student who is given more time before a task opens neither reads it nor hands it in before the others', async () => {
  await extend()
  const before = await page()
  expect(before.task).toMatchObject({ state: 'locked', summary: '', content_html: '', questions: [], files: [] })
  expect(before.task.lock).toEqual([{ reason: 'NOT_OPEN', text: at(2 * hour) }])
  expect(before.can).toMatchObject({ accept: false, submit: false, abort: false })
  expect([await write(true), await write(false)]).toEqual(['STATE', 'STATE'])

  // Once it opens it is under way, and the time that was given counts.
  school.clock.move(2 * hour)
  await school.app.jobs.run('tasks.open')
  const after = await page()
  expect(after.task).toMatchObject({ state: 'doing', lock: [], last_at: at(6 * hour) })
  expect(after.task.content_html).toContain('水往哪里流')
  school.clock.move(3 * hour)
  expect([await write(true), await write(false)]).toEqual(['done', 'done'])
})

test('more time given to a scheduled task that is taken back and published again still counts, and opens nothing early', async () => {
  await extend()
  await teacher(taskEditing.unpublish, { id: task.id })
  expect(await reasonOf(page())).toBe('NOT_FOUND')
  await teacher(taskEditing.publish, { id: task.id })
  expect((await page()).task.state).toBe('locked')
  school.clock.move(2 * hour)
  await school.app.jobs.run('tasks.open')
  expect((await page()).task).toMatchObject({ state: 'doing', last_at: at(6 * hour) })
})

test('a student who has written something goes on with it when the opening of the task is moved behind today', async () => {
  await anEnrolment(school.app.db, task, { user_id: lin.id, draft_saved_at: now })
  expect((await page()).task.state).toBe('doing')
})
