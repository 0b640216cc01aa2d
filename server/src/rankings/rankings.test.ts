import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { applyOutcome } from '../tasks/enrolment/outcome.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { rankedClass, type Person } from '../testing/ranked-class.ts'

let school: School
let guild: { id: number; name: string }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db, { name: '代码工坊' })
})
afterEach(() => school.close())

const day = 24 * 3_600_000
const zone = 'Asia/Shanghai'

const { follow, aStudent, aTeacher, tasksOf, give, aClass, gain, showAll, best, hardest } = rankedClass(() => ({
  school,
  guild,
}))

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
  ])
  expect(shown.me).toEqual({ rank: 2, change: null, value: 90, detail: 3, to_next: 2 })
  expect((await best(B)).me).toMatchObject({ rank: 1, to_next: null })
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
  const shown = await hardest(await aTeacher())
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

test('a student reads the better half of a list at most, nobody else’s place below it, and never who is last; a teacher reads all', async () => {
  await showAll()
  await school.app.db.updateTable('guilds').set({ ranking_mode: 'top+neighbours' }).execute()
  const names = ['甲', '乙', '丙', '丁', '戊', '己', '庚']
  const people: Person[] = []
  for (const name of names) people.push(await aStudent(name))
  for (const [at, user] of people.entries()) await gain(user, 10 * (7 - at), at)
  await follow()
  const seenBy = async (user: Person) => {
    const { list, neighbours, me } = await hardest(user, { limit: 50 })
    return [list, neighbours].map((rows) => rows.map(({ nickname }) => nickname).join('')).concat(`${me.rank}`)
  }
  expect(await Promise.all(people.map(seenBy))).toEqual([
    ['甲乙丙丁', '', '1'],
    ['甲乙丙丁', '', '2'],
    ['甲乙丙丁', '', '3'],
    ['甲乙丙丁', '戊', '4'],
    ['甲乙丙丁', '己', '5'],
    ['甲乙丙丁', '戊', '6'],
    ['甲乙丙丁', '己', '7'],
  ])
  expect((await hardest(await aTeacher())).list.map(({ nickname }) => nickname)).toEqual(names)
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

test('an assistant reads the places of a class as its students do, and to the last where they may see grades', async () => {
  await showAll()
  const { B } = await aClass()
  const { db } = school.app
  await db.updateTable('guilds').set({ ranking_mode: 'top' }).execute()
  const part = (can_see_grades: boolean) =>
    db.updateTable('guild_members').set({ role: 'assistant', can_see_grades }).where('user_id', '=', B.id).execute()
  await part(false)
  const asStudents = await best(B, { limit: 50 })
  await part(true)
  const whole = await best(B, { limit: 50 })
  expect(asStudents.list).toEqual(whole.list.slice(0, Math.ceil(whole.eligible / 2)))
  expect(whole.list.length).toBeGreaterThan(asStudents.list.length)
})

test('a term’s list never changes again 14 days after its end', async () => {
  await showAll()
  const { A, tasks } = await aClass()
  const end = Date.parse('2027-01-31T16:00:00Z')
  const correct = async (now: number): Promise<number | null> => {
    school.clock.set(now)
    await school.app.db
      .updateTable('enrolments')
      .set({ percent_final: 50 })
      .where('user_id', '=', A.id)
      .where('task_id', '=', tasks[now < end + 14 * day ? 0 : 1]!.id)
      .execute()
    await school.app.jobs.run('rankings.check')
    return (await best(A, { period: 'term-2026-09-01' })).me.value
  }
  const corrected = await correct(end + 14 * day - 1)
  expect(corrected).toBeLessThan(90)
  expect(await correct(end + 14 * day)).toBe(corrected)
})

test('terms whose dates are put right have their lists within a minute, and a list that has closed stays as it is', async () => {
  await showAll()
  const { A } = await aClass()
  const { db } = school.app
  await db.updateTable('tasks').set({ updated_at: school.clock.now() }).execute()
  await follow()
  school.clock.move(10 * 60_000)
  await follow()
  await school.app.changeSettings({ terms: [{ name: '秋季', begin: '09-07', end: '01-20' }] })
  await follow()
  const best7 = await best(A)
  expect(best7).toMatchObject({ period: 'term-2026-09-07', me: { value: 90 } })
  expect(best7).toMatchObject({ eligible: 5, list: { length: 3 } })

  school.clock.move(10 * day)
  await follow()
  const lastWeek = () => best(A, { period: 'week-2026-10-12' })
  const before = await lastWeek()
  await db.updateTable('enrolments').set({ percent_final: 50 }).where('user_id', '=', A.id).execute()
  await school.app.changeSettings({ terms: [{ name: '秋季', begin: '09-08', end: '01-20' }] })
  const faults: unknown[] = []
  vi.spyOn(school.app.log, 'error').mockImplementation((...said: unknown[]) => void faults.push(said))
  await school.app.jobs.run('rankings.check')
  expect(faults).toEqual([])
  expect((await best(A)).period).toBe('term-2026-09-08')
  expect((await best(A)).me.value).toBeLessThan(90)
  expect(await lastWeek()).toEqual(before)
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
  // Before the next recount.
  expect((await best(people[0]!)).list.map(({ nickname }) => nickname)).not.toContain('周子墨')
})
