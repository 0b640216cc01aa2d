import type { Db } from '../../db/schema.ts'
import { aDraft, aSubmission } from '../../submissions/factory.ts'
import { aChapter, anEnrolment, aTask } from '../../tasks/factory.ts'
import { guildWord, heldScore, heldWord, workWord } from './words.ts'
import type { Guilds, People } from './world.people.ts'
import { aResult, type Work } from './world.results.ts'

export type Tasks = Awaited<ReturnType<typeof tasksOf>>
export type Works = Awaited<ReturnType<typeof worksOf>>

// Nothing may reveal its answer and its points while the result is held.
const asked = [{ id: 'place', label: '填一填', kind: 'blank', required: false, points: heldScore + 1 }]

/** One task for each state of the owner's work, and one that nobody works on; each guild has a chapter. */
export const tasksOf = async (db: Db, people: People, { guild, elsewhere }: Guilds, now: number) => {
  const chapter = await aChapter(db, { guild_id: guild.id, title: `${guildWord}第一章` })
  const task = (name: string, given: object = {}) =>
    aTask(db, {
      guild_id: guild.id,
      title: `${guildWord}${name}`,
      created_at: now,
      created_by: people.teacher.id,
      chapter_id: chapter.id,
      ...given,
    })
  const due_at = now + 7 * 86_400_000
  const [doing, waiting, marked, passed, shared, untouched, unpublished, trashed] = [
    await task('写作中', { due_at }),
    await task('待批阅'),
    await task('已批阅', { hold: true, questions: JSON.stringify(asked) }),
    await task('已通过', { due_at }),
    await task('已展示'),
    await task('没开始', { type: 'main', due_at: now + 3 * 86_400_000 }),
    await task('草稿', { status: 'draft' }),
    await task('回收', { status: 'trashed', trashed_from: 'draft', trashed_at: now }),
  ]
  await db
    .insertInto('question_keys')
    .values({
      task_id: marked.id,
      question_id: 'place',
      accepted: JSON.stringify([heldWord]),
      explanation: `因为${heldWord}`,
    })
    .execute()
  await db.insertInto('task_prerequisites').values({ task_id: doing.id, required_task_id: marked.id }).execute()
  const chapterElsewhere = await aChapter(db, { guild_id: elsewhere.id, title: '别处的章节' })
  const taskElsewhere = await aTask(db, {
    guild_id: elsewhere.id,
    title: '别处的任务',
    status: 'draft',
    created_at: now,
  })
  return {
    ...{ chapter, doing, waiting, marked, passed, shared, untouched, unpublished, trashed },
    ...{ chapterElsewhere, taskElsewhere },
  }
}

/** The owner's works: a draft, one waiting for review, one with a held result, one that passed, one that is shared. */
export const worksOf = async (
  db: Db,
  people: People,
  { doing, waiting, marked, passed, shared }: Tasks,
  now: number,
) => {
  const row = (of: { id: number; guild_id: number }, state: 'doing' | 'submitted' | 'passed') =>
    anEnrolment(db, of, { user_id: people.owner.id, state, accepted_at: now })
  const work = async (of: { id: number; guild_id: number }, state: 'submitted' | 'passed', given: object = {}) => {
    const enrolment = await row(of, state)
    const submission = await aSubmission(db, enrolment, {
      title: `${workWord}之作`,
      content: `${workWord}里的字。`,
      submitted_at: now,
      ...(state === 'passed' && { status: 'released', score: 80, percent_final: 80 }),
      ...given,
    } as never)
    return { enrolment, submission }
  }
  const begun = await row(doing, 'doing')
  await aDraft(db, begun, { content: `${workWord}的草稿`, saved_at: now })
  const [sealed, held, done, shown] = [
    await work(waiting, 'submitted'),
    await work(marked, 'submitted', { status: 'reviewed' }),
    await work(passed, 'passed'),
    await work(shared, 'passed', {
      share: 'guild',
      share_state: 'open',
      title: '给同学看的',
      content: '给同学看的字。',
    }),
  ]
  const result = (of: Work, status: 'held' | 'released') =>
    aResult(db, of, { status, reviewer_id: people.teacher.id, now })
  await result(held, 'held')
  const marks = JSON.stringify([{ question_id: 'place', outcome: 'partial', points: heldScore, max: heldScore + 1 }])
  await db.insertInto('question_marks').values({ submission_id: held.submission.id, marks }).execute()
  await db
    .updateTable('results')
    .set({ question_marks: marks })
    .where('submission_id', '=', held.submission.id)
    .execute()
  const released = await result(done, 'released')
  await result(shown, 'released')
  return { begun, sealed, held, done, shown, released }
}
