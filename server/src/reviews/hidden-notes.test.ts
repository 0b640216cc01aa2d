import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { notes } from '@tongchuang/contract/notes.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

/** A student with a released result, their teacher, and what each of them reads in their box about notes. */
const answered = async () => {
  const fixture = await waiting()
  const { send, review, task, student, teacher, submit_id } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  const thread = { task_id: task.id, user_id: student.id }
  const told = async () => {
    await school.app.events.drain()
    const mine = (await send(messages.list, {})).list.filter(({ content }) => content.includes('写得很好'))
    const theirs = await school.as(teacher, { audience: 'admin', role: 'teacher' })(messagesAdmin.list, {})
    return { student: mine.length, staff: theirs.list.filter(({ kind }) => kind === 'note.waiting').length }
  }
  const reply = (key = 'first-note') => review(notesAdmin.write, { ...thread, content: '写得很好', key })
  const ask = (content = '哪里还可以更好？') => send(notes.write, { task_id: task.id, content, key: `key-${content}` })
  const minuteLater = () => school.clock.move(60_000)
  return { ...fixture, thread, told, reply, ask, minuteLater }
}

test('a student’s message about a note comes back when staff show the note again that they had hidden', async () => {
  const { review, told, reply } = await answered()
  const { id: note_id } = await reply()
  expect(await told()).toEqual({ student: 1, staff: 0 })
  await review(notesAdmin.hide, { note_id, reason: '写错了人' })
  expect(await told()).toEqual({ student: 0, staff: 0 })
  await review(notesAdmin.restore, { note_id })
  expect(await told()).toEqual({ student: 1, staff: 0 })
})

test('a student whose note is shown again is no longer told that it is hidden', async () => {
  const { send, review, ask } = await answered()
  const { id: note_id } = await ask()
  const hidden = async () => (await send(messages.list, {})).list.filter(({ title }) => title === '你的发言被隐藏了')
  for (let times = 0; times < 2; times += 1) {
    await review(notesAdmin.hide, { note_id, reason: '看错了' })
    expect(await hidden()).toHaveLength(1)
    await send(messages.read, {})
    await review(notesAdmin.restore, { note_id })
    expect(await hidden()).toEqual([])
  }
})

test('staff are asked to answer a student’s note again when it shows again', async () => {
  const { review, told, ask } = await answered()
  const { id: note_id } = await ask()
  expect(await told()).toEqual({ student: 0, staff: 1 })
  await review(notesAdmin.hide, { note_id, reason: '看错了' })
  expect(await told()).toEqual({ student: 0, staff: 0 })
  await review(notesAdmin.restore, { note_id })
  expect(await told()).toEqual({ student: 0, staff: 1 })
})

test('a student is quoted nothing of a note that was hidden while its task was in the bin, and is once it shows', async () => {
  const { review, task, told, reply, minuteLater } = await answered()
  const { id: note_id } = await reply()
  await review(taskEditing.trash, { id: task.id })
  minuteLater()
  await review(notesAdmin.hide, { note_id, reason: '写错了人' })
  await review(taskEditing.restore, { id: task.id })
  expect(await told()).toEqual({ student: 0, staff: 0 })
  minuteLater()
  await review(taskEditing.trash, { id: task.id })
  minuteLater()
  await review(notesAdmin.restore, { note_id })
  expect(await told()).toEqual({ student: 0, staff: 0 })
  await review(taskEditing.restore, { id: task.id })
  expect(await told()).toEqual({ student: 1, staff: 0 })
})

test('staff who show a student’s note of a task in the bin are asked to answer it once the task is back', async () => {
  const { review, task, told, ask } = await answered()
  const { id: note_id } = await ask()
  await review(notesAdmin.hide, { note_id, reason: '看错了' })
  await review(taskEditing.trash, { id: task.id })
  await review(notesAdmin.restore, { note_id })
  expect(await told()).toEqual({ student: 0, staff: 0 })
  await review(taskEditing.restore, { id: task.id })
  expect(await told()).toEqual({ student: 0, staff: 1 })
})

test('a teacher who has a thread open writes nothing in it, and settles nothing, while its task is in the bin', async () => {
  const { review, task, thread, told, reply, ask } = await answered()
  const { id: note_id } = await reply()
  const { id: seen } = await ask()
  await review(taskEditing.trash, { id: task.id })
  const calls = () => [
    reply('second-note'),
    review(notesAdmin.edit, { note_id, content: '写得真好' }),
    review(notesAdmin.remove, { note_id }),
    review(notesAdmin.settle, { ...thread, seen }),
  ]
  for (const one of await Promise.all(calls().map(refusal)))
    expect(one).toMatchObject({ reason: 'STATE', data: { state: 'trashed' } })
  expect(await told()).toEqual({ student: 0, staff: 0 })
  expect((await review(notesAdmin.list, thread)).list).toHaveLength(2)
  await review(taskEditing.restore, { id: task.id })
  expect(await told()).toEqual({ student: 1, staff: 1 })
  expect(await review(notesAdmin.settle, { ...thread, seen })).toEqual({ waiting_since: null })
})
