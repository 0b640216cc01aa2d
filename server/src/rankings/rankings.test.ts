import { profile } from '@tongchuang/contract/profile.ts'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { rankingsAdmin } from '@tongchuang/contract/rankings.admin.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { earn } from '../ledger/store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { applyOutcome } from '../tasks/enrolment/outcome.ts'
import type { Task } from '../tasks/rules.ts'
import { settingsFor } from '../settings.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number; name: string }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db, { name: '代码工坊' })
})
afterEach(() => school.close())

const day = 24 * 3_600_000
const zone = 'Asia/Shanghai'
type Person = { id: number }

const follow = () => school.app.jobs.run('rankings.follow')
const join = async (user: Person, where: { id: number } = guild) =>
  aMember(school.app.db, { guild_id: where.id, user_id: user.id, joined_at: school.clock.now() })
const aStudent = async (nickname: string, given: object = {}): Promise<Person> => {
  const user = await aUser(school.app.db, { nickname, password_hash: '-', ...given })
  await join(user)
  return user
}

/** Tasks of equal weight. */
const tasksOf = (count: number, where: { id: number } = guild): Promise<Task[]> =>
  Promise.all(Array.from({ length: count }, () => aTask(school.app.db, { guild_id: where.id })))

/** Results released a moment ago. */
const give = async (user: Person, tasks: readonly Task[], percent: number): Promise<void> => {
  const at = school.clock.now()
  for (const task of tasks)
    await anEnrolment(school.app.db, task, {
      user_id: user.id,
      state: 'passed',
      percent_final: percent,
      released_at: at,
      accepted_at: at,
    })
}

/** A class of A and B, and three others who make the mean 80. */
const aClass = async () => {
  const [A, B] = [await aStudent('阿依古丽'), await aStudent('周子墨')]
  const others = [await aStudent('苏晓禾'), await aStudent('王一'), await aStudent('丹增卓玛')]
  const tasks = await tasksOf(12)
  await give(A, tasks.slice(0, 3), 100)
  await give(B, tasks, 95)
  for (const other of others) await give(other, tasks.slice(0, 4), 60)
  await follow()
  return { A, B, others, tasks }
}

/** Experience for something done now; `source_id` tells what. */
const gain = (user: Person, points: number, source_id: number): Promise<unknown> => {
  const source = { kind: 'pass', source_type: 'enrolment', source_id, guild_id: guild.id } as const
  return school.app.db
    .transaction()
    .execute((db) => earn(db, { ...source, user_id: user.id, now: school.clock.now(), zone, points }))
}

const showAll = () => school.app.changeSettings({ rankings: 'site', ranking_values: true })
const best = (user: Person, given: object = {}) => school.as(user)(rankings.excellent, { guild_id: guild.id, ...given })
const hardest = (user: Person, given: object = {}) =>
  school.as(user)(rankings.workHard, { guild_id: guild.id, ...given })

test('three times 100 is less than twelve times 95: 90.0 and 92.0', async () => {
  await showAll()
  const { A, B } = await aClass()
  const shown = await best(A)
  expect(shown).toMatchObject({
    period: 'term-2026-09-01',
    period_name: '第一学期',
    eligible: 5,
    scope: { guild_id: guild.id, guild_name: '代码工坊' },
  })
  expect(shown.list.map(({ nickname, rank, value, detail, is_me }) => [nickname, rank, value, detail, is_me])).toEqual([
    ['周子墨', 1, 92, 12, false],
    ['阿依古丽', 2, 90, 3, true],
    ['苏晓禾', 3, 68.6, 4, false],
    ['王一', 3, 68.6, 4, false],
    ['丹增卓玛', 3, 68.6, 4, false],
  ])
  expect(shown.me).toEqual({ rank: 2, change: null, value: 90, detail: 3, to_next: 2 })
  expect((await best(B)).me).toMatchObject({ rank: 1, to_next: null })
})

