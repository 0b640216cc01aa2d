import { discussions } from '@tongchuang/contract/discussions.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild } from '../guilds/factory.ts'
import { earn, wrongTotals } from '../ledger/store.ts'
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

test('the author of a question marks one reply as the answer, whose author has 5 experience while it is marked', async () => {
  const [asker, replier, other] = [await member(), await member(), await member()]
  const question = await say(asker, '哪一种误差更大？')
  const replies = [
    await say(replier, '第一种', { parent_id: question.id }),
    await say(other, '第二种', { parent_id: question.id }),
  ]
  const [one, two] = replies.map(({ id }) => id)
  const [before, after] = [await experience(replier), await experience(other)]
  expect(await reasonOf(replier.send(discussions.markAnswer, { discussion_id: one! }))).toBe('ROLE')
  for (let times = 0; times < 2; times += 1)
    expect(await asker.send(discussions.markAnswer, { discussion_id: one! })).toEqual({ is_answer: true })
  expect(await experience(replier)).toBe(before + 5)
  await asker.send(discussions.markAnswer, { discussion_id: two! })
  expect([await experience(replier), await experience(other)]).toEqual([before, after + 5])
  expect((await read(asker)).list[0]?.replies.map(({ id, is_answer }) => [id, is_answer])).toEqual([
    [two, true],
    [one, false],
  ])
  await asker.send(discussions.markAnswer, { discussion_id: two!, answer: false })
  expect(await experience(other)).toBe(after)
})

test('a deleted question that is shown for its replies cannot be liked, and a deleted reply cannot be marked', async () => {
  const [asker, replier, other] = [await member(), await member(), await member()]
  const question = await say(asker, '两个班的数据能放在一起吗？')
  const replies = [
    await say(replier, '先分开算', { parent_id: question.id }),
    await say(other, '可以放在一起', { parent_id: question.id }),
  ]
  await other.send(discussions.remove, { discussion_id: replies[1]!.id })
  expect(await reasonOf(asker.send(discussions.markAnswer, { discussion_id: replies[1]!.id }))).toBe('NOT_FOUND')
  await asker.send(discussions.remove, { discussion_id: question.id })
  expect((await read(replier)).list).toMatchObject([{ deleted: true }])
  expect(await reasonOf(replier.send(discussions.like, { discussion_id: question.id }))).toBe('NOT_FOUND')
})

describe('a post without a name', () => {
  const entries = (who: { id: number }) =>
    school.app.db
      .selectFrom('ledger_entries')
      .select(['kind', 'points'])
      .where('user_id', '=', who.id)
      .orderBy('id')
      .execute()
  beforeEach(() => school.app.db.updateTable('guilds').set({ anonymous_allowed: true }).execute())

  test('does not change the ledger of its author when written, liked, marked as the answer or deleted, so that nobody is given away', async () => {
    const [author, classmate] = [await member(), await member()]
    const anonymous = true
    // The first thing they do on this day, and long enough to earn.
    const question = await say(author, '这一步我怎么也想不出来，有人愿意说说吗？', { anonymous })
    const others = await say(classmate, '第二步的误差要不要算进来？')
    const reply = await say(author, '要算，把两次的都写上', { parent_id: others.id, anonymous })
    for (const { id: discussion_id } of [question, reply]) {
      await classmate.send(discussions.like, { discussion_id })
      await classmate.send(discussions.unlike, { discussion_id })
      await classmate.send(discussions.like, { discussion_id })
    }
    await classmate.send(discussions.markAnswer, { discussion_id: reply.id })
    await classmate.send(discussions.markAnswer, { discussion_id: reply.id, answer: false })
    await author.send(discussions.remove, { discussion_id: question.id })
    await author.send(discussions.remove, { discussion_id: question.id, undo: true })
    expect(await entries(author)).toEqual([])
    await say(author, '这一条写上名字，有十个字')
    expect(await entries(author)).toEqual([
      { kind: 'discuss', points: 2 },
      { kind: 'active_day', points: 1 },
    ])
  })

  test('with experience from earlier versions keeps it, because losing it would give the author away, too', async () => {
    const [author, classmate] = [await member(), await member()]
    const post = await say(author, '这一步我怎么也想不出来', { anonymous: true })
    const source = { source_type: 'discussion', source_id: post.id, guild_id: guild.id, user_id: author.id }
    const at = { now: school.clock.now(), zone: 'Asia/Shanghai' }
    await earn(school.app.db, { ...source, ...at, kind: 'discuss' })
    await earn(school.app.db, { ...source, ...at, kind: 'liked', actor: classmate.id })
    await classmate.send(discussions.like, { discussion_id: post.id })
    await classmate.send(discussions.unlike, { discussion_id: post.id })
    await author.send(discussions.remove, { discussion_id: post.id })
    expect(await experience(author)).toBe(3)
  })
})
