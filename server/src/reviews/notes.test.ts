import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { notes } from '@tongchuang/contract/notes.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { grantRoles } from '../accounts/store.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseAnswers } from './erase-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const minute = 60_000

/** A student with a result that is out, and two teachers of the guild. */
const answered = async ({ hold = false } = {}) => {
  const { db } = school.app
  const given = await aStudentAtWork(db, { task: { type: 'main', points: 100 } })
  const send = school.as(given.student)
  const sent = await send(submissions.submit, { task_id: given.task.id, content: '我的作品。', key: 'version-one' })
  if (!('submit_id' in sent)) throw new Error('not sealed')
  const staff = async (nickname: string, role: 'teacher' | 'assistant' = 'teacher', switches: object = {}) => {
    const person = await aUser(db, { roles: [role], nickname })
    await aMember(db, { guild_id: given.guild.id, user_id: person.id, role, ...switches })
    return school.as(person, { audience: 'admin', role })
  }
  const teacher = await staff('陈立群')
  const { submit_id } = sent
  await teacher(reviewsAdmin.open, { submit_id })
  await teacher(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 86, hold })
  const task_id = given.task.id
  const thread = { task_id, user_id: given.student.id }
  let keys = 0
  const key = () => `a-key-of-mine-${(keys += 1)}`
  return {
    ...given,
    ...{ send, teacher, staff, submit_id, task_id, thread },
    ask: (content: string, more: object = {}) => send(notes.write, { task_id, content, key: key(), ...more }),
    reply: (content: string, more: object = {}) =>
      teacher(notesAdmin.write, { ...thread, content, key: key(), ...more }),
    read: () => send(notes.list, { task_id }),
    said: async () => (await send(notes.list, { task_id })).list.map(({ content }) => content),
    waiting: async () => (await teacher(notesAdmin.waiting, {})).list.map(({ content }) => content),
    archive: () => db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', given.guild.id).execute(),
  }
}

test('a student asks under a result, the teacher sees who waits, answers, and the student is told', async () => {
  const { ask, reply, read, teacher, send, task_id, guild } = await answered()
  await ask('老师，范围里不包括 0 吗？')
  expect((await read()).waiting_since).not.toBeNull()
  const { list, total } = await teacher(notesAdmin.waiting, {})
  expect([total, list]).toMatchObject([1, [{ task_id, content: '老师，范围里不包括 0 吗？', guild_id: guild.id }]])
  expect((await teacher(reviewToolsAdmin.summary, undefined)).notes).toBe(1)
  expect((await teacher(schoolAdmin.home, undefined)).inbox.notes).toBe(1)
  const told = await teacher(messagesAdmin.list, {})
  expect(told.list[0]).toMatchObject({ kind: 'note.waiting', topic: 'question', link: '/review/requests?tab=notes' })
  await reply('不包括，那样就围不成了。')
  expect((await teacher(notesAdmin.waiting, {})).total).toBe(0)
  expect((await teacher(reviewToolsAdmin.summary, undefined)).notes).toBe(0)
  expect((await teacher(schoolAdmin.home, undefined)).inbox.notes).toBe(0)
  expect((await teacher(messagesAdmin.list, {})).list.map(({ kind }) => kind)).not.toContain('note.waiting')
  const [news] = (await send(messages.list, {})).list
  expect(news).toMatchObject({ title: '陈立群给你写了一句', content: '不包括，那样就围不成了。' })
  expect(news?.link).toContain('#notes')
  expect(await read()).toMatchObject({
    waiting_since: null,
    list: [
      { content: '不包括，那样就围不成了。', author: { nickname: '陈立群', role: 'teacher', mine: false } },
      { content: '老师，范围里不包括 0 吗？', author: { role: 'student', mine: true } },
    ],
  })
})