test('a new school compares within a guild and keeps the numbers of others to themselves', async () => {
  const { A, B } = await aClass()
  const shown = await school.as(A)(rankings.excellent, {})
  expect(shown.scope.guild_name).toBe('代码工坊')
  expect(shown.list.map(({ value }) => value)).toEqual([null, 90, null, null, null])
  expect([shown.me.value, shown.me.to_next]).toEqual([90, null])
  expect((await school.as(B)(catalog.classDetail, { guild_id: guild.id })).me).toMatchObject({
    rank_excellent: 1,
    rank_workhard: null,
  })
  await school.app.changeSettings({ rankings: 'off' })
  await expect(best(A)).rejects.toMatchObject({ reason: 'RANKINGS_OFF' })
  expect((await school.as(B)(catalog.classDetail, { guild_id: guild.id })).me.rank_excellent).toBeNull()
})

test('in a school for minors a student reads their own place and number, and learns of nobody else’s', async () => {
  await school.app.changeSettings({ rankings: 'site', ...settingsFor('minors') })
  const { A, others } = await aClass()
  const shown = await best(A)
  expect(shown).toMatchObject({ reason: 'OWN_ONLY', eligible: 5, list: [], neighbours: [] })
  expect(shown.me).toEqual({ rank: 2, change: null, value: 90, detail: 3, to_next: null })
  for (const [at, other] of others.entries()) await gain(other, 10 * (at + 1), 300 + at)
  await follow()
  const effort = await hardest(others[0]!)
  const strangers = [...effort.list, ...effort.neighbours].filter(({ is_me }) => !is_me)
  expect(strangers.map(({ user_id, nickname, avatar }) => [user_id, nickname, avatar])).toEqual(
    strangers.map(() => [null, '同学', null]),
  )
})

test('who hides is gone at once, the others close up, and nothing is taken from their own view or the teacher’s', async () => {
  await showAll()
  const { A, B } = await aClass()
  await school.as(B)(profile.update, { ranking_visibility: 'hidden' })
  // Before anything is counted again.
  expect((await best(A)).list.map(({ nickname }) => nickname)).not.toContain('周子墨')
  await follow()
  // Four are too few to be compared.
  expect(await best(A)).toMatchObject({
    reason: 'TOO_FEW',
    eligible: 4,
    list: [],
    neighbours: [],
    me: { rank: null, value: 90 },
  })
  await give(await aStudent('欧阳思源'), await tasksOf(3), 80)
  await follow()
  const shown = await best(A)
  expect(shown.list.map(({ nickname, rank }) => [nickname, rank]).slice(0, 2)).toEqual([
    ['阿依古丽', 1],
    ['欧阳思源', 2],
  ])
  expect((await best(B)).me).toMatchObject({ rank: 1, reason: 'HIDDEN', value: 92 })
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const { places } = await school.as(teacher, { audience: 'admin', role: 'teacher' })(rankingsAdmin.list, {
    list: 'excellent',
    guild_id: guild.id,
  })
  expect(places.list.find(({ user_id }) => user_id === B.id)).toMatchObject({
    nickname: '周子墨',
    hidden: true,
    value: 92,
  })
})

test('an anonymous student keeps the place without name, picture, level and guild, and still sees themselves', async () => {
  await showAll()
  const { A, B } = await aClass()
  await school.as(B)(profile.update, { ranking_visibility: 'anonymous' })
  const [first] = (await best(A)).list
  expect(first).toEqual({
    rank: 1,
    change: null,
    user_id: null,
    nickname: '同学',
    avatar: null,
    level: null,
    guild_name: null,
    value: 92,
    detail: 12,
    is_me: false,
  })
  expect((await best(B)).list[0]).toMatchObject({ nickname: '周子墨', is_me: true })
})

test('over the whole site a guild is named for those who are in one only, and a hidden guild never is', async () => {
  await showAll()
  const { A, B, others } = await aClass()
  await join(B, await aGuild(school.app.db))
  await school.app.db
    .updateTable('guild_members')
    .set({ status: 'left' })
    .where('user_id', '=', others[0]!.id)
    .execute()
  await join(others[0]!, await aGuild(school.app.db, { visibility: 'hidden' }))
  await school.app.jobs.run('rankings.check')
  const shown = await school.as(A)(rankings.excellent, {})
  expect(shown.scope).toEqual({ guild_id: null, guild_name: null })
  expect(shown.list.map(({ nickname, guild_name }) => [nickname, guild_name])).toEqual([
    ['周子墨', null],
    ['阿依古丽', '代码工坊'],
    ['苏晓禾', null],
    ['王一', '代码工坊'],
    ['丹增卓玛', '代码工坊'],
  ])
})

