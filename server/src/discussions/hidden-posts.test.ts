import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aGuild } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { talk } from '../testing/talk.ts'

let school: School
let guild: { id: number }
let task: Task
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, staff: staffOf, say } = talk(() => ({ school, guild, task }))
const staff = (role: 'teacher' | 'assistant' = 'teacher') => staffOf(role, { can_moderate: true })
type Student = Awaited<ReturnType<typeof member>>
/** What a student reads in their box. */
const box = async (who: Student) => {
  await school.app.events.drain()
  return (await who.send(messages.list, {})).list.map(({ title, content }) => `${title}：${content}`)
}
const putIntoBin = async ({ send }: Awaited<ReturnType<typeof staff>>) => {
  await send(taskEditing.trash, { id: task.id })
  await school.app.events.drain()
}
const minuteLater = () => school.clock.move(60_000)

test('a student whose post is shown again is no longer told that it is hidden', async () => {
  const [author, teacher] = [await member(), await staff()]
  const { id: discussion_id } = await say(author, '答案是四十二')
  for (const reason of ['先让同学自己想', '还是先等等']) {
    await teacher.send(discussionsAdmin.hide, { discussion_id, reason })
    expect(await box(author)).toEqual([`你的发言被隐藏了：「答案是四十二」：${reason}`])
    await author.send(messages.read, {})
    await teacher.send(discussionsAdmin.restore, { discussion_id })
    expect(await box(author)).toEqual([])
  }
})

test('an assistant whose post is shown again is no longer told that it is hidden, of another one still', async () => {
  const [asker, teacher, assistant] = [await member(), await staff(), await staff('assistant')]
  const { id: parent_id } = await say(asker, '答案是什么？')
  const posts = []
  for (const content of ['四十二。', '还是四十三。'])
    posts.push(await assistant.send(discussionsAdmin.reply, { task_id: task.id, parent_id, content }))
  for (const { id: discussion_id } of posts)
    await teacher.send(discussionsAdmin.hide, { discussion_id, reason: '先不说' })
  await teacher.send(discussionsAdmin.restore, { discussion_id: posts[0]!.id })
  const told = (await assistant.send(messagesAdmin.list, {})).list.filter(({ kind }) => kind === 'post.hidden')
  expect(told.map(({ content }) => content)).toEqual(['「还是四十三。」：先不说'])
})

test('a student reads nothing of a post that staff show again while its task is in the bin, until the task is back', async () => {
  const [asker, replier, teacher] = [await member(), await member(), await staff()]
  const { id: parent_id } = await say(asker, '这一步为什么可以约掉？')
  const { id: discussion_id } = await say(replier, '因为两边都不为零', { parent_id })
  const quoted = [`${replier.nickname}回复了你：因为两边都不为零`]
  expect(await box(asker)).toEqual(quoted)
  for (const hidden of [discussion_id, parent_id]) {
    await teacher.send(discussionsAdmin.hide, { discussion_id: hidden, reason: '看错了' })
    expect(await box(asker)).not.toEqual(expect.arrayContaining(quoted))
    minuteLater()
    await putIntoBin(teacher)
    minuteLater()
    await teacher.send(discussionsAdmin.restore, { discussion_id: hidden })
    expect(await box(asker)).toEqual([])
    expect(await box(replier)).toEqual([])
    await teacher.send(taskEditing.restore, { id: task.id })
    expect(await box(asker)).toEqual(quoted)
  }
})

test('a student is quoted nothing of a post that was hidden while its task was in the bin, and is once it shows', async () => {
  const [asker, replier, teacher] = [await member(), await member(), await staff()]
  const { id: parent_id } = await say(asker, '这一步为什么可以约掉？')
  const { id: discussion_id } = await say(replier, '因为两边都不为零', { parent_id })
  await putIntoBin(teacher)
  minuteLater()
  await teacher.send(discussionsAdmin.hide, { discussion_id, reason: '看错了' })
  await teacher.send(taskEditing.restore, { id: task.id })
  expect(await box(asker)).toEqual([])
  await teacher.send(discussionsAdmin.restore, { discussion_id })
  expect(await box(asker)).toHaveLength(1)
})

test('a student is quoted nothing of a post that was hidden before the messages had followed its task into the bin', async () => {
  const [asker, replier, teacher] = [await member(), await member(), await staff()]
  const { id: parent_id } = await say(asker, '这一步为什么可以约掉？')
  const { id: discussion_id } = await say(replier, '因为两边都不为零', { parent_id })
  await teacher.send(taskEditing.trash, { id: task.id })
  minuteLater()
  await teacher.send(discussionsAdmin.hide, { discussion_id, reason: '看错了' })
  expect(await box(asker)).toEqual([])
  await teacher.send(taskEditing.restore, { id: task.id })
  expect(await box(asker)).toEqual([])
})

test('a report that is decided while the task is in the bin brings no message back either', async () => {
  const [asker, replier, teacher] = [await member(), await member(), await staff()]
  const others = [await member(), await member(), await member()]
  const { id: parent_id } = await say(asker, '这一步为什么可以约掉？')
  const { id } = await say(replier, '因为两边都不为零', { parent_id })
  for (const { send } of others) await send(discussions.report, { target: 'discussion', id, reason: 'abuse' })
  expect(await box(asker)).toEqual([])
  minuteLater()
  await putIntoBin(teacher)
  const [report] = (await teacher.send(discussionsAdmin.reports, {})).list
  minuteLater()
  await teacher.send(discussionsAdmin.decide, { id: report!.id, decision: 'keep' })
  expect(await box(asker)).toEqual([])
  await teacher.send(taskEditing.restore, { id: task.id })
  expect(await box(asker)).toHaveLength(1)
})