test('before a result is out there is no thread for either side, and nothing says that there will be one', async () => {
  const { ask, reply, read, teacher, thread, task_id } = await answered({ hold: true })
  const tries = [() => ask('老师？'), () => reply('写得好。'), read, () => teacher(notesAdmin.list, thread)]
  for (const ask of tries) expect(await reasonOf(ask())).toBe('NOT_FOUND')
  await teacher(reviewsAdmin.release, { task_id })
  expect((await read()).list).toEqual([])
})

test('a student who sends the same note twice, also at once, has one; the same key with other words is refused', async () => {
  const { ask, said, teacher } = await answered()
  const sent = { key: 'the-same-key' }
  const [one, other] = await Promise.all([ask('看不懂第二行', sent), ask('看不懂第二行', sent)])
  expect(one?.id).toBe(other?.id)
  expect((await ask('看不懂第二行', sent)).id).toBe(one?.id)
  expect(await said()).toEqual(['看不懂第二行'])
  expect((await teacher(messagesAdmin.list, {})).list.filter(({ kind }) => kind === 'note.waiting')).toHaveLength(1)
  expect(await reasonOf(ask('别的话', sent))).toBe('KEY_REUSED')
})

test('whoever takes a note back and sends its words again is not told that it is missing', async () => {
  const { ask, said, send } = await answered()
  const { id } = await ask('看不懂第二行', { key: 'the-same-key' })
  await send(notes.remove, { note_id: id })
  expect(await reasonOf(ask('看不懂第二行', { key: 'the-same-key' }))).toBe('KEY_REUSED')
  await ask('看不懂第二行')
  expect(await said()).toEqual(['看不懂第二行'])
})

test('a student’s note without visible characters is refused, and so is their sixth within a minute', async () => {
  const { ask, reply } = await answered()
  expect(await reasonOf(ask(' \u200b\n '))).toBe('EMPTY')
  for (const nth of [1, 2, 3, 4, 5]) await ask(`第${nth}句`)
  expect(await reasonOf(ask('第6句'))).toBe('TOO_FAST')
  for (const nth of [1, 2, 3, 4, 5, 6]) await reply(`回复${nth}`)
})

test('a note can be changed for 15 minutes, and no longer once it is answered or reported', async () => {
  const { ask, reply, send, teacher, said } = await answered()
  const { id } = await ask('老师，第二行为什么错？')
  expect(await send(notes.edit, { note_id: id, content: '老师，第三行为什么错？' })).toMatchObject({
    content: '老师，第三行为什么错？',
    can: { edit: true },
  })
  expect(await reasonOf(send(notes.edit, { note_id: id, content: '' }))).toBe('INVALID')
  const answer = await reply('符号写反了。')
  expect(await refusal(send(notes.edit, { note_id: id, content: '没什么' }))).toMatchObject({
    reason: 'EDIT_OVER',
    message: '有人回复后不能再改，可以收回，或再写一条',
  })
  expect(await reasonOf(send(notes.edit, { note_id: answer.id, content: '没什么' }))).toBe('NOT_FOUND')
  await send(discussions.report, { target: 'note', id: answer.id, reason: 'abuse', note: '' })
  // Whoever was reported does not learn it from this.
  expect(await refusal(teacher(notesAdmin.edit, { note_id: answer.id, content: '改一下' }))).toMatchObject({
    reason: 'EDIT_OVER',
    message: '现在不能再改，可以收回，或再写一条',
  })
  const late = await reply('再看第四行。')
  school.clock.move(15 * minute + 1)
  expect(await refusal(teacher(notesAdmin.edit, { note_id: late.id, content: '改一下' }))).toMatchObject({
    reason: 'EDIT_OVER',
    message: '发出15分钟后不能再改，可以收回，或再写一条',
  })
  expect(await said()).toEqual(['再看第四行。', '老师，第三行为什么错？'])
})

