import { search } from '@tongchuang/contract/search.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let me: { id: number }
let author: { id: number }
let guild: { id: number }
beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  me = await aUser(db, { nickname: '林雨桐', password_hash: '-' })
  author = await aUser(db, { nickname: '苏晓禾', password_hash: '-' })
  guild = await aGuild(db, { name: '数学建模组' })
  for (const { id } of [me, author]) await aMember(db, { guild_id: guild.id, user_id: id })
})
afterEach(() => school.close())

const index = () => school.app.jobs.run('search.follow')
const find = async (q: string, given: object = {}, as = me) =>
  (await school.as(as)(search.search, { q, ...given })).groups
const titles = async (q: string, given: object = {}, as = me) =>
  (await find(q, given, as)).flatMap(({ kind, list }) => list.map(({ title }) => `${kind} ${title}`))

/** A work on show: released, passed, shared, its task closed. */
const aWork = async (title: string, given: object = {}, where: { id: number } = guild) => {
  const { db } = school.app
  const task = await aTask(db, { guild_id: where.id, status: 'closed' })
  const row = await anEnrolment(db, task, { user_id: author.id, state: 'passed' })
  return aSubmission(db, row, {
    title,
    content: '三天的数据里有一天下雨。',
    status: 'released',
    share: 'guild',
    ...given,
  })
}

test('two characters of a title are enough, also in its middle; Latin words by their beginning; people by a part of the name', async () => {
  const { db } = school.app
  await aTask(db, { guild_id: guild.id, title: '食堂排队要等多久？' })
  await aTask(db, { guild_id: guild.id, title: '用 Python 写一个随机点名器' })
  await aWork('食堂里的排队观察')
  await index()
  expect(await titles('排队')).toEqual(['task 食堂排队要等多久？', 'work 食堂里的排队观察'])
  expect(await titles('队')).toEqual(['task 食堂排队要等多久？', 'work 食堂里的排队观察'])
  expect(await titles('食堂 观察')).toEqual(['work 食堂里的排队观察'])
  expect(await titles('下雨')).toEqual(['work 食堂里的排队观察'])
  expect(await titles('PYTH')).toEqual(['task 用 Python 写一个随机点名器'])
  expect(await titles('晓禾')).toEqual(['person 苏晓禾'])
  expect([await titles('堂食'), await titles('百分之百%'), await titles('？！'), await titles('" OR *')]).toEqual([
    [],
    [],
    [],
    [],
  ])
  expect((await find('排队', { kind: 'work' }))[0]!.list[0]).toMatchObject({
    author: '苏晓禾',
    guild_name: '数学建模组',
    text: '三天的数据里有一天下雨。',
  })
})

test('a title is found as it stands and as it is typed, in any width and case', async () => {
  const { db } = school.app
  for (const title of ['第１单元小测', 'Ａ卷讲评', '用 Ｐｙｔｈｏｎ 画图', '第②课时', 'Ёлка'])
    await aTask(db, { guild_id: guild.id, title })
  const fox = await aUser(db, { nickname: '小狐狸２号', password_hash: '-' })
  await aMember(db, { guild_id: guild.id, user_id: fox.id })
  for (const [title, ...typed] of [
    ['task 第１单元小测', '第１单元', '第1单元'],
    ['task Ａ卷讲评', 'Ａ卷', 'A卷', 'a卷'],
    ['task 用 Ｐｙｔｈｏｎ 画图', 'Ｐｙｔｈｏｎ', 'python'],
    ['task 第②课时', '第②课时', '第2课'],
    ['task Ёлка', 'Ёлка', 'ёлка'],
    ['person 小狐狸２号', '狐狸２号', '狐狸2号'],
  ])
    for (const q of typed) expect([q, await titles(q)]).toEqual([q, [title]])
})

test('what is not to be seen is not found: drafts, other guilds, works that are held, hidden, unshared or not over yet', async () => {
  const { db } = school.app
  const foreign = await aGuild(db, { visibility: 'hidden' })
  const stranger = await aUser(db, { nickname: '秘密同学', password_hash: '-' })
  await aMember(db, { guild_id: foreign.id, user_id: stranger.id })
  await aMember(db, { guild_id: foreign.id, user_id: me.id, status: 'left' })
  await aTask(db, { guild_id: guild.id, title: '秘密草稿', status: 'draft' })
  await aTask(db, { guild_id: guild.id, title: '秘密旧任务', status: 'trashed' })
  await aTask(db, { guild_id: foreign.id, title: '秘密任务' })
  await aWork('秘密：还没公布', { status: 'reviewed' })
  await aWork('秘密：没有分享', { share: 'none' })
  await aWork('秘密：被隐藏', { hidden: true })
  await aWork('秘密：别的公会', { share: 'guild' }, foreign)
  await aWork('秘密：等老师同意', { share_state: 'waiting' })
  const shown = await aWork('不再秘密')
  await index()
  expect(await titles('秘密')).toEqual(['work 不再秘密'])
  await db.updateTable('users').set({ ranking_visibility: 'anonymous' }).where('id', '=', author.id).execute()
  expect((await find('秘密', { kind: 'work' }))[0]!.list[0]!.author).toBeNull()
  // Taking back hides at once, without a word to the index.
  await db.updateTable('submissions').set({ share: 'none' }).where('id', '=', shown.id).execute()
  expect(await titles('秘密')).toEqual([])
  await db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', author.id).execute()
  expect(await titles('苏晓禾')).toEqual([])
})

test('a long list goes on where it ended, whatever comes meanwhile', async () => {
  for (let at = 1; at <= 7; at += 1) await aWork(`观察日记 ${at}`)
  await index()
  const [first] = await find('观察', { kind: 'work', limit: 3 })
  await aWork('观察日记 8')
  await index()
  const [second] = await find('观察', { kind: 'work', limit: 3, after: first!.next })
  const [last] = await find('观察', { kind: 'work', limit: 3, after: second!.next })
  const numbers = [first, second, last].map((group) => group!.list.map(({ title }) => title.at(-1)))
  expect(numbers).toEqual([['7', '6', '5'], ['4', '3', '2'], ['1']])
  expect(last!.next).toBeNull()
  for (const after of ['x', '-1', '99999999999', '1e3'])
    await expect(find('观察', { kind: 'work', after })).rejects.toMatchObject({ reason: 'INVALID' })
})

test('in one guild only what is there is found', async () => {
  const other = await aGuild(school.app.db)
  await aMember(school.app.db, { guild_id: other.id, user_id: me.id })
  await aTask(school.app.db, { guild_id: guild.id, title: '晨跑打卡' })
  await aTask(school.app.db, { guild_id: other.id, title: '晨跑计划' })
  expect(await titles('晨跑', { guild_id: other.id })).toEqual(['task 晨跑计划'])
  expect(await titles('晨跑')).toHaveLength(2)
})