test('a result that is held moves nothing, and its release does; a correction replaces it', async () => {
  await showAll()
  const { db } = school.app
  const { A, others } = await aClass()
  const [task] = await tasksOf(1)
  const row = await anEnrolment(db, task!, { user_id: A.id, state: 'submitted', percent_final: null })
  const before = await best(A)
  await follow()
  expect(await best(A)).toEqual(before)
  const by = { actor_id: null, now: school.clock.now(), zone }
  await db
    .transaction()
    .execute((db) =>
      applyOutcome(db, { task: task!, enrolment: row, decision: 'fail', score: 10, percent_final: 10, ...by }),
    )
  await follow()
  const released = await best(A)
  expect(released.me.value).toBeLessThan(before.me.value!)
  expect((await best(others[0]!)).me.value).toBeLessThan(68.6)
  const failed = { ...row, state: 'failed' as const, released_at: by.now, score: 10 }
  await db.transaction().execute((db) =>
    applyOutcome(db, {
      task: task!,
      enrolment: failed,
      decision: 'pass',
      score: 100,
      percent_final: 100,
      correction: true,
      ...by,
    }),
  )
  await follow()
  expect((await best(A)).me).toMatchObject({ detail: 4 })
  expect((await best(A)).me.value).toBeGreaterThan(before.me.value!)
})

test('a main task somebody let pass counts 0 from its close on; one given up early does not before', async () => {
  await showAll()
  const { A, others } = await aClass()
  const close_at = school.clock.now() + 3 * day
  const main = await aTask(school.app.db, { guild_id: guild.id, type: 'main', close_at, due_at: close_at })
  await anEnrolment(school.app.db, main, { user_id: others[1]!.id, state: 'aborted', accepted_at: school.clock.now() })
  await anEnrolment(school.app.db, main, {
    user_id: A.id,
    state: 'passed',
    percent_final: 100,
    released_at: school.clock.now(),
  })
  const newcomer = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: newcomer.id, joined_at: close_at - day })
  await school.app.jobs.run('rankings.check')
  expect((await best(others[1]!)).me.detail).toBe(4)
  school.clock.set(close_at)
  await school.app.jobs.run('tasks.expire')
  await follow()
  expect((await best(others[1]!)).me.detail).toBe(5)
  expect((await best(others[0]!)).me.detail).toBe(5)
  expect((await best(A)).me.detail).toBe(4)
  expect((await best(newcomer)).me).toMatchObject({ rank: null, reason: 'NOTHING_YET' })
})

test('effort of the week: experience and active days, ties in their order, and how places moved since last week', async () => {
  await showAll()
  const people: Person[] = []
  for (const name of ['甲', '乙', '丙', '丁', '戊']) people.push(await aStudent(name)) // equal places stand in the order of joining
  for (const [at, user] of people.entries()) await gain(user, 10 * (at + 1), at)
  await follow()
  school.clock.move(7 * day)
  for (const [at, user] of people.entries()) await gain(user, [50, 20, 20, 20, 10][at]!, 100 + at)
  school.clock.move(day)
  await gain(people[3]!, 10, 203)
  await gain(people[2]!, 10, 202)
  await follow()
  const shown = await hardest(people[0]!)
  expect(shown).toMatchObject({ period: 'week-2026-10-19', earlier: 'week-2026-10-12' })
  expect(
    shown.list.map(({ nickname, rank, value, detail, change }) => [nickname, rank, value, detail, change]),
  ).toEqual([
    ['甲', 1, 50, 1, 4],
    ['丙', 2, 30, 2, 1],
    ['丁', 2, 30, 2, 0],
    ['乙', 3, 20, 1, 1],
    ['戊', 4, 10, 1, -3],
  ])
  expect((await hardest(people[0]!, { period: 'week-2026-10-12' })).list[0]).toMatchObject({
    nickname: '戊',
    value: 50,
  })
  await expect(hardest(people[0]!, { period: 'week-2030-01-07' })).rejects.toMatchObject({ reason: 'INVALID' })
})

