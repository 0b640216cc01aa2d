import { keptLevelWords } from '@tongchuang/contract/rules/level-words.ts'
import { weightOf } from '@tongchuang/contract/rules/percent.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { keysOf } from '@tongchuang/contract/records.ts'
import type { Bilingual } from '../../http/language.ts'
import {
  hasPoints,
  lacksKey,
  lacksOptions,
  wrongKey,
  wrongQuestion,
  type Question,
  type QuestionKey,
} from '../questions/question-rules.ts'
import type { Task, TaskStatus } from '../rules.ts'

export type Criterion = {
  id?: number
  label: string
  description: string
  weight: number
  level_words?: readonly string[]
}

/** A task with its criteria, questions and keys, as it is or as it would be after a save. */
export type Form = Task & {
  criteria: readonly Criterion[]
  asked: readonly Question[]
  keys: readonly QuestionKey[]
}

const problem = (zh: string, en: string): Bilingual => ({ zh, en })
const wrong = (field: string, zh: string, en: string) => fail('INVALID', { field, problem: problem(zh, en) })

/** Refuses what no task may contain, draft or not: dates in the wrong order, duplicate ids or choices. */
export const mustFit = (form: Form): void => {
  const { open_at, due_at, close_at, criteria, channel, type } = form
  if (channel === 'offline' && type === 'daily')
    throw wrong('channel', '日常任务不能线下完成', 'A daily task cannot be offline')
  if (due_at !== null && close_at !== null && close_at < due_at)
    throw wrong('close_at', '停止提交时间不能早于截止时间', 'A task cannot close before it is due')
  if (open_at !== null && due_at !== null && due_at <= open_at)
    throw wrong('due_at', '截止时间要晚于开放时间', 'A task is due after it opens')
  if (open_at !== null && close_at !== null && close_at <= open_at)
    throw wrong('close_at', '停止提交时间要晚于开放时间', 'A task closes after it opens')
  mustAskRightly(form)
  const ids = criteria.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size !== ids.length) throw wrong('criteria', '同一条标准给了两次', 'A criterion was given twice')
}

const mustAskRightly = ({ asked, keys, needs_review }: Form): void => {
  const question = wrongQuestion(asked)
  if (question) throw wrong('questions', question.zh, question.en)
  const key = wrongKey(asked, keys)
  if (key) throw wrong('keys', key.zh, key.en)
  // The machine's marks are only a proposal: without a review nobody would confirm them.
  if (!needs_review && asked.some(hasPoints))
    throw wrong(
      'needs_review',
      '有题目计分，成绩要由老师确认后公布',
      'With questions that have points, staff look at the results before they are released',
    )
}

/** Fixed values of an offline task, which keeps no settings about submitting or accepting. */
const offline = {
  scored: true,
  close_at: null,
  late_rule: 'mark',
  needs_review: true,
  submit_drafts: false,
  capacity: null,
  min_level: 1,
  max_attempts: null,
  needs_text: false,
  min_files: 0,
  statement_required: false,
} as const satisfies Partial<Task>

/** Columns saved in addition to what was sent: an offline task keeps no settings about submitting. */
export const besideSent = ({ channel }: Pick<Task, 'channel'>): Partial<Task> =>
  channel === 'offline' ? { ...offline, questions: '[]' } : {}

/** Refuses changes that would invalidate typed results or accepted tasks: another channel, other full marks. */
export const mustKeepEntered = (
  before: Form,
  after: Form,
  { was_accepted, was_entered }: { was_accepted: boolean; was_entered: boolean },
): void => {
  if (before.channel !== after.channel && (was_accepted || was_entered))
    throw wrong(
      'channel',
      '已有人接取或已登分，不能再改线上线下',
      'Students have taken it or results were typed: it stays as it is',
    )
  if (was_entered && before.max_score !== after.max_score)
    throw wrong('max_score', '已经登了分，满分不能再改', 'Results were typed: full marks stay as they are')
}

/** What a task lacks before students may see it, as a person would say it. */
export const lacks = (form: Form, now: number): Bilingual[] => {
  const { title, content, criteria, asked, keys, open_at, due_at, close_at } = form
  const isOnline = form.channel === 'online'
  const weight = weightOf(criteria)
  const isPast = (date: number | null) => date !== null && date <= now
  return [
    ...(title.trim() === '' ? [problem('标题', 'a title')] : []),
    ...(isOnline && content.trim() === '' ? [problem('说明', 'a description')] : []),
    ...(criteria.some(({ label }) => label.trim() === '')
      ? [problem('每条评分标准的名字', 'a name for every criterion')]
      : []),
    ...(criteria.some((one) => one.weight === 0)
      ? [problem('每条评分标准的权重', 'a weight for every criterion')]
      : []),
    ...(criteria.length > 0 && weight !== 100
      ? [problem(`权重合计100%（现在${weight}%）`, `weights of 100% in all (now ${weight}%)`)]
      : []),
    ...(form.late_rule === 'percent' && (form.late_percent === 0 || form.late_cap === 0)
      ? [problem('迟交每天扣多少', 'what a late day costs')]
      : []),
    ...(asked.some(({ label }) => label.trim() === '')
      ? [problem('每道问题的题目', 'the words of every question')]
      : []),
    ...(asked.some(lacksOptions) ? [problem('选择题至少两个选项', 'two options for every choice')] : []),
    ...(asked.some((one) => lacksKey(one, keys))
      ? [problem('每道计分题的答案', 'what is right for every question with points')]
      : []),
    // An offline task may already be over when it is published for its results.
    ...(isOnline && isPast(due_at) && (open_at === null || open_at <= now)
      ? [problem('还没过去的截止时间', 'a due date to come')]
      : []),
    ...(isPast(close_at) ? [problem('还没过去的停止提交时间', 'a close date to come')] : []),
  ]
}

