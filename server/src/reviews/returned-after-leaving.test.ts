import { guilds } from '@tongchuang/contract/guilds.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { taskSets, threeClasses } from '../testing/task-sets.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 86_400_000

let school: School
let classes: Awaited<ReturnType<typeof threeClasses>>
beforeEach(async () => {
  school = await testApp()
  classes = await threeClasses(school)
})
afterEach(() => school.close())
const { as, spread, publishAll } = taskSets(() => ({ school, ...classes }))

test('a student whose work comes back after they were moved to another class does the task there; back in the first, they mend it', async () => {
  const { db } = school.app
  const { one, two, teacher, source } = classes
  const { classes: made } = await spread([two.id])
  await publishAll()
  const there = made[0]?.task_id ?? 0
  school.clock.move(day + 60_000)
  await school.app.jobs.run('tasks.open')
  await db.updateTable('guilds').set({ join_policy: 'open' }).execute()
  const student = await aUser(db)
  await aMember(db, { guild_id: one.id, user_id: student.id })
  const send: School['send'] = (call, ...input) => school.as(student)(call, ...input)
  await send(tasks.accept, { id: source.id })
  const sent = await send(submissions.submit, { task_id: source.id, content: '三天的数据', key: 'first-version' })
  await send(guilds.leave, { guild_id: one.id })
  await send(guilds.join, { guild_id: two.id })
  await school.app.events.drain()
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  await as(teacher)(reviewsAdmin.open, { submit_id })
  await as(teacher)(reviewsAdmin.decide, { submit_id, decision: 'return', text: '把单位写上' })
  await school.app.events.drain()
  const asked = async () => (await send(messages.list, { type: 'todo' })).list.map(({ title }) => title)
  const stands = async () => (await send(tasks.listByGuild, {})).list.map(({ id, state }) => [id, state])
  expect([await stands(), await asked()]).toEqual([[[there, 'available']], []])
  await send(guilds.leave, { guild_id: two.id })
  await send(guilds.join, { guild_id: one.id })
  await school.app.events.drain()
  expect([await stands(), await asked()]).toEqual([[[source.id, 'returned']], ['老师请你修改']])
})
