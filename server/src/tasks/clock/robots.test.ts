import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { aRobot } from '../../guilds/robots/factory.ts'
import { aRobotServer, type RobotServer } from '../../testing/robot-server.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'

const hour = 3_600_000

let remote: RobotServer
let school: School
let guild: { id: number }
let teacher: { id: number }
let students: { id: number }[]
beforeEach(async () => {
  remote = await aRobotServer()
  school = await testApp({ config: { outboundAllow: [remote.host] } })
  guild = await aGuild(db(), { name: '数学建模组' })
  teacher = await aUser(db(), { roles: ['teacher'] })
  await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  students = []
  for (let n = 0; n < 4; n += 1) {
    const student = await aUser(db())
    await aMember(db(), { guild_id: guild.id, user_id: student.id })
    students.push(student)
  }
  await aRobot(db(), school.app.config.secret, { guild_id: guild.id, address: remote.address('wecom'), titles: true })
})
afterEach(async () => {
  await school.close()
  await remote.close()
})

const db = () => school.app.db
const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) =>
  aTask(db(), { guild_id: guild.id, type: 'main', due_at: school.clock.now() + 30 * hour, ...given })
const handIn = (
  of: { id: number; guild_id: number },
  who: number,
  state: 'submitted' | 'returned' | 'doing' | 'excused' | 'aborted',
) => anEnrolment(db(), of, { user_id: students[who]?.id ?? 0, state })
const byTheClock = async () => {
  await school.app.jobs.run('tasks.remind')
  await school.app.jobs.run('robots.send')
}
const said = () => remote.group.map(({ text }) => text.split('\n').slice(1).join(' '))

test('a day before a task is due its robot says once how many of its students have not submitted', async () => {
  const main = await task({ title: '小红车' })
  await aMember(db(), { guild_id: guild.id, user_id: (await aUser(db())).id, status: 'left' })
  await handIn(main, 0, 'submitted')
  await handIn(main, 1, 'excused')
  await handIn(main, 2, 'doing')
  await byTheClock()
  expect(said()).toEqual([])
  school.clock.move(7 * hour)
  await byTheClock()
  await byTheClock()
  school.clock.move(hour)
  await byTheClock()
  // On Monday at 16:00; due on Tuesday at 15:00.
  expect(said()).toEqual(['《小红车》明天15:00截止，3人里还有2人没交。'])
})

test('the robot counts only students who accepted a side task, and is silent where all submitted, for daily and for offline tasks', async () => {
  const side = await task({ title: '支线', type: 'side', due_at: school.clock.now() + hour })
  await handIn(side, 0, 'doing')
  await handIn(side, 1, 'returned')
  await handIn(side, 2, 'aborted')
  const done = await task({ title: '都交了', type: 'side', due_at: school.clock.now() + hour })
  await handIn(done, 0, 'submitted')
  await task({ title: '日常', type: 'daily', due_at: school.clock.now() + hour })
  await task({ title: '线下', channel: 'offline', due_at: school.clock.now() + hour })
  await byTheClock()
  expect(said()).toEqual(['《支线》今天10:00截止，2人里还有1人没交。'])
})

test('the robot says the date as it is when it speaks, and nothing of a task that was closed or deleted meanwhile', async () => {
  remote.instead = (response) => void response.writeHead(500).end('{}')
  const [moved, closed] = [await task({ title: '改期' }), await task({ title: '关了' })]
  const opened = await task({ title: '删了', status: 'draft', content: '做一做', due_at: null, close_at: null })
  const as = school.as(teacher, { audience: 'admin', role: 'teacher' })
  await as(taskEditing.publish, { id: opened.id, now: true })
  await db()
    .updateTable('guild_robots')
    .set({ quiet_from: 9 * 60, quiet_until: 18 * 60 })
    .execute()
  school.clock.move(7 * hour)
  await byTheClock()
  await db()
    .updateTable('tasks')
    .set({ due_at: school.clock.now() + 22 * hour })
    .where('id', '=', moved.id)
    .execute()
  await db().updateTable('tasks').set({ status: 'closed' }).where('id', '=', closed.id).execute()
  await as(taskEditing.trash, { id: opened.id })
  remote.instead = null
  school.clock.move(3 * hour)
  await byTheClock()
  expect(said()).toEqual(['《改期》明天14:00截止，4人里还有4人没交。'])
})