test('what is taken back is gone from both sides, its news too, and comes back for ten minutes', async () => {
  const { ask, reply, send, teacher, said, waiting } = await answered()
  const { id } = await ask('写错地方了')
  expect(await waiting()).toEqual(['写错地方了'])
  expect(await send(notes.remove, { note_id: id })).toEqual({ removed: true })
  expect([await said(), await waiting()]).toEqual([[], []])
  expect((await teacher(messagesAdmin.list, {})).list.map(({ kind }) => kind)).not.toContain('note.waiting')
  await send(notes.remove, { note_id: id, undo: true })
  expect([await said(), await waiting()]).toEqual([['写错地方了'], ['写错地方了']])
  const answer = await reply('没关系。')
  await teacher(notesAdmin.remove, { note_id: answer.id })
  expect(await waiting()).toEqual(['写错地方了'])
  expect((await send(messages.list, {})).list.map(({ content }) => content)).not.toContain('没关系。')
  school.clock.move(10 * minute + 1)
  expect(await reasonOf(teacher(notesAdmin.remove, { note_id: answer.id, undo: true }))).toBe('NOT_FOUND')
  await school.app.jobs.run('notes.sweep')
  expect(await school.app.db.selectFrom('submission_notes').select('content').execute()).toEqual([
    { content: '写错地方了' },
  ])
})

test('a student’s message quotes what the teacher wrote as it was changed, goes with it, and comes back with it', async () => {
  const { ask, reply, send, teacher } = await answered()
  await ask('老师，第二行为什么错？')
  const { id } = await reply('符号写对了。')
  const told = async () => (await send(messages.list, { type: 'message' })).list.map(({ content }) => content)
  await teacher(notesAdmin.edit, { note_id: id, content: '符号写反了。' })
  expect(await told()).toEqual(['符号写反了。'])
  await teacher(notesAdmin.remove, { note_id: id })
  expect(await told()).toEqual([])
  await teacher(notesAdmin.remove, { note_id: id, undo: true })
  expect(await told()).toEqual(['符号写反了。'])
  await teacher(notesAdmin.remove, { note_id: id })
  school.clock.move(10 * minute + 1)
  await school.app.jobs.run('notes.sweep')
  const kept = school.app.db.selectFrom('messages').select('id').where('kind', '=', 'note.written')
  expect(await kept.execute()).toEqual([])
})

test('a thank-you needs no answer: staff say so, and what comes later waits again', async () => {
  const { ask, teacher, thread, waiting } = await answered()
  const { id } = await ask('谢谢老师')
  expect(await teacher(notesAdmin.settle, { ...thread, seen: id })).toEqual({ waiting_since: null })
  expect(await waiting()).toEqual([])
  await ask('还有一个问题')
  await teacher(notesAdmin.settle, { ...thread, seen: id })
  expect(await waiting()).toEqual(['还有一个问题'])
})

test('a student reports what staff wrote: it leaves their sight, and whoever moderates hides or keeps it', async () => {
  const { reply, send, staff, said } = await answered()
  const { id } = await reply('这么简单都不会')
  await send(discussions.report, { target: 'note', id, reason: 'abuse', note: '不好听' })
  expect(await said()).toEqual([])
  const colleague = await staff('许安然')
  const [reported] = (await colleague(discussionsAdmin.reports, {})).list
  expect(reported).toMatchObject({ target: 'note', target_id: id, people: 1, content_html: '<p>这么简单都不会</p>' })
  await colleague(discussionsAdmin.decide, { id: reported?.id ?? 0, decision: 'hide', reason: '话说重了' })
  const stored = await school.app.db.selectFrom('submission_notes').select('hidden_reason').executeTakeFirstOrThrow()
  expect(stored).toEqual({ hidden_reason: '话说重了' })
})

