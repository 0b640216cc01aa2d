import { discussions } from '@tongchuang/contract/discussions.ts'
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { notes } from '@tongchuang/contract/notes.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { inviteToGuild } from '../guilds/invitations-store.ts'
import type { MessageKind } from '../messages/message-data.ts'
import { notify } from '../messages/store.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { textCells } from '../testing/text-cells.ts'
import { aboutPick } from '../works/rules.ts'
import { eraseEverything } from './erase.ts'

/**
 * What a message of a kind can quote of a student in another user’s box. `posts`: words and name, gone with the post;
 * `asked`: the name of a student waiting for staff; `staff`: of an assistant. A new kind must be listed here before it
 * can be sent.
 */
const quoting = {
  ...{
    'discussion.replied': 'posts',
    'discussion.mentioned': 'posts',
    'post.replied': 'posts',
    'post.mentioned': 'posts',
  },
  ...{ 'submission.new': 'asked', 'appeal.opened': 'asked', 'extension.asked': 'asked', 'note.waiting': 'asked' },
  ...{ 'join.asked': 'asked', 'deletion.asked': 'asked', 'work.pick_proposed': 'asked and staff' },
  ...{ 'note.written': 'staff', 'guild.invited': 'staff' },
  // About what its reader did or wrote, in their own box alone.
  ...{
    'discussion.answered': null,
    'discussion.hidden': null,
    'post.answered': null,
    'post.hidden': null,
    'work.reported_hidden': null,
    'work.picked': null,
  },
  ...{ 'work.hidden': null, 'work.shown': null, 'work.share_answered': null, 'submission.returned': null },
  ...{ 'result.released': null, 'result.entered': null, 'result.corrected': null, 'extension.answered': null },
  ...{ 'appeal.answered': null, 'join.answered': null, 'likes.summary': null, 'level.up': null },
  ...{ 'account.password_changed': null, 'account.password_given': null, 'account.email_changed': null },
  ...{ 'account.identity_linked': null, 'account.mobile_set': null, 'account.email_listed': null },
  ...{
    'own.password_changed': null,
    'own.password_given': null,
    'own.email_changed': null,
    'own.identity_linked': null,
  },
  ...{ 'export.ready': null, 'deletion.refused': null, 'task.excused': null, 'task.reopened': null },
  // Of tasks, guilds and numbers.
  ...{ 'task.published': null, 'task.due_soon': null, 'task.reminded': null, 'task.dates_changed': null },
  ...{ 'task.changed': null, 'task.expired': null, 'task.extended': null, 'guild.announced': null },
  ...{ 'guild.removed': null, 'submission.waiting': null, 'discussion.waiting': null, 'report.opened': null },
  ...{ 'work.share_asked': null, 'announcement.replied': null, 'robot.stopped': null },
} satisfies Record<MessageKind, string | null>

let school: School
let student: { id: number }
let teacher: { id: number }
let mate: { id: number; nickname: string }
let guild: { id: number }
const name = '林雨桐小号'
beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  guild = await aGuild(db)
  student = await aUser(db, { nickname: name })
  mate = await aUser(db)
  teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
})
afterEach(() => school.close())

const erase = () => {
  const { database, events } = school.app
  return school.app.db
    .transaction()
    .execute((db) => eraseEverything(db, { dialect: database.dialect, events }, student.id, school.clock.now()))
}
const kindsInBoxes = async () => {
  const rows = await school.app.db.selectFrom('messages').select('kind').distinct().execute()
  return rows.map(({ kind }) => kind)
}
const naming = async () => {
  const cells = await textCells(school.app.db, school.app.database.dialect)
  return cells.holding(name, ['messages.data'])
}

