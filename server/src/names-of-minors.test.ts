import { catalog } from '@tongchuang/contract/catalog.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { search } from '@tongchuang/contract/search.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aGuild, aMember } from './guilds/factory.ts'
import { addLike } from './works/store.ts'
import { aSubmission } from './submissions/factory.ts'
import { anEnrolment, aTask } from './tasks/factory.ts'
import { testApp, type School } from './testing/test-app.ts'

const day = 24 * 3_600_000
const realName = '林知夏'
type Person = { id: number }

let school: School
/** The class of the student a list added, and another guild. */
let [own, other] = [{ id: 0 }, { id: 0 }]
/** A student a list added; a classmate; a student of another guild. */
let [listed, fellow, stranger]: [Person, Person, Person] = [{ id: 0 }, { id: 0 }, { id: 0 }]

beforeEach(async () => {
  school = await testApp()
  await school.app.changeSettings({ school_kind: 'minors' })
  const { db } = school.app
  own = await aGuild(db, { name: '七（1）班' })
  other = await aGuild(db, { name: '天文社' })
  listed = await aUser(db, { nickname: realName, real_name: realName, nickname_given: true, password_hash: '-' })
  fellow = await aUser(db, { nickname: '同班', password_hash: '-' })
  stranger = await aUser(db, { nickname: '别班', password_hash: '-' })
  for (const { id } of [listed, fellow]) await aMember(db, { guild_id: own.id, user_id: id })
  await aMember(db, { guild_id: other.id, user_id: stranger.id })
})
afterEach(() => school.close())

/** A work on show for the whole school. */
const aWork = async (author: Person, guild: Person) => {
  const past = school.clock.now() - day
  const task = await aTask(school.app.db, { guild_id: guild.id, status: 'closed', due_at: past, close_at: past })
  const row = await anEnrolment(school.app.db, task, { user_id: author.id, state: 'passed' })
  const version = await aSubmission(school.app.db, row, { title: '夜空', status: 'released', share: 'site', score: 80 })
  await school.app.jobs.run('search.follow')
  return version
}

/** The results of one read for the classmate and for the stranger. */
const readings = async <T>(read: (reader: Person) => Promise<T>): Promise<[fellow: T, stranger: T]> => [
  await read(fellow),
  await read(stranger),
]

const authors = async (reader: Person, filter = {}) =>
  (await school.as(reader)(works.list, filter)).list.map(({ author }) => author.nickname)

test('a shared work shows its author’s name in their guilds alone, and links to their works nowhere else', async () => {
  await aWork(listed, own)
  expect(await readings((reader) => authors(reader))).toEqual([[realName], ['']])
  const [card] = (await school.as(stranger)(works.list, {})).list
  expect(card?.author).toEqual({ user_id: null, nickname: '', avatar: '' })
  expect(await readings((reader) => authors(reader, { student_id: listed.id }))).toEqual([[realName], []])
  expect(await authors(listed)).toEqual([realName])
})

test('works are not found by a name that the reader may not see', async () => {
  await aWork(listed, own)
  expect(await readings((reader) => authors(reader, { keyword: '知夏' }))).toEqual([[realName], []])
})

test('a search shows a work without the name of its author, and finds nobody by it', async () => {
  await aWork(listed, own)
  const found = async (reader: Person, q: string) =>
    (await school.as(reader)(search.search, { q })).groups.flatMap(({ list }) => list)
  const named = await readings(async (reader) => (await found(reader, '夜空')).map(({ author }) => author))
  expect(named).toEqual([[realName], [null]])
  expect(await readings(async (reader) => (await found(reader, '知夏')).map(({ title }) => title))).toEqual([
    [realName],
    [],
  ])
})

test('an author sees a like of somebody outside their guilds as one of a fellow student', async () => {
  const recent = async (author: Person, guild: Person) => {
    const { id } = await aWork(author, guild)
    await addLike(school.app.db, { submission_id: id, user_id: listed.id, created_at: school.clock.now() })
    const answer = await school.as(author)(works.likes, { submit_ids: [id] })
    return [answer].flat().flatMap((state) => ('recent' in state ? state.recent : []))
  }
  expect([await recent(fellow, own), await recent(stranger, other)]).toEqual([[realName], ['同学']])
})

test('the ranking of the site shows the name of an account made by a list in its own guilds alone', async () => {
  await school.app.changeSettings({ rankings: 'site', ranking_list: 'names' })
  const tasks = await Promise.all([1, 2, 3].map(() => aTask(school.app.db, { guild_id: own.id })))
  const others = await Promise.all([1, 2, 3].map((n) => aUser(school.app.db, { nickname: `人${n}` })))
  const at = school.clock.now()
  for (const { id } of [listed, fellow, ...others])
    for (const task of tasks)
      await anEnrolment(school.app.db, task, {
        ...{ user_id: id, state: 'passed', percent_final: id === listed.id ? 95 : 70 },
        ...{ released_at: at, accepted_at: at },
      })
  await school.app.jobs.run('rankings.follow')
  const first = await readings(async (reader) => (await school.as(reader)(rankings.excellent, {})).list[0])
  expect(first.map((place) => [place?.nickname, place?.user_id, place?.avatar])).toEqual([
    [realName, listed.id, ''],
    ['同学', null, null],
  ])
})

test('a post of a former member is shown as a fellow student’s', async () => {
  const task = await aTask(school.app.db, { guild_id: own.id })
  await school.as(listed)(discussions.create, { task_id: task.id, content: '望远镜怎么对焦？' })
  const author = async () => (await school.as(fellow)(discussions.list, { task_id: task.id })).list[0]?.author
  expect(await author()).toMatchObject({ nickname: realName })
  await school.app.db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', listed.id).execute()
  expect(await author()).toMatchObject({ nickname: '同学', avatar: '' })
})

test('a former member reads no names of the members of a class', async () => {
  await aWork(listed, own)
  expect(await authors(fellow)).toEqual([realName])
  await school.app.db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', fellow.id).execute()
  expect(await authors(fellow)).toEqual([''])
})

test('the page of a guild does not show strangers the name of an assistant whose account a list made', async () => {
  await school.app.db.updateTable('guild_members').set({ role: 'assistant' }).where('user_id', '=', listed.id).execute()
  const staff = await readings(async (reader) => (await school.as(reader)(catalog.guild, { guild_id: own.id })).staff)
  expect(staff.map((people) => people.map(({ nickname }) => nickname))).toEqual([[realName], ['同学']])
})

test('a nickname that its owner chose is shown everywhere, and saving the given one again is no choice', async () => {
  await aWork(listed, own)
  await school.as(listed)(profile.update, { nickname: realName, introduction: '你好' })
  expect(await authors(stranger)).toEqual([''])
  expect((await school.as(listed)(profile.get)).nickname_given).toBe(true)
  expect((await school.as(listed)(profile.update, { nickname: '夏天' })).nickname_given).toBe(false)
  expect(await authors(stranger)).toEqual(['夏天'])
})

test('a school that is not for minors, or has not said so, shows every name', async () => {
  await aWork(listed, own)
  for (const school_kind of ['adults', null] as const) {
    await school.app.changeSettings({ school_kind })
    expect(await authors(stranger)).toEqual([realName])
    expect((await school.as(listed)(profile.get)).nickname_given).toBe(false)
  }
})