test('staff who moderate hide a note with a reason, its writer is told, and who only reviews may not', async () => {
  const { ask, send, teacher, staff, said, thread, waiting } = await answered()
  const { id } = await ask('老师你真笨')
  const reviews = await staff('小助', 'assistant', { can_review: true, can_moderate: false })
  expect(await reasonOf(reviews(notesAdmin.hide, { note_id: id, reason: '不文明' }))).toBe('ROLE')
  expect((await reviews(notesAdmin.list, thread)).list[0]?.may_hide).toBe(false)
  expect(await teacher(notesAdmin.hide, { note_id: id, reason: '不文明' })).toMatchObject({ hidden: true })
  expect(await reasonOf(reviews(notesAdmin.restore, { note_id: id }))).toBe('ROLE')
  expect([await said(), await waiting()]).toEqual([[], []])
  expect((await send(messages.list, {})).list[0]).toMatchObject({ title: '你的发言被隐藏了' })
  await teacher(notesAdmin.restore, { note_id: id })
  expect([await said(), await waiting()]).toEqual([['老师你真笨'], ['老师你真笨']])
})

test('an assistant takes no hidden note back, and a teacher settles no thread with a note of another one', async () => {
  const { teacher, staff, thread } = await answered()
  const assistant = await staff('小助', 'assistant', { can_review: true, can_moderate: false })
  const { id } = await assistant(notesAdmin.write, { ...thread, content: '自己想', key: 'a-key-of-the-assistant' })
  await teacher(notesAdmin.hide, { note_id: id, reason: '不耐烦' })
  expect(await reasonOf(assistant(notesAdmin.remove, { note_id: id, undo: false }))).toBe('NOT_FOUND')
  const { id: elsewhere } = await (await answered()).ask('另一个任务的')
  expect(await reasonOf(teacher(notesAdmin.settle, { ...thread, seen: elsewhere }))).toBe('NOT_FOUND')
})

test('a student who has become an assistant of the guild does not answer their own note', async () => {
  const { student, guild, thread } = await answered()
  await grantRoles(school.app.db, student.id, ['assistant'])
  await school.app.db
    .updateTable('guild_members')
    .set({ role: 'assistant', can_review: true })
    .where('guild_id', '=', guild.id)
    .where('user_id', '=', student.id)
    .execute()
  const assistant = school.as(student, { audience: 'admin', role: 'assistant' })
  expect(await reasonOf(assistant(notesAdmin.list, thread))).toBe('OWN_WORK')
})

test('an archived guild and a student who left leave the thread to be read, and nobody waits in it', async () => {
  const { ask, reply, read, teacher, thread, archive, waiting, guild, student } = await answered()
  await ask('老师，还在吗？')
  const { db } = school.app
  const members = db.updateTable('guild_members').where('guild_id', '=', guild.id).where('user_id', '=', student.id)
  await members.set({ status: 'left' }).execute()
  expect(await reasonOf(reply('在的'))).toBe('NOT_MEMBER')
  expect((await teacher(notesAdmin.list, thread)).closed).toBe('left')
  expect([await waiting(), (await teacher(schoolAdmin.home, undefined)).inbox.notes]).toEqual([[], 0])
  await members.set({ status: 'member' }).execute()
  await archive()
  expect(await reasonOf(ask('还在吗'))).toBe('ARCHIVED')
  expect(await reasonOf(reply('在的'))).toBe('ARCHIVED')
  expect(await read()).toMatchObject({
    closed: 'archived',
    list: [{ content: '老师，还在吗？', can: { edit: false } }],
  })
  expect(await waiting()).toEqual([])
})

test('a thread comes page by page, newest first', async () => {
  const { reply, send, task_id } = await answered()
  for (const nth of [1, 2, 3]) await reply(`第${nth}句`)
  const first = await send(notes.list, { task_id, limit: 2 })
  expect([first.total, first.list.map(({ content }) => content)]).toEqual([3, ['第3句', '第2句']])
  const second = await send(notes.list, { task_id, limit: 2, after: first.next ?? '' })
  expect(second.list.map(({ content }) => content)).toEqual(['第1句'])
})

test('an erased student leaves no word under a result, neither their own nor about them', async () => {
  const { ask, reply, student } = await answered()
  await ask('老师，我家里有事')
  await reply('知道了')
  await eraseAnswers(school.app.db, student.id)
  for (const table of ['submission_notes', 'note_threads'] as const)
    expect(await school.app.db.selectFrom(table).selectAll().execute()).toEqual([])
})