test('nobody reads in a box what an erased student said in a discussion, or that it was them', async () => {
  const { db } = school.app
  const { id: mate_id } = await aMember(db, { guild_id: guild.id, user_id: mate.id })
  const other = await aUser(db)
  const { id: member_id } = await aMember(db, { guild_id: guild.id, user_id: other.id })
  const task = await aTask(db, { guild_id: guild.id })
  const [ask, reply] = [school.as(mate), school.as(student)]
  const question = await ask(discussions.create, { task_id: task.id, content: '雨天的数据要不要去掉？' })
  const words = '我家那边三天都在下雨。'
  await reply(discussions.create, { task_id: task.id, content: words, parent_id: question.id })
  await reply(discussions.create, {
    task_id: task.id,
    content: `${words}你呢？@${other.nickname} @${mate.nickname}`,
    mentions: [member_id, mate_id],
  })
  const own = await ask(discussions.create, {
    task_id: task.id,
    content: `那就先留着，再算一遍。@${other.nickname}`,
    mentions: [member_id],
  })
  const answer = await school.as(teacher, { audience: 'admin', role: 'teacher' })(discussionsAdmin.reply, {
    task_id: task.id,
    parent_id: question.id,
    content: '先留着。',
  })
  await reply(discussions.create, { task_id: task.id, content: `好，${words}`, parent_id: answer.id })
  expect(await kindsInBoxes()).toEqual(
    expect.arrayContaining(['discussion.replied', 'discussion.mentioned', 'post.replied']),
  )
  expect(await naming()).toEqual(['messages.data'])
  await erase()
  const left = await db.selectFrom('messages').select(['kind', 'data']).execute()
  expect(JSON.stringify(left)).not.toContain('下雨')
  expect(await naming()).toEqual([])
  // Words of another user remain in the box of their recipient.
  expect(left.filter(({ kind }) => kind === 'discussion.mentioned')).toHaveLength(1)
  expect(own.id).toBeGreaterThan(question.id)
})

test('staff read no name of an erased student in what waits for them, and what is over waits no more', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const send = school.as(student)
  const task = await aTask(db, { guild_id: guild.id, due_at: now + 3_600_000 })
  await send(tasks.accept, { id: task.id })
  await send(reviews.askExtension, {
    task_id: task.id,
    reason: '发烧了，想晚两天交',
    wanted_until: new Date(now + 9e7).toISOString(),
  })
  const waiting = await aTask(db, { guild_id: guild.id })
  await send(tasks.accept, { id: waiting.id })
  await send(submissions.submit, { task_id: waiting.id, base_version: 0, key: 'a-key-of-mine', content: '三天的记录' })
  const over = await aTask(db, { guild_id: guild.id })
  const done = { state: 'passed', score: 80, percent_final: 80, released_at: now } as const
  const row = await anEnrolment(db, over, { user_id: student.id, ...done })
  const work = await aSubmission(db, row, { status: 'released' })
  const said = { decision: 'pass', reviewer_id: teacher.id, reviewer_role: 'teacher', created_at: now } as const
  await db
    .insertInto('results')
    .values({ ...said, submission_id: work.id, enrolment_id: row.id, status: 'released', released_at: now })
    .execute()
  await send(reviews.appeal, { submit_id: work.id, text: '第二题少算了两分，请老师再看一眼，谢谢您了。' })
  await send(notes.write, { task_id: over.id, content: '这样算对吗？', key: 'another-key' })
  const pick = {
    submission_id: work.id,
    guild_id: guild.id,
    reason: '细',
    picked_by: teacher.id,
    picked_at: now,
  } as const
  await db
    .insertInto('work_picks')
    .values({ ...pick, status: 'proposed', agreed_by: null, agreed_at: null })
    .execute()
  await notify(db, {
    ...{ user_id: teacher.id, type: 'todo', kind: 'work.pick_proposed', about: aboutPick(work.id), now },
    data: { work: name, assistant: '周老师' },
  })
  await school.app.events.drain()
  const asked = ['submission.new', 'appeal.opened', 'extension.asked', 'note.waiting', 'work.pick_proposed']
  expect(await kindsInBoxes()).toEqual(expect.arrayContaining(asked))
  await erase()
  expect(await naming()).toEqual([])
  const boxes = await kindsInBoxes()
  expect(boxes).toEqual(expect.arrayContaining(['submission.new', 'appeal.opened', 'extension.asked']))
  expect(boxes).not.toContain('note.waiting')
  expect(Object.keys(quoting)).toEqual(expect.arrayContaining(boxes))
})