test('a guild shows nothing, the top, or also who is right around its reader; its staff are in none', async () => {
  await showAll()
  const { A, B, others } = await aClass()
  await school.app.db.updateTable('guilds').set({ ranking_mode: 'top+neighbours' }).execute()
  const around = await best(others[0]!, { limit: 1 })
  expect([around.list, around.neighbours].map((rows) => rows.map(({ nickname }) => nickname))).toEqual([
    ['周子墨'],
    ['阿依古丽'],
  ])
  await school.app.db.updateTable('guilds').set({ ranking_mode: 'off' }).execute()
  expect(await best(A)).toMatchObject({ reason: 'OFF', list: [], eligible: 0, me: { rank: null, value: 90 } })
  await school.app.db.updateTable('guilds').set({ ranking_mode: 'top' }).execute()
  await school.app.db.updateTable('guild_members').set({ role: 'assistant' }).where('user_id', '=', B.id).execute()
  expect((await best(A)).list.map(({ nickname }) => nickname)).not.toContain('周子墨')
  expect((await best(B)).me).toMatchObject({ rank: null, reason: 'STAFF' })
})

test('a term’s list never changes again 14 days after its end', async () => {
  await showAll()
  const { A, tasks } = await aClass()
  const end = Date.parse('2027-01-31T16:00:00Z')
  const correct = async (now: number): Promise<number | null> => {
    school.clock.set(now)
    await school.app.db.updateTable('enrolments').set({ percent_final: 50 }).where('user_id', '=', A.id).where('task_id', '=', tasks[now < end + 14 * day ? 0 : 1]!.id).execute() // prettier-ignore
    await school.app.jobs.run('rankings.check')
    return (await best(A, { period: 'term-2026-09-01' })).me.value
  }
  const corrected = await correct(end + 14 * day - 1)
  expect(corrected).toBeLessThan(90)
  expect(await correct(end + 14 * day)).toBe(corrected)
})

test('an assistant without the switch for grades, and a teacher of another guild, do not see the names', async () => {
  const { db } = school.app
  const [assistant, stranger, admin] = [
    await aUser(db, { roles: ['assistant'] }),
    await aUser(db, { roles: ['teacher'] }),
    await aUser(db, { roles: ['admin'] }),
  ]
  await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
  const as = (user: Person, role: 'assistant' | 'teacher' | 'admin') => school.as(user, { audience: 'admin', role })
  await expect(
    as(assistant, 'assistant')(rankingsAdmin.list, { list: 'excellent', guild_id: guild.id }),
  ).rejects.toMatchObject({ reason: 'ROLE' })
  await expect(
    as(stranger, 'teacher')(rankingsAdmin.list, { list: 'excellent', guild_id: guild.id }),
  ).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  await expect(as(stranger, 'teacher')(rankingsAdmin.list, { list: 'excellent' })).rejects.toMatchObject({
    reason: 'ROLE',
  })
  expect((await as(admin, 'admin')(rankingsAdmin.list, { list: 'workhard' })).places.list).toEqual([])
})

test('a result of a task in the trash counts for nobody, and who has left the guild is gone from its list at once', async () => {
  await showAll()
  const tasks = await tasksOf(4)
  const people: Person[] = []
  for (const nickname of ['阿依古丽', '周子墨', '苏晓禾', '王一', '丹增卓玛']) people.push(await aStudent(nickname))
  for (const person of people) await give(person, tasks, 90)
  await school.app.db.updateTable('tasks').set({ status: 'trashed' }).where('id', '=', tasks[0]!.id).execute()
  await follow()
  expect((await best(people[0]!)).list.map(({ nickname, detail }) => [nickname, detail])).toEqual(
    expect.arrayContaining([
      ['阿依古丽', 3],
      ['周子墨', 3],
    ]),
  )
  await school.app.db
    .updateTable('guild_members')
    .set({ status: 'left' })
    .where('user_id', '=', people[1]!.id)
    .execute()
  // Before anything is counted again.
  expect((await best(people[0]!)).list.map(({ nickname }) => nickname)).not.toContain('周子墨')
})
