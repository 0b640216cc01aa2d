import type { Output } from '@tongchuang/contract/call.ts'
import type { studentTask } from '@tongchuang/contract/student-task.ts'
import { lateDeduction } from '@tongchuang/contract/rules/lateness.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { fileCards, linkTo } from '../files/cards.ts'
import type { Person } from '../http/session.ts'
import { withPictures } from '../markdown/pictures.ts'
import { appeal, extension, feedback } from '../reviews/present.ts'
import { mayAppeal } from '../reviews/rules.ts'
import { criterionOf } from '../reviews/store.ts'
import { voicesWithSound } from '../reviews/voices.ts'
import { myVersion } from '../submissions/own/present.ts'
import { presentDraft } from '../submissions/draft/stored-draft.ts'
import { draftOfRoundBefore } from '../submissions/store.ts'
import { inOwnOrder, questionsOf } from '../tasks/questions/question-rules.ts'
import { cardOfAccepted, listCards, type Card } from '../tasks/student/cards.ts'
import { mapOrder, mapOrderByChapters } from '../tasks/student/lists.ts'
import { datesFor, extensionFor, maySeeContent, type Enrolment } from '../tasks/rules.ts'
import { canDo, neighbours } from './rules.ts'
import { answersWithAll, findWithOwnWork, type FoundTask } from './store.ts'

type Page = Output<typeof studentTask.detail>

/** The card of a task, and the guild's tasks in the order of its map; null where the guild does not show it. */
const findCard = async (app: App, task: FoundTask, { user_id, now }: Person): Promise<[Card, number[]] | null> => {
  const { timezone: zone, levels } = await app.settings()
  const coverOf = (file_id: number) => linkTo(app, file_id, 'public', user_id)
  const viewer = { user_id, now, zone, levels, coverOf }
  const [row] = task.rows
  const order = mapOrderByChapters(task.places, task.chapters)
  const own = order && row ? cardOfAccepted({ task, row }, viewer) : null
  if (order && own) return [own, order]
  // Whether a task may be accepted depends on other tasks, and the order of a map without chapters on the state of each
  // task.
  const cards = await listCards(app.db, viewer, task.guild_id)
  const found = cards.find((card) => card.task.id === task.id)
  return found ? [found, order ?? mapOrder(cards, task.chapters)] : null
}

/**
 * Everything a student needs for one task; null where they may not see it. Five queries at most, however much there is.
 */
export const showTask = async (app: App, id: number, caller: Person): Promise<Page | null> => {
  const task = await findWithOwnWork(app.db, id, caller.user_id)
  const found = task && (await findCard(app, task, caller))
  if (!found) return null
  const [card, order] = found
  const row = task.rows[0] ?? null
  return {
    task: taskOf(app, task, card, row, caller),
    ...(await ownWork(app, task, card, row, caller)),
    discussion: { count: task.discussion_count },
    ...neighbours(order, id),
  }
}

/** The task as the teacher wrote it; for a locked task only the title and why it is locked (docs/rules.md). */
const taskOf = (
  app: App,
  task: FoundTask,
  { card }: Card,
  row: Enrolment | null,
  { user_id, now }: Person,
): Page['task'] => {
  const isShown = maySeeContent(card.state)
  const files = isShown ? fileCards(app, task.attachments, user_id) : []
  const own = new Set(files.map(({ id }) => id))
  const { due_at, close_at } = datesFor(task, row)
  const attempts = row?.attempts ?? 0
  return {
    ...card,
    content_html: isShown
      ? withPictures(task.content_html, (id) => (own.has(id) ? linkTo(app, id, 'original', user_id) : null))
      : '',
    files,
    criteria: isShown ? task.criteria.map(criterionOf) : [],
    questions: isShown ? inOwnOrder(questionsOf(task.questions), row?.id ?? 0) : [],
    chapter: task.chapters.find((chapter) => chapter.id === task.chapter_id)?.title ?? '',
    late_preview: lateDeduction(task, due_at, now),
    last_at: iso(close_at),
    pass_line: task.pass_line,
    scored: task.scored,
    max_attempts: task.max_attempts,
    attempts_left: task.max_attempts === null ? null : Math.max(0, task.max_attempts - attempts),
    needs_text: task.needs_text,
    min_files: task.min_files,
    statement_required: task.statement_required,
    submit_drafts: task.submit_drafts,
    prerequisites: task.prerequisites.map((needed) => ({
      id: needed.id,
      title: needed.title,
      passed: needed.passed === 1,
    })),
    teacher: task.teachers[0]?.nickname ?? '',
  }
}

