import type { AreaMark } from '@tongchuang/contract/area-marks.ts'
import type { ReviewDraft } from '@tongchuang/contract/review-work.admin.ts'
import type { MendedMark } from '@tongchuang/contract/reviews.ts'
import { rescaled } from '@tongchuang/contract/rules/percent.ts'
import type { Voice } from '@tongchuang/contract/voices.ts'
import type { App } from '../app-services.ts'
import { storedValue } from '../db/stored-json.ts'
import { iso } from '../db/time.ts'
import { faceFor } from '../files/cards.ts'
import type { Area } from './area-store.ts'
import type { StoredReviewDraft } from './draft-store.ts'
import type { Mended } from './mend-store.ts'
import type { AppealItem, ExtensionItem, QueueItem } from './queue-store.ts'
import type { AppealRow, ExtensionRow } from './requests-store.ts'
import { isLockedFor } from './rules.ts'
import type { Answer, Result } from './store.ts'

/** The name, student number and class of a student as staff see them. */
export const person = (row: {
  user_id: number
  nickname: string
  real_name: string
  student_no: string | null
  class_name: string
}) => ({
  user_id: row.user_id,
  nickname: row.nickname,
  real_name: row.real_name,
  student_no: row.student_no ?? '',
  class_name: row.class_name,
})

type Seen = Parameters<typeof person>[0] & Parameters<typeof faceFor>[1]

/** A single student as staff see them, with the avatar shown to this member of staff. */
export const personSeen = (app: App, row: Seen, viewer: number) => ({
  ...person(row),
  avatar: faceFor(app, row, viewer),
})

/** A version in the review queue; another reviewer's lock is shown with their name. */
export const queueRow = (row: QueueItem, staff_id: number, now: number) => ({
  submit_id: row.id,
  version: row.version,
  task_id: row.task_id,
  task_title: row.task_title,
  guild_id: row.guild_id,
  guild_name: row.guild_name,
  student: person(row),
  submitted_at: iso(row.submitted_at),
  late: row.late,
  status: row.status === 'withdrawn' ? ('sealed' as const) : row.status,
  reviewer: isLockedFor(row, staff_id, now) ? row.reviewer : null,
  decision: row.decision,
  score: row.score,
  featured: row.featured,
})

/** A mark on a page, for students and staff. */
export const area = ({ id, file_id, page, shape, points, text, audio_id }: Area): AreaMark => ({
  id,
  file_id,
  page,
  shape,
  points: storedValue(points),
  text,
  audio_id,
})

/** A mended mark of a returned work, for students and staff. */
export const mendedMark = ({ kind, place, role, mended_at }: Mended): MendedMark => ({
  kind,
  place,
  by: role,
  at: iso(mended_at),
})

/** What belongs to a result besides its decision: area marks, mended marks and voices. */
export type Beside = {
  areas: ReadonlyMap<number, readonly Area[]>
  mended: ReadonlyMap<number, readonly Mended[]>
  voices: readonly { result_id: number | null; voice: Voice }[]
}

const besides = (id: number, { areas, voices }: Beside) => ({
  areas: (areas.get(id) ?? []).map(area),
  voices: voices.filter(({ result_id }) => result_id === id).map(({ voice }) => voice),
})

/** A released review as its student reads it, with its area marks and voices. */
export const feedback = (row: Answer, beside: Beside) => ({
  id: row.id,
  submit_id: row.submission_id,
  version: row.marked_version ?? row.version,
  decision: row.decision,
  score: row.score,
  max_score: row.max_score,
  percent: row.percent,
  percent_final: row.percent_final,
  late_deduction: row.late_deduction,
  text: row.text,
  marks: storedValue(row.marks),
  ...besides(row.id, beside),
  mended: (beside.mended.get(row.id) ?? []).map(mendedMark),
  criteria: storedValue(row.criteria),
  reviewer: { nickname: row.nickname, role: row.reviewer_role },
  released_at: iso(row.released_at ?? row.created_at),
  return_due_at: iso(row.return_due_at),
})

/** The response to saving a review. */
export const saved = (submit_id: number, result: Result, state: 'submitted' | 'returned' | 'passed' | 'failed') => ({
  result_id: result.id,
  submit_id,
  state,
  held: result.status === 'held',
  score: result.score,
  percent: result.percent,
  percent_final: result.percent_final,
  late_deduction: result.late_deduction,
})

/** An appeal, for students and staff. */
export const appeal = (row: AppealRow) => ({
  id: row.id,
  status: row.reopened ? ('reopened' as const) : row.status,
  text: row.text,
  created_at: iso(row.created_at),
  answer: row.answer,
  answered_at: iso(row.answered_at),
})

/** An appeal in the inbox of staff. */
export const appealRow = (app: App, row: AppealItem, viewer: number) => ({
  ...appeal(row),
  submit_id: row.submission_id,
  task_id: row.task_id,
  task_title: row.task_title,
  guild_id: row.guild_id,
  student: personSeen(app, row, viewer),
  score: row.score,
  max_score: row.max_score,
})

/** A request for more time, for students and staff. */
export const extension = (row: ExtensionRow) => ({
  id: row.id,
  status: row.status,
  reason: row.reason,
  wanted_until: iso(row.wanted_until),
  created_at: iso(row.created_at),
  answer: row.answer,
  until: iso(row.until),
  answered_at: iso(row.answered_at),
})

/** A request for more time in the inbox of staff. */
export const extensionRow = (app: App, row: ExtensionItem, viewer: number) => ({
  ...extension(row),
  task_id: row.task_id,
  task_title: row.task_title,
  guild_id: row.guild_id,
  student: personSeen(app, row, viewer),
})

/** A review draft as its reviewer reads it; its score is on the current scale of the task. */
export const reviewDraft = (
  { draft_version, saved_at, content }: StoredReviewDraft,
  { max_score: to }: { max_score: number },
): ReviewDraft => {
  // Drafts stored without full marks are taken to be on the current scale.
  const { max_score: from = to, ...written } = storedValue(content)
  const score = written.score === null ? null : rescaled(written.score, { from, to })
  return { ...written, score, max_score: to, draft_version, saved_at: iso(saved_at) }
}

/** The result of a version as staff see it, held ones included. */
export const reviewResult = (row: Result & { nickname: string }, beside: Beside) => ({
  id: row.id,
  held: row.status === 'held',
  decision: row.decision,
  score: row.score,
  percent: row.percent,
  percent_final: row.percent_final,
  late_deduction: row.late_deduction,
  text: row.text,
  marks: storedValue(row.marks),
  ...besides(row.id, beside),
  criteria: storedValue(row.criteria),
  version: row.marked_version,
  return_due_at: iso(row.return_due_at),
  question_marks: storedValue(row.question_marks),
  reviewer: row.nickname,
  created_at: iso(row.created_at),
})
