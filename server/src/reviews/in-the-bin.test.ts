import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { notes } from '@tongchuang/contract/notes.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

type Fixture = Awaited<ReturnType<typeof waiting>>

/** The to-dos in a user’s box. */
const todosOf = async ({ id }: { id: number }): Promise<string[]> => {
  await school.app.events.drain()
  const rows = await school.app.db
    .selectFrom('messages')
    .select('kind')
    .where('user_id', '=', id)
    .where('type', '=', 'todo')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

const another = async ({ task }: Fixture, given: object = {}) => {
  const { db } = school.app
  const student = await aUser(db)
  await aMember(db, { guild_id: task.guild_id, user_id: student.id })
  const row = await anEnrolment(db, task, { user_id: student.id, ...given })
  return { student, row, send: school.as(student) }
}

/**
 * Beside the work that waits: a result that is appealed and written under, and a student who asks for more time and a
 * question.
 */
const askedInEveryWay = async () => {
  const fixture = await waiting()
  const { review } = fixture
  const done = await another(fixture, { state: 'submitted' })
  const { id: submit_id } = await aSubmission(school.app.db, done.row)
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  await done.send(reviews.appeal, { submit_id, text: '数据来源在附件的第二页，请老师再看一眼，谢谢。' })
  await done.send(notes.write, { task_id: fixture.task.id, content: '第三问我还是不懂', key: 'first-note' })
  const late = await another(fixture, { state: 'doing' })
  const wanted_until = new Date(school.clock.now() + 86_400_000).toISOString()
  await late.send(reviews.askExtension, { task_id: fixture.task.id, reason: '周三到周五在校外比赛', wanted_until })
  await late.send(discussions.create, { task_id: fixture.task.id, content: '要不要写出假设？' })
  return { ...fixture, wanted_until }
}

const everyTodo = ['appeal.opened', 'discussion.waiting', 'extension.asked', 'note.waiting', 'submission.new']

test('what waits of a task in the bin asks nobody for anything, and does again once the task is back', async () => {
  const { review, task, teacher } = await askedInEveryWay()
  expect(await todosOf(teacher)).toEqual(everyTodo)
  const asked = async () => {
    const { waiting, appeals, extensions, notes } = await review(reviewToolsAdmin.summary)
    const { list: seconds } = await review(reviewsAdmin.appeals, { status: 'open' })
    const { list: times } = await review(reviewsAdmin.extensions, { status: 'open' })
    const { list: works } = await review(reviewsAdmin.queue, {})
    const { list: questions } = await review(discussionsAdmin.list, { sort: 'unanswered' })
    const { inbox, waiting: home, resume } = await review(schoolAdmin.home)
    const lists = [seconds, times, works, questions].map(({ length }) => length)
    const atHome = [inbox.appeals, inbox.extensions, inbox.notes, home.total, resume?.waiting ?? 0]
    return { waiting, appeals, extensions, notes, lists, atHome }
  }
  const before = { waiting: 1, appeals: 1, extensions: 1, notes: 1, lists: [1, 1, 1, 1], atHome: [1, 1, 1, 1, 1] }
  expect(await asked()).toEqual(before)
  await review(taskEditing.trash, { id: task.id })
  const none = { waiting: 0, appeals: 0, extensions: 0, notes: 0, lists: [0, 0, 0, 0], atHome: [0, 0, 0, 0, 0] }
  expect(await asked()).toEqual(none)
  expect(await todosOf(teacher)).toEqual([])
  await review(taskEditing.restore, { id: task.id })
  expect(await asked()).toEqual(before)
  expect(await todosOf(teacher)).toEqual(everyTodo)
})

test('what waits in a guild that goes to the archive is asked of its staff no more, and again once it goes on', async () => {
  const { review, task, teacher } = await askedInEveryWay()
  expect(await todosOf(teacher)).toEqual(everyTodo)
  await review(termsAdmin.archiveGuild, { guild_id: task.guild_id })
  expect(await todosOf(teacher)).toEqual([])
  await review(termsAdmin.reviveGuild, { guild_id: task.guild_id })
  expect(await todosOf(teacher)).toEqual(everyTodo)
})

test('what the clock hands in after a guild went to the archive asks nobody for a review', async () => {
  const fixture = await waiting()
  const { review, task, teacher, submit_id } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80 })
  await school.app.db.updateTable('tasks').set({ submit_drafts: true }).where('id', '=', task.id).execute()
  const writing = await another(fixture, { state: 'doing' })
  await writing.send(submissions.submit, { task_id: task.id, content: '写到一半', draft: true })
  school.clock.move(60_000)
  await review(termsAdmin.archiveGuild, { guild_id: task.guild_id })
  school.clock.move(10 * 60_000)
  await school.app.jobs.run('submissions.end')
  const handedIn = school.app.db.selectFrom('submissions').select('id').where('user_id', '=', writing.student.id)
  expect(await handedIn.execute()).toHaveLength(1)
  expect(await todosOf(teacher)).toEqual([])
})

test('a reviewer who has the work of a task open that goes to the bin decides nothing, nor answers what was asked about it', async () => {
  const { review, task, submit_id, wanted_until } = await askedInEveryWay()
  await review(reviewsAdmin.open, { submit_id })
  const [appeal] = (await review(reviewsAdmin.appeals, {})).list
  const [request] = (await review(reviewsAdmin.extensions, {})).list
  const correction = { submit_id: appeal!.submit_id!, score: 75, reason: '看漏了附件' }
  await review(taskEditing.trash, { id: task.id })
  const calls = () => [
    review(reviewToolsAdmin.correct, correction),
    review(reviewsAdmin.open, { submit_id }),
    review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80 }),
    review(reviewsAdmin.release, { task_id: task.id }),
    review(reviewsAdmin.answerAppeal, { id: appeal!.id, outcome: 'keep', answer: '看过了' }),
    review(reviewsAdmin.answerExtension, { id: request!.id, grant: true, until: wanted_until }),
  ]
  for (const one of await Promise.all(calls().map(refusal)))
    expect(one).toMatchObject({ reason: 'STATE', data: { state: 'trashed' } })
  await review(taskEditing.restore, { id: task.id })
  expect(await reasonOf(review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80 }))).toBe('done')
  expect(await reasonOf(review(reviewToolsAdmin.correct, correction))).toBe('done')
  expect(await reasonOf(review(reviewsAdmin.answerAppeal, { id: appeal!.id, outcome: 'keep', answer: '看过了' }))).toBe(
    'done',
  )
})

test('a student is not asked to mend a work, nor reminded, of a task in the bin; the return is told again once it is back', async () => {
  const fixture = await waiting()
  const { review, task, submit_id, student } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '把单位写上' })
  const idle = await another(fixture, { state: 'doing' })
  await review(reviewToolsAdmin.remind, { task_id: task.id })
  expect(await todosOf(student)).toEqual(['submission.returned', 'task.reminded'])
  expect(await todosOf(idle.student)).toEqual(['task.reminded'])
  await review(taskEditing.trash, { id: task.id })
  expect(await todosOf(student)).toEqual([])
  expect(await todosOf(idle.student)).toEqual([])
  expect((await review(reviewToolsAdmin.missing, { task_id: task.id })).list).toEqual([])
  await review(taskEditing.restore, { id: task.id })
  expect(await todosOf(student)).toEqual(['submission.returned'])
  expect(await todosOf(idle.student)).toEqual([])
})
