import { formatDay } from '@tongchuang/ui/time.ts'
import type { Language } from '@tongchuang/ui/language.ts'
import { overdueWords } from '../../locales/due-words.ts'
import { lockWords } from '../../locales/lock-words.ts'
import type { Texts } from '../../locales/texts.ts'
import type { MapNode } from '../../queries/task-map.ts'

type Words = { tasks: Texts['tasks']; node: Pick<Texts['taskDetail']['node'], 'score' | 'due'> }

const plainly = (node: MapNode, { tasks, node: texts }: Words, language: Language, now: number): string => {
  const { state, score, due_at, lock } = node
  const word = tasks.states[state]
  const isOpen = state === 'available' || state === 'doing' || state === 'returned'
  if (score !== null) return `${word} · ${texts.score(String(Math.round(score * 10) / 10))}`
  if (state === 'locked' && lock[0]) return `${word} · ${lockWords(lock[0], tasks.locks, language, now)}`
  if (isOpen && due_at !== null) return `${word} · ${texts.due(formatDay(due_at, language, now))}`
  return word
}

/**
 * The text below the title of a stop, the same as on the map beside the paper; sharing it in one file would add a file
 * to the page of a task.
 */
export const stopWords = (
  node: MapNode,
  words: Words,
  language: Language,
  now: number,
): { text: string; isLate: boolean } => {
  const late = overdueWords(node, words.tasks, now)
  return { text: late ?? plainly(node, words, language, now), isLate: late !== null }
}
