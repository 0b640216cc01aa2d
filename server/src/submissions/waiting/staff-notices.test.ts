import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { storedValue } from '../../db/stored-json.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { notify } from '../../messages/store.ts'
import { anEnrolment, aTask } from '../../tasks/factory.ts'
import type { Task } from '../../tasks/rules.ts'
import { reviewing } from '../../testing/reviewing.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aboutQueue } from './staff-notices.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

const settled = async (task_id: number) => {
  await school.app.events.drain()
  const rows = await school.app.db
    .selectFrom('messages')
    .select(['user_id', 'data'])
    .where('about', '=', aboutQueue(task_id))
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id, data }) => [user_id, storedValue(data).count])
}

const aStudentOf = async (task: Task) => {
  const { db } = school.app
  const user = await aUser(db)
  await aMember(db, { guild_id: task.guild_id, user_id: user.id })
  await anEnrolment(db, task, { user_id: user.id })
  const send = school.as(user)
  await send(studentTask.detail, { id: task.id })
  return () => send(submissions.submit, { task_id: task.id, content: '三天的数据都在这里。', key: 'first-version' })
}

test('a class that hands in at once is one notice for each teacher, which counts them all', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teachers = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['teacher'] })]
  for (const { id: user_id } of teachers) await aMember(db, { guild_id: guild.id, user_id, role: 'teacher' })
  const task = await aTask(db, { guild_id: guild.id })
  const class_ = await Promise.all(Array.from({ length: 10 }, () => aStudentOf(task)))
  await Promise.all(class_.map((handIn) => handIn()))
  expect(await settled(task.id)).toEqual(teachers.map(({ id }) => [id, 10]))
})

test('a teacher who was told twice of a task has one notice once more comes', async () => {
  const { db } = school.app
  const { task, teacher } = await waiting()
  expect(await settled(task.id)).toEqual([[teacher.id, 1]])
  const data = { task: task.title, student: '王小明', count: 1 }
  await notify(db, {
    user_id: teacher.id,
    type: 'todo',
    kind: 'submission.new',
    data,
    about: aboutQueue(task.id),
    now: 1,
  })
  await (
    await aStudentOf(task)
  )()
  expect(await settled(task.id)).toEqual([[teacher.id, 2]])
})

test('a teacher who has read how many works wait reads it as new when one comes, and not when a colleague reviews one or a student takes one back', async () => {
  const { db } = school.app
  const { task, teacher, guild, review, submit_id } = await waiting()
  const colleague = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: colleague.id, role: 'teacher' })
  for (let one = 0; one < 2; one += 1) await (await aStudentOf(task))()
  const user = await aUser(db)
  await aMember(db, { guild_id: task.guild_id, user_id: user.id })
  await anEnrolment(db, task, { user_id: user.id })
  const handedIn = { task_id: task.id, content: '三天的数据都在这里。', key: 'first-version' }
  const sent = await school.as(user)(submissions.submit, handedIn)
  if (!('submit_id' in sent)) throw new Error('not sealed')
  const bell = async (user: { id: number }) => {
    await school.app.events.drain()
    const staff = school.as(user, { audience: 'admin', role: 'teacher' })
    const [notice] = (await staff(messagesAdmin.list, {})).list
    return [notice?.title, notice?.unread]
  }
  expect(await bell(colleague)).toEqual(['4份作品在等批阅', true])
  for (const user of [teacher, colleague])
    await school.as(user, { audience: 'admin', role: 'teacher' })(messagesAdmin.read, {})
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80 })
  expect([await bell(teacher), await bell(colleague)]).toEqual([
    ['3份作品在等批阅', false],
    ['3份作品在等批阅', false],
  ])
  await school.as(user)(submissions.withdraw, { submit_id: sent.submit_id })
  expect(await bell(colleague)).toEqual(['2份作品在等批阅', false])
  await (
    await aStudentOf(task)
  )()
  expect(await bell(colleague)).toEqual(['3份作品在等批阅', true])
})

test('a work that a teacher has open and leaves undecided stays in the bells of both reviewers, whatever a colleague decides meanwhile', async () => {
  const { db } = school.app
  const { task, teacher, guild, review, submit_id } = await waiting()
  const colleague = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: colleague.id, role: 'teacher' })
  // Opened before anybody was told of it.
  await review(reviewsAdmin.open, { submit_id })
  const both = (count: number) => [teacher, colleague].map(({ id }) => [id, count])
  expect(await settled(task.id)).toEqual(both(1))
  const sent = await (await aStudentOf(task))()
  if (!('submit_id' in sent)) throw new Error('not sealed')
  expect(await settled(task.id)).toEqual(both(2))
  const other = school.as(colleague, { audience: 'admin', role: 'teacher' })
  await other(reviewsAdmin.open, { submit_id: sent.submit_id })
  await other(reviewsAdmin.decide, { submit_id: sent.submit_id, decision: 'pass', score: 80 })
  await review(reviewsAdmin.leave, { submit_id })
  expect(await settled(task.id)).toEqual(both(1))
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80 })
  expect(await settled(task.id)).toEqual([])
})
