import { profile } from '@tongchuang/contract/profile.ts'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { rankingsAdmin } from '@tongchuang/contract/rankings.admin.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { settingsFor } from '../settings.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { rankedClass, type Person } from '../testing/ranked-class.ts'

let school: School
let guild: { id: number; name: string }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db, { name: '代码工坊' })
})
afterEach(() => school.close())

const { follow, join, aStudent, tasksOf, give, aClass, gain, showAll, best, hardest } = rankedClass(() => ({
  school,
  guild,
}))

test('a new school compares within a guild and keeps the numbers of others to themselves', async () => {
  const { A, B } = await aClass()
  const shown = await school.as(A)(rankings.excellent, {})
  expect(shown.scope.guild_name).toBe('代码工坊')
  expect(shown.list.map(({ value }) => value)).toEqual([null, 90, null])
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
  // Before the next recount.
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
  ])
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
