import { discussions } from '@tongchuang/contract/discussions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild } from '../guilds/factory.ts'
import { wrongTotals } from '../ledger/store.ts'
import { messageRoutes } from '../messages/routes.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { discussionRoutes } from './routes.ts'
import { talk } from '../testing/talk.ts'

let school: School
let guild: { id: number }
let task: Task
const MINUTE = 60_000

beforeEach(async () => {
  school = await testApp({ authenticate, features: [messageRoutes, discussionRoutes] })
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, say, read, experience } = talk(() => ({ school, guild, task }))

test('likes: ten at once count once and earn once; taken back it is gone; one’s own is refused', async () => {
  const [author, fan] = [await member(), await member()]
  const { id: discussion_id } = await say(author, '两次结果我都放在附件里了')
  const before = await experience(author)
  expect(await reasonOf(author.send(discussions.like, { discussion_id }))).toBe('SELF')
  const answers = await Promise.all(Array.from({ length: 10 }, () => fan.send(discussions.like, { discussion_id })))
  expect(new Set(answers.map(({ like_count }) => like_count))).toEqual(new Set([1]))
  expect((await read(fan)).list).toMatchObject([{ liked: true, like_count: 1 }])
  expect((await read(await member())).list).toMatchObject([{ liked: false, like_count: 1 }])
  expect(await experience(author)).toBe(before + 1)
  expect(await fan.send(discussions.unlike, { discussion_id })).toEqual({ liked: false, like_count: 0 })
  expect(await fan.send(discussions.unlike, { discussion_id })).toEqual({ liked: false, like_count: 0 })
  expect(await experience(author)).toBe(before)
  expect(await fan.send(discussions.like, { discussion_id })).toEqual({ liked: true, like_count: 1 })
  expect(await experience(author)).toBe(before + 1)
  expect(await wrongTotals(school.app.db)).toEqual([])
})

test('the day limit of likes counts persons: ten earn, the eleventh does not, and clicks are no persons', async () => {
  const author = await member()
  const { id: discussion_id } = await say(author, '把已点到的名字存文件里')
  const before = await experience(author)
  const fans = await Promise.all(Array.from({ length: 11 }, () => member()))
  for (const name of ['like', 'unlike', 'like'] as const) await fans[0]!.send(discussions[name], { discussion_id })
  for (const fan of fans.slice(1)) await fan.send(discussions.like, { discussion_id })
  expect(await experience(author)).toBe(before + 10)
  expect((await read(author)).list[0]?.like_count).toBe(11)
})

test('posts of ten letters earn 2, five times a day; a deleted one gives it back', async () => {
  const asker = await member()
  await say(asker, '太短了')
  expect(await experience(asker)).toBe(1)
  const posts = []
  for (let at = 0; at < 6; at += 1) {
    school.clock.move(MINUTE)
    posts.push(await say(asker, `这一条有十个字以上，第 ${at} 条`))
  }
  expect(await experience(asker)).toBe(11)
  await asker.send(discussions.remove, { discussion_id: posts[0]!.id })
  expect(await experience(asker)).toBe(9)
})

test('who asked marks the answer: its author earns 5 while the mark stands, and only one reply has it', async () => {
  const [asker, helper, other] = [await member(), await member(), await member()]
  const question = await say(asker, '哪一种误差更大？')
  const replies = [
    await say(helper, '第一种', { parent_id: question.id }),
    await say(other, '第二种', { parent_id: question.id }),
  ]
  const [one, two] = replies.map(({ id }) => id)
  const [before, after] = [await experience(helper), await experience(other)]
  expect(await reasonOf(helper.send(discussions.markAnswer, { discussion_id: one! }))).toBe('ROLE')
  for (let times = 0; times < 2; times += 1)
    expect(await asker.send(discussions.markAnswer, { discussion_id: one! })).toEqual({ is_answer: true })
  expect(await experience(helper)).toBe(before + 5)
  await asker.send(discussions.markAnswer, { discussion_id: two! })
  expect([await experience(helper), await experience(other)]).toEqual([before, after + 5])
  expect((await read(asker)).list[0]?.replies.map(({ id, is_answer }) => [id, is_answer])).toEqual([
    [two, true],
    [one, false],
  ])
  await asker.send(discussions.markAnswer, { discussion_id: two!, answer: false })
  expect(await experience(other)).toBe(after)
})

test('a question that was deleted and is read for its replies is liked no more, and no deleted reply is its answer', async () => {
  const [asker, helper, other] = [await member(), await member(), await member()]
  const question = await say(asker, '两个班的数据能放在一起吗？')
  const replies = [
    await say(helper, '先分开算', { parent_id: question.id }),
    await say(other, '可以放在一起', { parent_id: question.id }),
  ]
  await other.send(discussions.remove, { discussion_id: replies[1]!.id })
  expect(await reasonOf(asker.send(discussions.markAnswer, { discussion_id: replies[1]!.id }))).toBe('NOT_FOUND')
  await asker.send(discussions.remove, { discussion_id: question.id })
  expect((await read(helper)).list).toMatchObject([{ deleted: true }])
  expect(await reasonOf(helper.send(discussions.like, { discussion_id: question.id }))).toBe('NOT_FOUND')
})
