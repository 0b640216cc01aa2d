import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { notes } from '@tongchuang/contract/notes.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { sendFile, fileName } from './hostile-places.ts'
import { pdfWithScripts } from './paper-files.ts'
import { secondOfSilence } from './sound-file.ts'
import { uploadFile } from './upload-file.ts'
import type { Cast } from './hostile-cast.ts'

export type Typed = Awaited<ReturnType<typeof typeTasks>>
export type HandedIn = Awaited<ReturnType<typeof typeWorks>>

const day = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

/** A task and its copy, both published and accepted. */
export const typeTasks = async ({ say, teacher, student, mate, third, guild_id }: Cast) => {
  const made = await say(teacher, taskEditing.create, { guild_id })
  await say(teacher, taskEditing.update, {
    id: made.id,
    base_version: made.base_version,
    criteria: [
      { weight: 60, level_words: ['', '', '', '', ''] },
      { weight: 40, level_words: ['', ''] },
    ],
    questions: [
      { id: 'one', kind: 'text', required: false },
      { id: 'two', kind: 'many', options: [{ id: 'a' }, { id: 'b', text: '乙' }], required: false },
      { id: 'three', kind: 'blank', required: false, points: 2 },
    ],
    keys: [{ question_id: 'three', accepted: [''], tolerance: 0 }],
    open_at: null,
    due_at: inDays(3),
    close_at: inDays(5),
    needs_review: true,
    needs_text: true,
  })
  const copied = await say(teacher, taskEditing.copy, { id: made.id })
  await teacher(taskEditing.update, {
    id: copied.id,
    base_version: copied.base_version,
    open_at: null,
    due_at: inDays(3),
    close_at: inDays(5),
  })
  for (const { id } of [made, copied]) await teacher(taskEditing.publish, { id, now: true })
  await student(tasks.accept, { id: made.id })
  for (const send of [mate, third]) for (const { id } of [made, copied]) await send(tasks.accept, { id })
  return { made, copied }
}

/**
 * Submissions of three students, one with a file and one that waits for approval of sharing, and a draft of another
 * task.
 */
export const typeWorks = async (cast: Cast, { made }: Typed) => {
  const { school, typing, say, teacher, admin, student, mate, third, classmate, inState } = cast
  const asked = await teacher(taskEditing.form, { id: made.id })
  const options = asked.questions.find(({ id }) => id === 'two')?.options ?? []
  const files = [
    await sendFile(
      school,
      classmate.username,
      typing.wordsFor(fileName, 60, (text) => !/[/\\]/.test(text)),
    ),
  ]
  const handed = async (send: Send, share: string, files: number[] = []) => {
    const received = await say(send, submissions.submit, {
      task_id: made.id,
      key: crypto.randomUUID(),
      links: [''],
      answers: { one: '', two: options.map(({ id }) => id), three: '' },
      share,
      files,
    })
    if ('submit_id' in received) return received
    throw new Error('a work was kept as a draft')
  }
  const report = { name: 'report.pdf', bytes: pdfWithScripts() }
  const drawnOn = await uploadFile(school, await school.studentToken('student'), report)
  const first = await handed(student, 'site', [drawnOn])
  const second = await handed(mate, 'site', files)
  const before = await admin(settingsAdmin.read, {})
  await admin(settingsAdmin.change, {
    settings: { share_approval: true },
    versions: { share_approval: before.versions.share_approval },
  })
  const asking = await handed(third, 'site')
  await say(
    student,
    submissions.submit,
    ...inState('doing').map(({ id }) => ({ task_id: id, draft: true, links: [''], base_version: 0 })),
    ...inState('doing').map(({ id }) => ({ task_id: id, draft: true, base_version: 1, links: [''] })),
  )
  return { first, second, asking, drawnOn }
}

/** The entered result of an offline task, and the reason for its change. */
const typeResults = async ({ say, teacher, student, guild_id }: Cast): Promise<void> => {
  const { id: user_id } = await student(profile.get)
  const made = await teacher(taskEditing.create, { guild_id, title: '口语' })
  await teacher(taskEditing.update, { id: made.id, base_version: made.base_version, channel: 'offline', hold: false })
  await teacher(taskEditing.publish, { id: made.id, now: true })
  const cell = { task_id: made.id, user_id }
  await teacher(enteredResultsAdmin.set, { ...cell, base_version: 0, score: 60 })
  await say(teacher, enteredResultsAdmin.set, { ...cell, base_version: 1, score: 70 })
}

/** What a student and a teacher write to each other under a result. */
const typeNotes = async ({ say, teacher, student }: Cast, { made }: Typed): Promise<void> => {
  const { id: user_id } = await student(profile.get)
  const asked = () => say(student, notes.write, { task_id: made.id, key: crypto.randomUUID() })
  const answered = () => say(teacher, notesAdmin.write, { task_id: made.id, user_id, key: crypto.randomUUID() })
  await asked()
  await say(student, notes.edit, { note_id: (await asked())['id'] })
  await say(teacher, notesAdmin.hide, { note_id: (await asked())['id'] })
  await answered()
  await say(teacher, notesAdmin.edit, { note_id: (await answered())['id'] })
}