const graded = ['type', 'points', 'max_score', 'scored', 'pass_line', 'late_rule', 'late_percent', 'late_cap'] as const
const dated = ['open_at', 'due_at', 'close_at'] as const

const names: Record<string, Bilingual> = {
  type: problem('类型', 'type'),
  points: problem('积分', 'score'),
  max_score: problem('满分', 'full marks'),
  criteria: problem('评分标准', 'criteria'),
}

/** The content of criteria, regardless of their ids. */
export const asText = (criteria: readonly Criterion[]): string =>
  JSON.stringify(
    criteria.map(({ label, description, weight, level_words }) => [
      label,
      description,
      weight,
      keptLevelWords(level_words),
    ]),
  )

/** What a save changes, for the history and for those who hold the task. */
export type Change = {
  /** The names of the fields. */
  fields: string[]
  /** Whether anything about grading a work changes; holders are told. */
  isGrading: boolean
  /** Whether dates change; holders are told. */
  isDates: boolean
}

/** Compares a task with what it would be. */
export const changeOf = (before: Form, after: Form): Change => {
  const columns = keysOf(after).filter((name) => typeof after[name] !== 'object' || after[name] === null)
  const fields: string[] = columns.filter((name) => before[name] !== after[name])
  const changesCriteria = asText(before.criteria) !== asText(after.criteria)
  if (changesCriteria) fields.push('criteria')
  if (JSON.stringify(before.keys) !== JSON.stringify(after.keys)) fields.push('keys')
  return {
    fields: fields.filter(
      (name) =>
        name !== 'content_html' && name !== 'render_pending' && name !== 'updated_at' && name !== 'edit_version',
    ),
    isGrading: changesCriteria || graded.some((name) => before[name] !== after[name]),
    isDates: dated.some((name) => before[name] !== after[name]),
  }
}

/**
 * Fairness rules once students have accepted a task: type, points, full marks and criteria change only with a notice,
 * and while places of it are taken it neither gets a due date nor an earlier one.
 */
export const mustBeFair = (
  before: Form,
  after: Form,
  { was_accepted, notify }: { was_accepted: boolean; notify: boolean },
): void => {
  if (before.accepted_count > 0 && after.due_at !== null && (before.due_at === null || after.due_at < before.due_at))
    throw fail('DUE_EARLIER', { due_at: before.due_at === null ? null : new Date(before.due_at).toISOString() })
  if (!was_accepted || notify) return
  const parts = [
    ...(before.type !== after.type ? [names.type] : []),
    ...(before.points !== after.points ? [names.points] : []),
    ...(before.max_score !== after.max_score ? [names.max_score] : []),
    ...(asText(before.criteria) !== asText(after.criteria) ? [names.criteria] : []),
  ]
  if (parts.length > 0) throw fail('TELL_HOLDERS', { parts })
}

/** The statuses from which each act is possible; anything else is refused with STATE. */
export const acts = {
  publish: ['draft', 'scheduled'],
  unpublish: ['scheduled'],
  open: ['draft', 'scheduled', 'open', 'closed'],
  close: ['open', 'closed'],
  archive: ['closed', 'archived'],
  trash: ['draft', 'scheduled', 'open', 'closed', 'archived', 'trashed'],
  restore: ['trashed'],
  edit: ['draft', 'scheduled', 'open', 'closed'],
} as const satisfies Record<string, readonly TaskStatus[]>

export type TaskAct = keyof typeof acts

/** Refuses an act where the task's current status does not allow it. */
export const mustAllow = (act: TaskAct, status: TaskStatus): void => {
  const allowed: readonly TaskStatus[] = acts[act]
  if (!allowed.includes(status)) throw fail('STATE', { state: status })
}

/** Whether a task in this status is shown to all students of its guild; changes are then recorded. */
export const isShown = (status: TaskStatus): boolean =>
  status === 'scheduled' || status === 'open' || status === 'closed'

/** The status after publishing: scheduled for its opening time, or open at once. */
export const publishedAs = (
  { open_at }: Pick<Task, 'open_at'>,
  now: number,
  atOnce: boolean,
): { to: 'scheduled' | 'open'; open_at: number } =>
  !atOnce && open_at !== null && open_at > now
    ? { to: 'scheduled', open_at }
    : { to: 'open', open_at: open_at !== null && open_at <= now ? open_at : now }

type Needs = { task_id: number; required_task_id: number }

/** The path from a task back to itself through prerequisites; null where there is no cycle. */
export const circleOf = (task_id: number, required: readonly number[], all: readonly Needs[]): number[] | null => {
  const needs = Map.groupBy(
    all.filter((one) => one.task_id !== task_id),
    (one) => one.task_id,
  )
  const seen = new Set<number>()
  const walk = (id: number, way: readonly number[]): number[] | null => {
    if (id === task_id) return [...way, id]
    if (seen.has(id)) return null
    seen.add(id)
    for (const { required_task_id } of needs.get(id) ?? []) {
      const found = walk(required_task_id, [...way, id])
      if (found) return found
    }
    return null
  }
  for (const id of required) {
    const found = walk(id, [task_id])
    if (found) return found
  }
  return null
}

/** How long a task stays in the bin. */
export const binMs = 30 * 24 * 3_600_000
