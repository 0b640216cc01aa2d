import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { setGuildStatus } from '../guilds/settings-store.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { talk } from '../testing/talk.ts'
import { erasePosts } from './erase.ts'

let school: School
let guild: { id: number }
let task: Task
let teacher: { id: number; send: School['send'] }

beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
  const person = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id, role: 'teacher' })
  teacher = { ...person, send: school.as(person, { audience: 'admin', role: 'teacher' }) }
})
afterEach(() => school.close())
const { member, say } = talk(() => ({ school, guild, task }))
type Person = Awaited<ReturnType<typeof member>>

/** How many questions wait by the teacher's list, and whether that is news; null for no entry. */
const waiting = async () => {
  const { list } = await teacher.send(messagesAdmin.list, {})
  const entry = list.find(({ kind }) => kind === 'discussion.waiting')
  return entry ? [entry.subTitle, entry.unread ? 'news' : 'read'] : null
}
/** The length of the teacher’s list of questions without a reply. */
const unanswered = async () => (await teacher.send(discussionsAdmin.list, { sort: 'unanswered' })).list.length
const readAll = () => teacher.send(messagesAdmin.read, {})
const remove = (who: Person, discussion_id: number, undo = false) =>
  who.send(discussions.remove, { discussion_id, undo })

test('a question that its author takes back waits no more, and waits anew when it comes back', async () => {
  const asker = await member()
  const { id } = await say(asker, '要写单位吗？')
  await readAll()
  await remove(asker, id)
  expect(await waiting()).toBeNull()
  await remove(asker, id, true)
  expect(await waiting()).toEqual(['1个', 'news'])
})

test('deleting one of two waiting questions keeps the notice of the other without making it new', async () => {
  const asker = await member()
  const { id } = await say(asker, '第一个问题')
  await say(asker, '第二个问题')
  await readAll()
  await remove(asker, id)
  expect(await waiting()).toEqual(['1个', 'read'])
})

test('a hidden question no longer waits for an answer, and waits again once restored', async () => {
  const { id: discussion_id } = await say(await member(), '这题谁会？')
  await readAll()
  await teacher.send(discussionsAdmin.hide, { discussion_id, reason: '重复的问题' })
  expect(await waiting()).toBeNull()
  await teacher.send(discussionsAdmin.restore, { discussion_id })
  expect(await waiting()).toEqual(['1个', 'news'])
})

test('a question that three people reported is in no list of waiting ones until a teacher keeps it', async () => {
  const { id } = await say(await member(), '这题太简单了吧？')
  for (let times = 0; times < 3; times += 1)
    await (await member()).send(discussions.report, { target: 'discussion', id, reason: 'other', note: '' })
  expect([await waiting(), await unanswered()]).toEqual([null, 0])
  const [open] = (await teacher.send(discussionsAdmin.reports, {})).list
  await teacher.send(discussionsAdmin.decide, { id: open!.id, decision: 'keep' })
  expect(await waiting()).toEqual(['1个', 'news'])
})

test('a question whose only reply goes waits again, until that comes back or another is written', async () => {
  const [asker, replier] = [await member(), await member()]
  const { id: parent_id } = await say(asker, '抽样要抽多少？')
  const { id } = await say(replier, '三十个就够', { parent_id })
  expect(await waiting()).toBeNull()
  await remove(replier, id)
  expect(await waiting()).toEqual(['1个', 'news'])
  await remove(replier, id, true)
  expect(await waiting()).toBeNull()
  await teacher.send(discussionsAdmin.hide, { discussion_id: id, reason: '答案不对' })
  expect(await waiting()).toEqual(['1个', 'news'])
  await teacher.send(discussionsAdmin.reply, { task_id: task.id, parent_id, content: '至少五十个。' })
  expect(await waiting()).toBeNull()
})

test('answering one of two questions leaves the other, and what staff themselves wrote waits for nobody', async () => {
  const asker = await member()
  const { id: parent_id } = await say(asker, '第一个问题')
  const { id } = await say(asker, '第二个问题')
  await teacher.send(discussionsAdmin.reply, { task_id: task.id, content: '有问题写在这里。' })
  await readAll()
  await teacher.send(discussionsAdmin.reply, { task_id: task.id, parent_id, content: '第一个的回答。' })
  expect(await waiting()).toEqual(['1个', 'read'])
  await remove(asker, id)
  expect(await waiting()).toBeNull()
})

test('the questions of an erased student wait no more, and what they had answered waits again', async () => {
  const [gone, asker] = [await member(), await member()]
  const { id: parent_id } = await say(asker, '谁有数据？')
  await say(gone, '我有', { parent_id })
  await say(gone, '我的问题')
  await readAll()
  const now = school.clock.now()
  await school.app.db.transaction().execute((db) => erasePosts(db, gone.id, now))
  expect(await waiting()).toEqual(['1个', 'news'])
})

test('a question of a guild that went to the archive waits for nobody, in no box and no list of staff, until it goes on', async () => {
  await say(await member(), '要写单位吗？')
  const put = async (status: 'active' | 'archived') => {
    const { db, events } = school.app
    await db.transaction().execute((db) => setGuildStatus(db, events, guild.id, status))
    await events.drain()
  }
  expect([await waiting(), await unanswered()]).toEqual([['1个', 'news'], 1])
  await put('archived')
  expect([await waiting(), await unanswered()]).toEqual([null, 0])
  await put('active')
  expect([await waiting(), await unanswered()]).toEqual([['1个', 'news'], 1])
})