/** Texts about works: results, an appeal, an extension, corrections, saved comments. */
export const typeReviews = async (
  cast: Cast,
  typed: Typed,
  { first, second, asking, drawnOn }: HandedIn,
): Promise<void> => {
  const { school, say, teacher, admin, student, third, guild_id, inState } = cast
  const { copied } = typed
  const marks = [{ version: 1 }]
  for (const { submit_id } of [first, second, asking]) await teacher(reviewsAdmin.open, { submit_id })
  await say(teacher, reviewToolsAdmin.saveDraft, { submit_id: second.submit_id, base_version: 0, marks })
  const pin = { shape: 'pin' as const, points: [0.5, 0.5] }
  const page = { submit_id: first.submit_id, file_id: drawnOn, page: 1, seen: 0 }
  await say(teacher, reviewAreasAdmin.savePage, { ...page, marks: [pin] })
  const recording = { name: 'voice.webm', bytes: secondOfSilence(), purpose: 'feedback' }
  const voice = { file_id: await uploadFile(school, await school.staffToken('teacher'), recording), peaks: [] }
  await say(teacher, reviewVoicesAdmin.save, { submit_id: first.submit_id, seen: 0, voices: [voice] })
  await say(teacher, reviewsAdmin.decide, {
    submit_id: first.submit_id,
    decision: 'pass',
    score: 70,
    marks,
    hold: false,
  })
  await say(student, reviews.appeal, { submit_id: first.submit_id })
  const waits = (await teacher(reviewsAdmin.appeals, { guild_id, status: 'open' })).list
  await say(
    teacher,
    reviewsAdmin.answerAppeal,
    ...waits.filter(({ submit_id }) => submit_id === first.submit_id).map(({ id }) => ({ id, outcome: 'keep' })),
  )
  const late = await say(
    student,
    reviews.askExtension,
    ...inState('doing', 'returned').map(({ id }) => ({ task_id: id, wanted_until: inDays(9) })),
  )
  await say(admin, reviewsAdmin.answerExtension, { id: late.id, grant: false })
  await say(third, reviews.askExtension, { task_id: copied.id, wanted_until: inDays(9) })
  await teacher(reviewsAdmin.decide, { submit_id: asking.submit_id, decision: 'pass', score: 90, hold: false })
  await say(teacher, reviewToolsAdmin.correct, { submit_id: asking.submit_id, score: 66 })
  await typeNotes(cast, typed)
  await typeResults(cast)
  const comment = await say(teacher, reviewToolsAdmin.addComment, { guild_id })
  await say(teacher, reviewToolsAdmin.changeComment, { id: comment.id })
}

/** Exceptions for one student, and moderation of works in the gallery. */
export const typeAllowances = async (cast: Cast, { first, asking }: HandedIn): Promise<void> => {
  const { say, teacher, admin, student, guild_id, inState } = cast
  const { id: user_id } = await student(profile.get)
  const of = inState('returned', 'passed', 'doing', 'expired').map(({ id }) => ({ task_id: id, user_ids: [user_id] }))
  await say(admin, tasksAdmin.reopen, ...of.map((one) => ({ ...one, due_at: inDays(8) })))
  await say(admin, tasksAdmin.extend, ...of.map((one) => ({ ...one, until: inDays(8) })))
  await say(admin, tasksAdmin.excuse, ...of.toReversed())
  await say(teacher, worksAdmin.answerShare, { submit_id: asking.submit_id, grant: false })
  await say(teacher, worksAdmin.pick, { submit_id: first.submit_id })
  const shown = (await teacher(worksAdmin.list, { guild_id, show: 'shared', limit: 100 })).list
  await say(
    teacher,
    worksAdmin.hide,
    ...shown.filter(({ submit_id }) => submit_id !== first.submit_id).map(({ submit_id }) => ({ submit_id })),
  )
}

/** Posts, replies and reports, and what is decided about them. */
export const typeTalk = async (
  { say, teacher, student, mate, third, guild_id }: Cast,
  { made }: Typed,
): Promise<void> => {
  const post = await say(student, discussions.create, { task_id: made.id })
  await say(student, discussions.edit, { discussion_id: post.id })
  const other = await say(mate, discussions.create, { task_id: made.id })
  const bad = await say(student, discussions.create, { task_id: made.id, parent_id: other.id })
  await say(student, discussions.report, { target: 'discussion', id: other.id, reason: 'other' })
  await say(mate, discussions.report, { target: 'discussion', id: bad.id, reason: 'other' })
  await say(teacher, discussionsAdmin.reply, { task_id: made.id, parent_id: post.id })
  const reports = (await teacher(discussionsAdmin.reports, { guild_id })).list
  await say(teacher, discussionsAdmin.decide, ...reports.slice(1).map(({ id }) => ({ id, decision: 'hide' })))
  const rude = await say(third, discussions.create, { task_id: made.id })
  await say(teacher, discussionsAdmin.hide, { discussion_id: rude.id })
}
