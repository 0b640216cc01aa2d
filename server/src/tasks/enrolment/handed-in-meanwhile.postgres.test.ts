import { guilds } from '@tongchuang/contract/guilds.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGuild, aPersonIn } from '../../guilds/factory.ts'
import { meeting } from '../../testing/meeting.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const db = () => school.app.db

/** Two students who are doing a task; one of them hands it in while staff do something for both. */
const aClassAtWork = async () => {
  const guild = await aGuild(db())
  const teacher = await aPersonIn(db(), { guild_id: guild.id, role: 'teacher' })
  const students = [
    await aPersonIn(db(), { guild_id: guild.id, role: 'student' }),
    await aPersonIn(db(), { guild_id: guild.id, role: 'student' }),
  ]
  const task = await aTask(db(), { guild_id: guild.id })
  const [first] = [
    await anEnrolment(db(), task, { user_id: students[0]!.id }),
    await anEnrolment(db(), task, { user_id: students[1]!.id }),
  ]
  const held = (holder: ReturnType<typeof db>) =>
    holder.selectFrom('enrolments').select('id').where('id', '=', first.id).forUpdate().execute()
  const handIn = () =>
    school.as(students[0]!)(submissions.submit, { task_id: task.id, content: '写好了', key: 'at-this-moment' })
  const forBoth = { task_id: task.id, user_ids: students.map(({ id }) => id), reason: '停电了' }
  const statesOf = async () =>
    (
      await db()
        .selectFrom('enrolments')
        .select(['state', 'extended_until'])
        .where('task_id', '=', task.id)
        .orderBy('id')
        .execute()
    ).map(({ state, extended_until }) => [state, extended_until])
  const leave = () => school.as(students[0]!)(guilds.leave, { guild_id: guild.id })
  const as = school.as(teacher, { audience: 'admin', role: 'teacher' })
  return { as, first, held, handIn, leave, forBoth, statesOf }
}

test('more time that a teacher gives a class while one of it hands in is given to everybody', async () => {
  const { as, held, handIn, forBoth, statesOf } = await aClassAtWork()
  const until = school.clock.now() + 86_400_000
  const extend = () => as(tasksAdmin.extend, { ...forBoth, until: new Date(until).toISOString() })
  expect(await meeting(db(), held, [handIn, extend])).toEqual(['done', 'done'])
  expect(await statesOf()).toEqual([
    ['submitted', until],
    ['doing', until],
  ])
})

test('a class that a teacher excuses while one of it hands in is excused', async () => {
  const { as, held, handIn, forBoth, statesOf } = await aClassAtWork()
  const excuse = () => as(tasksAdmin.excuse, forBoth)
  expect(await meeting(db(), held, [handIn, excuse])).toEqual(['done', 'done'])
  expect((await statesOf()).map(([state]) => state)).toEqual(['excused', 'excused'])
})

test('a work that is being submitted when its student leaves the guild stays submitted, and leaving succeeds at the first attempt', async () => {
  const { handIn, leave, statesOf, first } = await aClassAtWork()
  await db().insertInto('ledger_totals').values({ user_id: first.user_id }).execute()
  // What the hand-in still has to write once it has read that its student is in the guild.
  const held = (holder: ReturnType<typeof db>) =>
    holder.selectFrom('ledger_totals').select('user_id').where('user_id', '=', first.user_id).forUpdate().execute()
  const leaveAndTell = async () => {
    await leave()
    await school.app.events.drain()
  }
  expect(await meeting(db(), held, [handIn, leaveAndTell])).toEqual(['done', 'done'])
  expect((await statesOf()).map(([state]) => state)).toEqual(['submitted', 'doing'])
})
