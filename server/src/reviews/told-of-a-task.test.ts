import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { iso } from '../db/time.ts'
import { aMember } from '../guilds/factory.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 86_400_000

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

/**
 * A student with every kind of message about a task: more time, an answer, a result, a note, a reply, and the excuse of
 * a classmate.
 */
const told = async () => {
  const place = await waiting({ title: '测一条河' })
  const { db } = school.app
  const { send, review, task, submit_id, student } = place
  const until = iso(school.clock.now() + day)
  const { id: question } = await send(discussions.create, { task_id: task.id, content: '要不要写出假设？' })
  const reply = await review(discussionsAdmin.reply, {
    task_id: task.id,
    parent_id: question,
    content: '要写，写在最前面。',
  })
  await review(tasksAdmin.extend, { task_id: task.id, user_ids: [student.id], reason: '生病了', until })
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  await send(reviews.appeal, { submit_id, text: '数据来源在附件的第二页，请老师再看一眼，谢谢。' })
  const [appeal] = (await review(reviewsAdmin.appeals, {})).list
  await review(reviewsAdmin.answerAppeal, { id: appeal?.id ?? 0, outcome: 'keep', answer: '看过了' })
  await review(notesAdmin.write, { task_id: task.id, user_id: student.id, content: '写得很好', key: 'first-note' })
  const mate = await aUser(db)
  await aMember(db, { guild_id: task.guild_id, user_id: mate.id })
  await review(tasksAdmin.excuse, { task_id: task.id, user_ids: [mate.id], reason: '转学来的' })
  await school.app.events.drain()
  const box = async (who: { id: number }) => {
    await school.app.events.drain()
    const { list } = await school.as(who)(messages.list, {})
    return list.map(({ title, subTitle, content }) => `${title} ${subTitle} ${content}`)
  }
  school.clock.move(60_000)
  return { ...place, reply_id: reply.id, mate, box }
}

test('what students were told of a task goes with it into the bin, and is there again once it is back', async () => {
  const { review, task, student, mate, box, send } = await told()
  const before = [await box(student), await box(mate)]
  expect(before.map(({ length }) => length)).toEqual([5, 1])
  await review(taskEditing.trash, { id: task.id })
  expect([await box(student), await box(mate), (await send(messages.unread)).total]).toEqual([[], [], 0])
  await review(taskEditing.restore, { id: task.id })
  expect([await box(student), await box(mate)]).toEqual(before)
})

test('a student is quoted nothing of a reply that was hidden while its task was in the bin, and is once it shows', async () => {
  const { review, task, student, reply_id: discussion_id, box } = await told()
  const replies = async () => (await box(student)).filter((line) => line.includes('回复')).length
  expect(await replies()).toBe(1)
  await review(taskEditing.trash, { id: task.id })
  school.clock.move(60_000)
  await review(discussionsAdmin.hide, { discussion_id, reason: '写错了地方' })
  await review(taskEditing.restore, { id: task.id })
  expect(await replies()).toBe(0)
  await review(discussionsAdmin.restore, { discussion_id })
  expect(await replies()).toBe(1)
})

test('a task that is called something else is called so in everything that was told of it', async () => {
  const { review, task, student, mate, teacher, box } = await told()
  const { base_version } = await review(taskEditing.form, { id: task.id })
  await review(taskEditing.update, { id: task.id, base_version, title: '测两条河' })
  const lines = [...(await box(student)), ...(await box(mate))].join('\n')
  expect([lines.includes('测一条河'), lines.split('测两条河').length - 1]).toEqual([false, 6])
  const rows = await school.app.db.selectFrom('messages').select('data').where('user_id', '=', teacher.id).execute()
  expect(rows.map(({ data }) => data).join()).not.toContain('测一条河')
})
