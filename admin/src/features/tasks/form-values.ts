import type { Input } from '@tongchuang/contract/call.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { weightOf } from '@tongchuang/contract/rules/percent.ts'
import type { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import type { TaskForm } from './queries.ts'
import { isUnfinished, keyOf, sentQuestions } from './question-list.ts'

export type Criterion = { id?: number; label: string; description: string; weight: number; level_words: string[] }
type Settings = Omit<
  TaskForm,
  | 'id'
  | 'guild_id'
  | 'guild_name'
  | 'hue'
  | 'glyph'
  | 'flag'
  | 'guild_subject'
  | 'status'
  | 'base_version'
  | 'criteria'
  | 'files'
  | 'cover'
  | 'was_accepted'
  | 'accepted_count'
  | 'member_count'
  | 'may_lead'
  | 'read_only'
  | 'saved_at'
  | 'trashed_at'
  | 'set'
>

/** The editable fields of a task, with files and prerequisites in displayable form. */
export type Values = Settings & { criteria: Criterion[]; files: FileCard[]; cover: string }

/** The editable values of a task. */
export const valuesOf = (form: TaskForm): Values => {
  const {
    id: _,
    guild_id: __,
    guild_name: ___,
    hue: ____,
    glyph: _____,
    flag: _h,
    guild_subject: _i,
    status: ______,
    base_version: _______,
    ...rest
  } = form
  const {
    was_accepted: _a,
    accepted_count: _b,
    member_count: _c,
    may_lead: _d,
    read_only: _e,
    saved_at: _f,
    trashed_at: _g,
    set: _j,
    ...values
  } = rest
  return values
}

type Sent = Partial<Omit<Input<typeof taskEditing.update>, 'id' | 'base_version' | 'notify' | 'also' | 'preview'>>

/** The changed fields as they are sent: files and prerequisites by id; the cover's address is no field. */
export const sentOf = (changes: Partial<Values>): Sent => {
  const { files, prerequisites, questions, keys, cover: _, ...plain } = changes
  return {
    ...plain,
    ...(questions && (keys ? sentQuestions({ questions, keys }) : { questions })),
    ...(files && { files: files.map(({ id }) => id) }),
    ...(prerequisites && { prerequisites: prerequisites.map(({ id }) => id) }),
  }
}

/**
 * Distributes the weight missing to 100 evenly over all criteria, the remainder to the first ones; excess is removed
 * the same way.
 */
export const spreadWeights = (criteria: readonly Criterion[]): Criterion[] => {
  if (criteria.length === 0) return []
  const missing = 100 - weightOf(criteria)
  const each = Math.trunc(missing / criteria.length)
  const rest = missing - each * criteria.length
  const next = criteria.map((one, at) => ({
    ...one,
    weight: one.weight + each + (at < Math.abs(rest) ? Math.sign(rest) : 0),
  }))
  if (next.every(({ weight }) => weight >= 1)) return next
  // If a criterion would be left without weight, all get equal weights.
  const share = Math.floor(100 / criteria.length)
  return criteria.map((one, at) => ({ ...one, weight: share + (at < 100 - share * criteria.length ? 1 : 0) }))
}

const isEven = (criteria: readonly Criterion[]): boolean => {
  const weights = criteria.map(({ weight }) => weight)
  return weightOf(criteria) === 100 && Math.max(...weights) - Math.min(...weights) <= 1
}

export const evened = (criteria: readonly Criterion[]): Criterion[] =>
  spreadWeights(criteria.map((one) => ({ ...one, weight: 0 })))

/** Adds a criterion: if all weights are even, they stay even; otherwise it gets the weight missing to 100. */
export const withCriterion = (criteria: readonly Criterion[]): Criterion[] => {
  const next = [
    ...criteria,
    { label: '', description: '', weight: Math.max(0, 100 - weightOf(criteria)), level_words: [] },
  ]
  return criteria.length === 0 || isEven(criteria) ? evened(next) : next
}

/** The criteria of a set as new ones of a task, with even weights. */
export const takenOver = (kept: readonly Pick<Criterion, 'label' | 'description' | 'level_words'>[]): Criterion[] =>
  evened(kept.map(({ label, description, level_words }) => ({ label, description, level_words, weight: 0 })))

/** Removes a criterion: weights that were even stay even. */
export const withoutCriterion = (criteria: readonly Criterion[], at: number): Criterion[] => {
  const next = criteria.filter((_, place) => place !== at)
  return isEven(criteria) ? evened(next) : next
}

export type Lack = 'title' | 'content' | 'weight' | 'unweighed' | 'label' | 'question' | 'due' | 'late'

/** What a task lacks before it can be published, in the order of the page; the same as what the server would refuse. */
export const lacksOf = (values: Values, now: number): Lack[] => {
  const { title, content, criteria, questions, due_at } = values
  const isOnline = values.channel !== 'offline'
  return [
    ...(title.trim() === '' ? (['title'] as const) : []),
    ...(isOnline && content.trim() === '' ? (['content'] as const) : []),
    ...(isOnline && due_at !== null && Date.parse(due_at) <= now ? (['due'] as const) : []),
    ...(values.late_rule === 'percent' && (values.late_percent === 0 || values.late_cap === 0)
      ? (['late'] as const)
      : []),
    ...(criteria.some(({ label }) => label.trim() === '') ? (['label'] as const) : []),
    ...(criteria.length > 0 && weightOf(criteria) !== 100 ? (['weight'] as const) : []),
    ...(criteria.some(({ weight }) => weight === 0) ? (['unweighed'] as const) : []),
    ...(questions.some((one) => isUnfinished(one, keyOf(values, one.id))) ? (['question'] as const) : []),
  ]
}