test('of a classmate who waits for staff as well, staff still read the name', async () => {
  const { db } = school.app
  const now = school.clock.now()
  await aMember(db, { guild_id: guild.id, user_id: mate.id })
  const task = await aTask(db, { guild_id: guild.id, due_at: now + 3_600_000 })
  for (const one of [mate, student]) {
    const send = school.as(one)
    await send(tasks.accept, { id: task.id })
    const wanted_until = new Date(now + 9e7).toISOString()
    await send(reviews.askExtension, { task_id: task.id, reason: '发烧了，想晚两天交', wanted_until })
  }
  await school.app.events.drain()
  await erase()
  expect(await naming()).toEqual([])
  const cells = await textCells(db, school.app.database.dialect)
  expect(await cells.holding(mate.nickname, ['messages.data'])).toEqual(['messages.data'])
})

test('staff read no name of an erased student either whose work one of them has open', async () => {
  const { db } = school.app
  const send = school.as(student)
  const task = await aTask(db, { guild_id: guild.id })
  await send(tasks.accept, { id: task.id })
  const sent = await send(submissions.submit, { task_id: task.id, key: 'a-key-of-mine', content: '三天的记录' })
  await school.app.events.drain()
  const submit_id = 'submit_id' in sent ? sent.submit_id : 0
  await school.as(teacher, { audience: 'admin', role: 'teacher' })(reviewsAdmin.open, { submit_id })
  expect(await naming()).toEqual(['messages.data'])
  await erase()
  expect(await naming()).toEqual([])
})

test('who was asked in by an assistant, or has a note or a proposed pick of theirs, reads no name of them once they are erased', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const task = await aTask(db, { guild_id: guild.id })
  const row = await anEnrolment(db, task, { user_id: mate.id, state: 'passed' })
  const work = await aSubmission(db, row, { status: 'released' })
  const place = { task_id: task.id, student_id: mate.id, guild_id: guild.id, enrolment_id: row.id }
  const { id: note_id } = await db
    .insertInto('submission_notes')
    .values({
      ...{ ...place, author_id: student.id, role: 'assistant', content: '对的', key: 'one-more-key', created_at: now },
      ...{ edited_at: null, deleted_at: null, hidden_at: null, hidden_by: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pick = {
    submission_id: work.id,
    guild_id: guild.id,
    reason: '细',
    picked_by: student.id,
    picked_at: now,
  } as const
  await db
    .insertInto('work_picks')
    .values({ ...pick, status: 'proposed', agreed_by: null, agreed_at: null })
    .execute()
  const told = { task: task.title, who: name, excerpt: '对的' }
  await notify(db, {
    user_id: mate.id,
    type: 'message',
    kind: 'note.written',
    about: `note:${note_id}`,
    data: told,
    now,
  })
  await notify(db, {
    ...{ user_id: teacher.id, type: 'todo', kind: 'work.pick_proposed', about: aboutPick(work.id), now },
    data: { work: '记录', assistant: name },
  })
  const invited = await aUser(db)
  const asks = {
    guild_id: guild.id,
    user_id: invited.id,
    role: 'student',
    title: '',
    invited_by: student.id,
    now,
  } as const
  await inviteToGuild(db, {
    ...asks,
    ...{ can_review: false, can_moderate: false, can_admit: false, can_see_grades: false },
  })
  expect(await kindsInBoxes()).toEqual(expect.arrayContaining(['note.written', 'work.pick_proposed', 'guild.invited']))
  await erase()
  expect(await naming()).toEqual([])
  expect(await kindsInBoxes()).toEqual(expect.arrayContaining(['note.written', 'work.pick_proposed', 'guild.invited']))
})