const unanswered = { answers: [], appealed: undefined, beside: { areas: new Map(), mended: new Map(), voices: [] } }

const answered = async (app: App, enrolment_id: number, user_id: number) => {
  const { answers, appeals, areas, mended, voices, sounds } = await answersWithAll(app.db, enrolment_id)
  return {
    answers,
    appealed: answers.length === 0 ? undefined : appeals[0],
    beside: {
      areas: Map.groupBy(areas, ({ result_id }) => result_id ?? 0),
      mended: Map.groupBy(mended, ({ result_id }) => result_id),
      voices: voicesWithSound(app, voices, sounds, user_id),
    },
  }
}

type Own = Pick<Page, 'enrolment' | 'can' | 'versions' | 'draft' | 'left' | 'feedback' | 'appeal' | 'extension'>

/** The student's own work on the task and the feedback to it; nothing of a held result. */
const ownWork = async (
  app: App,
  task: FoundTask,
  { card }: Card,
  row: Enrolment | null,
  { user_id, now }: Person,
): Promise<Own> => {
  const { versions } = task
  const request = task.requests[0]
  // A request settled by an excuse has no date: the excused state says everything.
  const isExcused = request?.status === 'granted' && request.until === null
  const asked = {
    extension: request && !isExcused ? extension(request) : null,
    hasOpenRequest: request?.status === 'open',
  }
  if (!row) {
    const can = canDo({ task, card, row, newest: null, mayAppeal: false, hasOpenRequest: asked.hasOpenRequest, now })
    const none = { enrolment: null, versions: [], draft: null, left: null, feedback: [], appeal: null }
    return { ...none, can, extension: asked.extension }
  }
  const newest = versions.find(({ status }) => status !== 'withdrawn') ?? null
  // Only a submission or an entered result can have feedback, and only feedback can be appealed.
  const isAnswered = versions.length > 0 || task.channel === 'offline'
  const { answers, appealed, beside } = isAnswered ? await answered(app, row.id, user_id) : unanswered
  const draft = task.drafts[0]
  const left = row.round > 1 && !draft && versions.length === 0 ? await draftOfRoundBefore(app.db, row) : undefined
  const counts = answers.find(({ status }) => status === 'released')
  const mayAsk = counts !== undefined && mayAppeal(counts, row, appealed?.result_id === counts.id, now)
  return {
    enrolment: enrolmentOf(task, row, newest),
    can: canDo({ task, card, row, newest, mayAppeal: mayAsk, hasOpenRequest: asked.hasOpenRequest, now }),
    versions: versions.map((version) => myVersion(app, version, user_id)),
    draft: draft ? await presentDraft(app, draft, user_id) : null,
    left: left ? await presentDraft(app, left, user_id) : null,
    feedback: answers.map((answer) => feedback(answer, beside)),
    // An excused student sees only the excuse: there is no result any more.
    appeal: appealed && row.state !== 'excused' ? appeal(appealed) : null,
    extension: asked.extension,
  }
}

const enrolmentOf = (
  task: FoundTask,
  row: Enrolment,
  newest: { status: string } | null,
): NonNullable<Page['enrolment']> => ({
  id: row.id,
  attempt: row.attempts,
  in_review: newest?.status === 'in_review' || newest?.status === 'reviewed',
  reopened: row.reopened_from !== null,
  extended_until: iso(extensionFor(task, row)),
  return_due_at: iso(row.return_due_at),
  accepted_at: iso(row.accepted_at),
  excuse_reason: row.excuse_reason,
})
