import type { Language } from '@tongchuang/contract/errors.ts'
import type { studentTask } from '@tongchuang/contract/student-task.ts'
import type { DoingTask, tasks, TaskState } from '@tongchuang/contract/tasks.ts'
import type { Input, Output } from '@tongchuang/contract/call.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import { containsWords } from '@tongchuang/contract/rules/plain-text.ts'
import { taskTypeOf } from '@tongchuang/contract/rules/task-type.ts'
import { iso } from '../../db/time.ts'
import { say, type Bilingual } from '../../http/language.ts'
import type { Card } from './cards.ts'
import { nextAction } from '../rules.ts'

type ListInput = Pick<Input<typeof tasks.listByGuild>, 'type' | 'state' | 'keyword'>

/** The cards that match a list request. */
export const filterCards = (cards: readonly Card[], { type, state, keyword = '' }: ListInput): Card[] => {
  const wanted = taskTypeOf(type)
  return cards.filter(
    (card) =>
      (wanted === 'all' || card.task.type === wanted) &&
      (state === undefined || card.state === state) &&
      containsWords(card.task.title, keyword),
  )
}

/** Counts of the matching cards by state, regardless of the requested state. */
export const countStates = (
  cards: readonly Card[],
  { type, keyword }: ListInput,
): Output<typeof tasks.listByGuild>['states'] => {
  const counts = { available: 0, doing: 0, returned: 0, passed: 0, all: 0 }
  for (const { state } of filterCards(cards, { type, keyword })) {
    counts.all += 1
    if (state === 'available' || state === 'doing' || state === 'returned' || state === 'passed') counts[state] += 1
  }
  return counts
}

// Later than any date.
const never = Number.MAX_SAFE_INTEGER

/** The sort order of a list request, as the keys of its pages. */
export const orderBy = (sort: 'default' | 'due' | 'new' | undefined): ((card: Card) => readonly number[]) => {
  if (sort === 'due') return ({ task, due_at }) => [due_at ?? never, task.id]
  if (sort === 'new') return ({ task }) => [-(task.open_at ?? task.created_at), -task.id]
  return ({ order }) => order
}

const underWay: ReadonlySet<TaskState> = new Set(['doing', 'returned', 'submitted'])

/** The cards a student is working on; offline tasks are left out because students do nothing here for them. */
export const underWayOf = (cards: readonly Card[]): Card[] =>
  cards.filter(({ state, task }) => underWay.has(state) && task.channel === 'online')

/** A card under way with its next action and the time left. */
export const doingOf = ({ card, state, due_at }: Card, now: number): Static<typeof DoingTask> => ({
  ...card,
  next_action: nextAction(state),
  seconds_left: due_at === null ? null : Math.floor((due_at - now) / 1000),
})

const inOrder = (cards: readonly Card[]): Card[] =>
  cards.toSorted(
    ({ order: [group, within, id] }, { order: other }) => group - other[0] || within - other[1] || id - other[2],
  )

type Menu = Output<typeof studentTask.menu>
type Group = Menu['groups'][number]

const tabs = ['all', 'main', 'side', 'daily', 'event'] as const

/** How many tasks each type has, and how many of them are open by the clock. */
export const tabsOf = (cards: readonly Card[]): Menu['tabs'] =>
  tabs.map((type) => {
    const some = filterCards(cards, { type })
    return { type, count: some.length, open: some.filter(({ is_open }) => is_open).length }
  })

const isDone = (state: TaskState): boolean => state === 'passed' || state === 'failed' || state === 'excused'

const nodeOf = ({ card }: Card, excellent: ReadonlySet<number>): Group['children'][number] => ({
  id: card.id,
  title: card.title,
  state: card.state,
  type: card.type,
  due_at: card.due_at,
  channel: card.channel,
  close_at: card.close_at,
  late_rule: card.late_rule,
  late_percent: card.late_percent,
  late_cap: card.late_cap,
  locked: card.state === 'locked',
  score: card.score,
  excellent: card.state === 'passed' && excellent.has(card.id),
  lock: card.lock,
})

type Part = { key: string; chapter?: number; words: Bilingual; order: number; cards: readonly Card[] }

