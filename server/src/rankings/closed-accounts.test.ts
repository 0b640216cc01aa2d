import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { endMembership } from '../guilds/store.ts'
import { samplePassword } from '../sample-password.ts'
import { aTask, anEnrolment } from '../tasks/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { rankedClass, type Person } from '../testing/ranked-class.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 24 * 3_600_000
let school: School
let guild: { id: number }
let head: Person
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  head = await aUser(school.app.db, { roles: ['admin'] })
})
afterEach(() => school.close())

const { follow, aStudent, aTeacher, give, gain, showAll, hardest } = rankedClass(() => ({ school, guild }))
const admin = () => school.as(head, { audience: 'admin', role: 'admin' })

/** Lets the rankings catch up some minutes later, without rereading anything written before. */
const minutesLater = async () => {
  await school.app.events.drain()
  for (let times = 0; times < 2; times += 1) {
    school.clock.move(5 * 60_000)
    await follow()
  }
}

/** Six students of a class, the first with the most experience, as a ranking of the class shows them. */
const sixInAClass = async () => {
  await showAll()
  const people: Person[] = []
  for (const name of ['甲', '乙', '丙', '丁', '戊', '己']) {
    const person = await aStudent(name, { password: samplePassword, password_hash: undefined })
    await gain(person, 10 * (6 - people.length), people.length + 1)
    people.push(person)
  }
  await minutesLater()
  const [first, second] = people as [Person, Person]
  const teacher = await aTeacher()
  const seen = async () => {
    const { eligible, reason, list } = await hardest(teacher)
    return { eligible, reason, places: list.map(({ rank, nickname }) => `${rank} ${nickname}`) }
  }
  const everybody = { eligible: 6, places: ['1 甲', '2 乙', '3 丙', '4 丁', '5 戊', '6 己'] }
  return { first, second, seen, everybody }
}

test('a student whose account is closed leaves no gap in the list of the class, and stands in it once it is open again', async () => {
  const { first, second, seen, everybody } = await sixInAClass()
  expect(await seen()).toMatchObject(everybody)
  await admin()(peopleAdmin.setDisabled, { user_id: first.id, disabled: true })
  await minutesLater()
  expect(await seen()).toMatchObject({ eligible: 5, places: ['1 乙', '2 丙', '3 丁', '4 戊', '5 己'] })
  await admin()(peopleAdmin.setDisabled, { user_id: second.id, disabled: true })
  await minutesLater()
  expect(await seen()).toMatchObject({ eligible: 4, reason: 'TOO_FEW', places: [] })
  for (const { id } of [first, second]) await admin()(peopleAdmin.setDisabled, { user_id: id, disabled: false })
  await minutesLater()
  expect(await seen()).toMatchObject(everybody)
})

test('a student whose deletion is approved and then called off leaves no gap, and stands in the list again', async () => {
  const { first, seen, everybody } = await sixInAClass()
  await school.as(first)(privacy.askDeletion, { action: 'ask', password: samplePassword })
  await admin()(privacyAdmin.approve, { user_id: first.id })
  await minutesLater()
  expect(await seen()).toMatchObject({ eligible: 5, places: ['1 乙', '2 丙', '3 丁', '4 戊', '5 己'] })
  await admin()(privacyAdmin.refuse, { user_id: first.id, answer: '同学回来了' })
  await minutesLater()
  expect(await seen()).toMatchObject(everybody)
})

test('a student whose account is closed leaves no gap and stands in the list again, also if they assist elsewhere', async () => {
  const { first, seen, everybody } = await sixInAClass()
  await admin()(staffAdmin.setRoles, { user_id: first.id, roles: ['assistant'] })
  await admin()(staffAdmin.setDisabled, { user_id: first.id, disabled: true })
  await minutesLater()
  expect(await seen()).toMatchObject({ eligible: 5, places: ['1 乙', '2 丙', '3 丁', '4 戊', '5 己'] })
  await admin()(staffAdmin.setDisabled, { user_id: first.id, disabled: false })
  await minutesLater()
  expect(await seen()).toMatchObject(everybody)
})

/** The counted values of a user on the whole site, or in one guild; nothing without a row. */
const countedFor = async ({ id }: Person, guild_id = 0) =>
  (
    await school.app.db
      .selectFrom('ranking_rows')
      .select('counted')
      .where((where) => where.and({ user_id: id, guild_id }))
      .where('period', 'like', 'term-%')
      .executeTakeFirst()
  )?.counted

const teacherOf = async (...guilds: { id: number }[]) => {
  const user = await aUser(school.app.db, { roles: ['teacher'] })
  for (const { id } of guilds) await aMember(school.app.db, { guild_id: id, user_id: user.id, role: 'teacher' })
  return () => school.as(user, { audience: 'admin', role: 'teacher' })
}

test('a task that goes to the bin counts no more for a student who has left its class', async () => {
  const { db, events } = school.app
  const teacher = await teacherOf(guild)
  const student = await aStudent('甲')
  const given = { guild_id: guild.id, created_at: school.clock.now() - 30 * day }
  const tasks = [await aTask(db, given), await aTask(db, given)]
  await give(student, tasks, 90)
  await db
    .transaction()
    .execute((db) => endMembership(db, events, { guild_id: guild.id, user_id: student.id, status: 'left' }))
  await minutesLater()
  expect(await countedFor(student)).toBe(2)
  await teacher()(taskEditing.trash, { id: tasks[0]!.id })
  await minutesLater()
  expect(await countedFor(student)).toBe(1)
})

test('a task that goes to the bin counts no more, also if a task elsewhere was changed while the clock was ahead', async () => {
  const { db } = school.app
  const [teacher, student] = [await teacherOf(guild), await aStudent('甲')]
  const given = { guild_id: guild.id, created_at: school.clock.now() - 30 * day }
  const tasks = [await aTask(db, given), await aTask(db, given)]
  await give(student, tasks, 90)
  await aTask(db, { guild_id: (await aGuild(db)).id, updated_at: school.clock.now() + 30 * day })
  await minutesLater()
  expect(await countedFor(student)).toBe(2)
  await teacher()(taskEditing.trash, { id: tasks[0]!.id })
  await minutesLater()
  expect(await countedFor(student)).toBe(1)
})

test('a main task that is taken out of its set is missed where it was done in another class only', async () => {
  const { db } = school.app
  const other = await aGuild(db)
  const teacher = await teacherOf(guild, other)
  const student = await aStudent('甲')
  const long_ago = school.clock.now() - 30 * day
  await aMember(db, { guild_id: other.id, user_id: student.id, joined_at: long_ago })
  await db.updateTable('guild_members').set({ joined_at: long_ago }).where('user_id', '=', student.id).execute()
  const set_id = await makeSet(db, { owner_id: head.id, title: '食堂排队', now: school.clock.now() })
  const ended = school.clock.now() - day
  const given = {
    type: 'main',
    status: 'closed',
    set_id,
    due_at: ended,
    close_at: ended,
    created_at: long_ago,
  } as const
  const here = await aTask(db, { guild_id: guild.id, ...given })
  const there = await aTask(db, { guild_id: other.id, ...given })
  await anEnrolment(db, there, {
    user_id: student.id,
    state: 'passed',
    percent_final: 80,
    released_at: school.clock.now(),
    accepted_at: ended - day,
  })
  await minutesLater()
  expect([await countedFor(student, guild.id), await countedFor(student, other.id)]).toEqual([undefined, 1])
  await teacher()(taskSetsAdmin.takeOut, { id: here.id })
  await minutesLater()
  expect([await countedFor(student, guild.id), await countedFor(student, other.id)]).toEqual([1, 1])
})
