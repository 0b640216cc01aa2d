import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild } from '../guilds/factory.ts'
import { messageRoutes } from '../messages/routes.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { discussionAdminRoutes } from './routes.admin.ts'
import { discussionRoutes } from './routes.ts'
import { talk } from '../testing/talk.ts'

let school: School
let guild: { id: number }
let task: Task

beforeEach(async () => {
  school = await testApp({ authenticate, features: [messageRoutes, discussionRoutes, discussionAdminRoutes] })
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, staff, say } = talk(() => ({ school, guild, task }))
type Person = Awaited<ReturnType<typeof member>>
const toldTo = async ({ id }: { id: number }) =>
  (await school.app.db.selectFrom('messages').select('kind').where('user_id', '=', id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const leave = ({ id }: Person, status: 'left' | 'removed' = 'left') =>
  school.app.db.updateTable('guild_members').set({ status }).where('user_id', '=', id).execute()
const box = async (who: Person) =>
  (await who.send(messages.list, {})).list.map(({ title, content }) => [title, content])

test('former members are told nothing of replies to their posts', async () => {
  const [left, removed, stayed, replier] = [await member(), await member(), await member(), await member()]
  const asked = []
  for (const who of [left, removed, stayed]) asked.push(await say(who, `${who.nickname}问一句`))
  await leave(left)
  await leave(removed, 'removed')
  for (const [at, { id: parent_id }] of asked.entries()) await say(replier, `第 ${at} 个回答`, { parent_id })
  expect([await toldTo(left), await toldTo(removed), await box(stayed)]).toEqual([
    [],
    [],
    [[`${replier.nickname}回复了你`, '第 2 个回答']],
  ])
})

test('the owner of a closed account is told nothing', async () => {
  const [closed, replier] = [await member(), await member()]
  const { id: parent_id } = await say(closed, '这一步为什么可以约掉？')
  await school.app.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', closed.id).execute()
  await say(replier, '因为两边都不为零', { parent_id })
  expect(await toldTo(closed)).toEqual([])
})

test('the author of a reply marked as the answer is told, unless they have left the guild', async () => {
  const [asker, left, replier] = [await member(), await member(), await member()]
  const { id: parent_id } = await say(asker, '哪一种算法更快？')
  const replies = [await say(left, '第一种更快', { parent_id }), await say(replier, '第二种更快', { parent_id })]
  await leave(left)
  for (const { id: discussion_id } of replies) await asker.send(discussions.markAnswer, { discussion_id })
  expect([await toldTo(left), await toldTo(replier)]).toEqual([[], ['discussion.answered']])
})

test('students are told nothing of replies in a task that is in the bin', async () => {
  const [asker, teacher] = [await member(), await staff()]
  const { id: parent_id } = await say(asker, '这个任务还做吗？')
  await school.app.db.updateTable('tasks').set({ status: 'trashed' }).where('id', '=', task.id).execute()
  await teacher.send(discussionsAdmin.reply, { task_id: task.id, parent_id, content: '先放一放。' })
  expect(await toldTo(asker)).toEqual([])
})

test('with the rule “post first” a message names the author and quotes nothing until its reader has posted', async () => {
  const { db } = school.app
  const [named, writer, replier] = [await member({ nickname: '欧阳思源' }), await member(), await member()]
  await db.updateTable('tasks').set({ post_first: true }).where('id', '=', task.id).execute()
  const mentions = [named.member_id]
  const secret = await say(writer, '@欧阳思源 答案是四十二', { mentions })
  expect(await box(named)).toEqual([[`${writer.nickname}提到了你`, '']])
  await writer.send(discussions.edit, { discussion_id: secret.id, content: '@欧阳思源 答案是四十三', mentions })
  const changed = await say(replier, '我再想想')
  await replier.send(discussions.edit, { discussion_id: changed.id, content: '@欧阳思源 我得四十四', mentions })
  await say(await member({ role: 'teacher' }), '@欧阳思源 你来说说', { mentions })
  expect((await box(named)).map(([, content]) => content)).toEqual(['@欧阳思源 你来说说', '', ''])
  await say(named, '我想答案是七')
  await say(replier, '@欧阳思源 我也得四十二', { mentions })
  expect((await box(named)).at(0)).toEqual([`${replier.nickname}提到了你`, '@欧阳思源 我也得四十二'])
})

test('with the rule “post first” a message quotes nothing to a reader who deleted their only post', async () => {
  const [asker, replier] = [await member(), await member()]
  const { id: parent_id } = await say(asker, '为什么是偶数？')
  const mine = await say(replier, '因为和是偶数', { parent_id })
  await asker.send(discussions.remove, { discussion_id: parent_id })
  await school.app.db.updateTable('tasks').set({ post_first: true }).where('id', '=', task.id).execute()
  await say(replier, '再补一句：两个奇数', { parent_id: mine.id })
  expect(await box(asker)).toEqual([
    [`${replier.nickname}回复了你`, ''],
    [`${replier.nickname}回复了你`, '因为和是偶数'],
  ])
})
