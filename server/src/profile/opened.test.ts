import { afterEach, beforeEach, expect, test } from 'vitest'
import { profile } from '@tongchuang/contract/profile.ts'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { earn } from '../ledger/store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const zone = 'Asia/Shanghai'

test('on the day a level is reached it names the tasks that waited for it, until they are accepted; the next day none', async () => {
  const { db } = school.app
  const student = await aUser(db)
  const guild = await aGuild(db)
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  const show = await aTask(db, { guild_id: guild.id, title: '策划一次个人小展', min_level: 2 })
  const second = await aTask(db, { guild_id: guild.id, title: '替班刊写一篇', min_level: 2 })
  const third = await aTask(db, { guild_id: guild.id, title: '要三级', min_level: 3 })
  await aTask(db, { guild_id: guild.id, title: '谁都能做' })
  await aTask(db, { guild_id: guild.id, title: '已经结束', min_level: 2, close_at: school.clock.now() - 1_000 })
  await aTask(db, { guild_id: (await aGuild(db)).id, title: '别的公会', min_level: 2 })
  const opened = async () => (await school.as(student)(profile.get)).opened
  expect(await opened()).toEqual([])
  const award = { user_id: student.id, kind: 'pass', source_type: 'enrolment', guild_id: guild.id, zone } as const
  const reach = (source_id: number, points: number) =>
    db.transaction().execute((db) => earn(db, { ...award, source_id, points, now: school.clock.now() }))
  await reach(1, 40)
  const named = ({ id, title }: { id: number; title: string }) => ({ id, guild_id: guild.id, title })
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
  expect((await opened()).toSorted(byId)).toEqual([named(show), named(second)])
  await anEnrolment(db, second, { user_id: student.id, state: 'doing' })
  expect(await opened()).toEqual([named(show)])
  await reach(2, 70)
  expect((await opened()).toSorted(byId), 'two levels on one day').toEqual([named(show), named(third)])
  school.clock.move(24 * 3_600_000)
  await reach(3, 10)
  expect(await opened()).toEqual([])
})

test('what a level opens counts from where one began the day oneself, not from where a classmate did', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const [student, classmate] = [await aUser(db), await aUser(db)]
  for (const { id: user_id } of [student, classmate]) await aMember(db, { guild_id: guild.id, user_id })
  const task = await aTask(db, { guild_id: guild.id, min_level: 2 })
  const earns = (user_id: number, source_id: number) =>
    db.transaction().execute((db) =>
      earn(db, {
        ...{ user_id, kind: 'pass', source_type: 'enrolment', source_id, guild_id: guild.id, points: 40, zone },
        now: school.clock.now(),
      }),
    )
  await earns(classmate.id, 1)
  school.clock.move(24 * 3_600_000)
  await earns(classmate.id, 2)
  await earns(student.id, 3)
  expect((await school.as(student)(profile.get)).opened.map(({ id }) => id)).toEqual([task.id])
})
