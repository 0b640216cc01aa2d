import { discussions } from '@tongchuang/contract/discussions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild } from '../guilds/factory.ts'
import { messageRoutes } from '../messages/routes.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { reasonOf } from '../testing/refusal.ts'
import { talk } from '../testing/talk.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { discussionRoutes } from './routes.ts'

let school: School
let guild: { id: number }
let task: Task
const words = '这题我不会，谁能教教我？'
const key = 'a-key-of-the-page'

beforeEach(async () => {
  school = await testApp({ authenticate, features: [messageRoutes, discussionRoutes] })
  guild = await aGuild(school.app.db)
  await school.app.db.updateTable('guilds').set({ anonymous_allowed: true }).where('id', '=', guild.id).execute()
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, say, read } = talk(() => ({ school, guild, task }))
const standing = async (who: Parameters<typeof read>[0]) =>
  (await read(who)).list.map(({ id, content, author }) => [id, content, 'anonymous' in author])

test('a deleted question sent again with its key is refused with KEY_REUSED', async () => {
  const asker = await member()
  const first = await say(asker, words, { key })
  await asker.send(discussions.remove, { discussion_id: first.id })
  expect(await reasonOf(say(asker, words, { key }))).toBe('KEY_REUSED')
  expect(await standing(asker)).toEqual([])
  const again = await say(asker, words, { key: 'another-key' })
  expect(await standing(asker)).toEqual([[again.id, words, false]])
})

test('a restored question that is sent again is stored once', async () => {
  const asker = await member()
  const first = await say(asker, words, { key })
  await asker.send(discussions.remove, { discussion_id: first.id })
  await asker.send(discussions.remove, { discussion_id: first.id, undo: true })
  expect((await say(asker, words, { key })).id).toBe(first.id)
  expect(await standing(asker)).toEqual([[first.id, words, false]])
})

test('a post sent again with another choice of anonymity is refused with KEY_REUSED', async () => {
  const asker = await member()
  const named = await say(asker, words, { key })
  expect(await reasonOf(say(asker, words, { key, anonymous: true }))).toBe('KEY_REUSED')
  const hidden = await say(asker, '不好意思问的', { key: 'another-key', anonymous: true })
  expect(await reasonOf(say(asker, '不好意思问的', { key: 'another-key' }))).toBe('KEY_REUSED')
  // A request repeated with the same choice still finds the same post.
  expect((await say(asker, '不好意思问的', { key: 'another-key', anonymous: true })).id).toBe(hidden.id)
  expect(await standing(asker)).toEqual([
    [hidden.id, '不好意思问的', true],
    [named.id, words, false],
  ])
})
