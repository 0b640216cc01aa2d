import { formatDay } from '@tongchuang/ui/time.ts'
import type { Language } from '@tongchuang/ui/language.ts'
import { overdueWords } from '../../locales/due-words.ts'
import { lockWords } from '../../locales/lock-words.ts'
import type { Texts } from '../../locales/texts.ts'
import type { MapNode } from '../../queries/task-map.ts'
import { plain } from './numbers.ts'

type Words = { tasks: Texts['tasks']; node: Pick<Texts['taskDetail']['node'], 'score' | 'due'> }

const plainly = (node: MapNode, { tasks, node: texts }: Words, language: Language, now: number): string => {
  const { state, score, due_at, lock } = node
  const word = tasks.states[state]
  const isOpen = state === 'available' || state === 'doing' || state === 'returned'
  if (score !== null) return `${word} · ${texts.score(plain(score))}`
  if (state === 'locked' && lock[0]) return `${word} · ${lockWords(lock[0], tasks.locks, language, now)}`
  if (isOpen && due_at !== null) return `${word} · ${texts.due(formatDay(due_at, language, now))}`
  return word
}

/** What a task of the map says below its title. */
export const nodeWords = (
  node: MapNode,
  words: Words,
  language: Language,
  now: number,
): { text: string; isLate: boolean } => {
  const late = overdueWords(node, words.tasks, now)
  return { text: late ?? plainly(node, words, language, now), isLate: late !== null }
}