const stateWords: readonly (readonly [key: string, words: Bilingual, states: readonly TaskState[]])[] = [
  ['returned', { zh: '待修改', en: 'To revise' }, ['returned']],
  ['doing', { zh: '进行中', en: 'In progress' }, ['doing']],
  ['available', { zh: '可接取', en: 'Available' }, ['available']],
  ['submitted', { zh: '待批阅', en: 'Waiting for review' }, ['submitted']],
  ['done', { zh: '已完成', en: 'Done' }, ['passed', 'failed', 'excused']],
  ['aborted', { zh: '已放弃', en: 'Given up' }, ['aborted']],
  ['locked', { zh: '未解锁', en: 'Locked' }, ['locked']],
  ['elsewhere', { zh: '在另一个班做', en: 'In another class' }, ['elsewhere']],
  ['expired', { zh: '已过期', en: 'Expired' }, ['expired']],
]

type Chapters = readonly { id: number; title: string }[]

type InChapter = Pick<Card['task'], 'id' | 'chapter_id' | 'sort_order'>

/** Groups items by chapter, in order, with those without a chapter last; null where no item has a chapter. */
const byChapters = <T>(all: readonly T[], chapters: Chapters, taskOf: (one: T) => InChapter): T[][] | null => {
  const known = new Map(chapters.map(({ id }, at) => [id, at]))
  const parts = Array.from({ length: known.size + 1 }, (): T[] => [])
  for (const one of all) parts[known.get(taskOf(one).chapter_id ?? 0) ?? known.size]?.push(one)
  if (parts.at(-1)?.length === all.length) return null
  const inOrder = (one: T, other: T) =>
    taskOf(one).sort_order - taskOf(other).sort_order || taskOf(one).id - taskOf(other).id
  return parts.map((part) => part.toSorted(inOrder))
}

/** The map: chapters as the teacher ordered them, else by state. */
const partsOf = (cards: readonly Card[], chapters: Chapters): Part[] => {
  const inChapters = byChapters(cards, chapters, ({ task }) => task)
  if (inChapters === null) {
    const ordered = inOrder(cards)
    return stateWords.map(([key, words, states], order) => ({
      key,
      words,
      order,
      cards: ordered.filter(({ state }) => states.includes(state)),
    }))
  }
  const cardsAt = (at: number) => inChapters[at] ?? []
  return [
    ...chapters.map(({ id, title }, order) => ({
      key: `chapter:${id}`,
      chapter: id,
      words: { zh: title, en: title },
      order,
      cards: cardsAt(order),
    })),
    { key: 'other', words: { zh: '其他', en: 'Other' }, order: chapters.length, cards: cardsAt(chapters.length) },
  ]
}

/** What a student has earned in a guild: the tasks with a picked work (优), and when each chapter was completed. */
export type Earned = { excellent: ReadonlySet<number>; chapters: ReadonlyMap<number, number> }

/**
 * When each completed chapter was completed, by the moments its tasks were passed; a chapter of excused tasks alone
 * earns nothing.
 */
export const wholeChapters = (
  cards: readonly Card[],
  behind_at: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> => {
  const open = new Set<number>()
  const earned = new Map<number, number>()
  for (const { task, state } of cards) {
    const { chapter_id } = task
    if (chapter_id === null) continue
    if (state !== 'passed' && state !== 'excused') open.add(chapter_id)
    const at = state === 'passed' ? behind_at.get(chapter_id) : undefined
    if (at !== undefined) earned.set(chapter_id, at)
  }
  for (const chapter_id of open) earned.delete(chapter_id)
  return earned
}

/** The map with its nodes, without empty groups. */
export const groupsOf = (cards: readonly Card[], chapters: Chapters, language: Language, earned: Earned): Group[] =>
  partsOf(cards, chapters)
    .filter((part) => part.cards.length > 0)
    .map((part) => ({
      key: part.key,
      title: say(part.words, language),
      order: part.order,
      count: part.cards.length,
      done: part.cards.filter(({ state }) => isDone(state)).length,
      earned_at: iso((part.chapter !== undefined && earned.chapters.get(part.chapter)) || null),
      children: part.cards.map((card) => nodeOf(card, earned.excellent)),
    }))

/** The tasks in the order of the map, which `prev` and `next` of a task follow. */
export const mapOrder = (cards: readonly Card[], chapters: Chapters): number[] =>
  partsOf(cards, chapters).flatMap((part) => part.cards.map(({ task }) => task.id))

/** The same for a map by chapters, which needs nothing else about the tasks; null for any other map. */
export const mapOrderByChapters = (all: readonly InChapter[], chapters: Chapters): number[] | null =>
  byChapters(all, chapters, (one) => one)?.flatMap((part) => part.map(({ id }) => id)) ?? null
