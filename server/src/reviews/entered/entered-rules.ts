import { fail } from '@tongchuang/contract/errors.ts'
import { percentOfScore } from '@tongchuang/contract/rules/percent.ts'
import type { Entered } from '../../tasks/entered-store.ts'
import type { Task, TaskStatus } from '../../tasks/rules.ts'

/** What staff type for a student. */
export type Typed = Pick<Entered, 'word' | 'score' | 'text'>

/**
 * What is typed as it is kept: `score` null without a word is blank. Throws SCORE where it is not on the task's scale.
 */
export const typedOf = (
  task: Pick<Task, 'max_score'>,
  given: { score: number | null; word?: 'missing' | 'excused' | undefined; text?: string | undefined },
  before: Pick<Entered, 'text'> | undefined,
): Typed => {
  const text = given.text ?? before?.text ?? ''
  if (given.word !== undefined) return { word: given.word, score: null, text }
  if (given.score === null) return { word: 'blank', score: null, text: '' }
  if (percentOfScore(given.score, task.max_score) === null) throw fail('SCORE', { max: task.max_score })
  return { word: 'score', score: given.score, text }
}

/** Whether two entries are equal. */
export const isSame = (one: Typed, other: Typed): boolean =>
  one.word === other.word && one.score === other.score && one.text === other.text

/** Refuses tasks without entered results: online tasks, tasks not visible to students, and tasks in the bin. */
export const mustBeOffline = (task: Pick<Task, 'channel'>, status: TaskStatus): void => {
  if (task.channel !== 'offline') throw fail('STATE', { state: 'online' })
  if (status !== 'open' && status !== 'closed' && status !== 'archived') throw fail('STATE', { state: status })
}

/** The default reason for 免做 where staff gave none. */
export const enteredReason = '登分'
