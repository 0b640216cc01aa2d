import { discussions } from '@tongchuang/contract/discussions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { reasonOf } from '../testing/refusal.ts'
import { talk } from '../testing/talk.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { discussionRoutes } from './routes.ts'

let school: School
let guild: { id: number }
let task: Task

beforeEach(async () => {
  school = await testApp({ authenticate, features: [discussionRoutes] })
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, say } = talk(() => ({ school, guild, task }))
type Person = Awaited<ReturnType<typeof member>>

const named = async (who: Person, post_id: number) =>
  (await who.send(discussions.list, { task_id: task.id, post_id })).list.map(({ id, replies }) => [
    id,
    replies.map((reply) => reply.id),
  ])

test('a student who was told of a post gets its question with the first replies, and no other question', async () => {
  const [asker, replier] = [await member(), await member()]
  const asked = await say(asker, '为什么可以约掉？')
  const replies = []
  for (let at = 1; at < 5; at += 1) replies.push((await say(replier, `第 ${at} 个想法`, { parent_id: asked.id })).id)
  await say(replier, '别的问题')
  const thread = [[asked.id, replies.slice(0, 3)]]
  expect(await named(asker, replies[3]!)).toEqual(thread)
  expect(await named(asker, asked.id)).toEqual(thread)
})

test('a post that is gone, or is below another task, names no question', async () => {
  const [asker, replier] = [await member(), await member()]
  const asked = await say(asker, '为什么可以约掉？')
  const reply = await say(replier, '两边都不为零', { parent_id: asked.id })
  const other = await aTask(school.app.db, { guild_id: guild.id })
  expect(await reasonOf(asker.send(discussions.list, { task_id: other.id, post_id: reply.id }))).toBe('NOT_FOUND')
  await replier.send(discussions.remove, { discussion_id: reply.id })
  expect(await reasonOf(asker.send(discussions.list, { task_id: task.id, post_id: reply.id }))).toBe('NOT_FOUND')
})
