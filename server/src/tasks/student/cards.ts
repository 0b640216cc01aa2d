import { isLate } from '@tongchuang/contract/rules/lateness.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { TaskCard, TaskState } from '@tongchuang/contract/tasks.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import type { Level } from '../../default-levels.ts'
import { levelOf } from '../../ledger/rules.ts'
import { cardOrder, datesFor, endOf, locksFor, mayDo, stateOf, statusAt, waitsToOpen } from '../rules.ts'
import type { Enrolment, Lock } from '../rules.ts'
import type { VisibleTask } from '../store.ts'
import { aroundTasks, listVisible, type GuildOfTasks, type ListedTask } from './visible-store.ts'

/** The person viewing tasks, with the time, time zone and level table that apply. */
export type Viewer = {
  user_id: number
  now: number
  zone: string
  levels: readonly Level[]
  /** The address of a cover for this person; without it covers are drawn. */
  coverOf?: (file_id: number) => string
}

/** A task as its student sees it now: what lists and maps sort and group by, and the card, built on first access. */
export type Card = {
  readonly task: ListedTask
  readonly state: TaskState
  /** The due date that applies to this student. */
  readonly due_at: number | null
  /** Whether the task is open for everybody by the clock. */
  readonly is_open: boolean
  readonly order: readonly [group: number, within: number, id: number]
  readonly card: TaskCard
}

type Row = Pick<
  Enrolment,
  | 'state'
  | 'round'
  | 'reopened_from'
  | 'accepted_at'
  | 'late'
  | 'extended_until'
  | 'return_due_at'
  | 'score'
  | 'percent_final'
  | 'released_at'
  | 'mark_count'
  | 'draft_saved_at'
> & { row_updated_at: number }

// The columns are there together or not at all; copying them would cost more than everything else a card needs.
const rowOf = (listed: ListedTask): Row | null => (listed.row_id === null ? null : (listed as ListedTask & Row))

type Known = {
  missing: ReadonlyMap<number, readonly { title: string }[]>
  level: number
  elsewhere: ReadonlyMap<number, string>
  doing: ReadonlyMap<number, number>
}

/**
 * The tasks visible to a person in one guild, or with null in all active ones, as cards. A guild they are not in is
 * answered like an absent one; a task given to several of their classes appears once across all guilds. Two queries,
 * however many tasks.
 */
export const listCards = async (db: Db, viewer: Viewer, guild_id: number | null): Promise<Card[]> => {
  const rows = (await listVisible(db, viewer.user_id, guild_id)).map((task) => ({ task, row: rowOf(task) }))
  const asked = rows.filter(({ task, row }) => mayAccept(task, row))
  const asksLevel = asked.some(({ task }) => task.min_level > 1)
  const asksSet = asked.some(({ task, row }) => task.set_id !== null && isFree(row))
  const {
    guilds: those,
    missing,
    elsewhere,
    totals,
  } = await aroundTasks(db, viewer.user_id, guild_id, {
    missing: asked.length > 0 ? 1 : 0,
    elsewhere: asksSet ? 1 : 0,
    totals: asksLevel ? 1 : 0,
  })
  const guilds = new Map(those.map((guild) => [guild.id, guild]))
  if (guild_id !== null && guilds.size === 0) throw fail('NOT_FOUND')
  const known: Known = {
    elsewhere: new Map(elsewhere.map(({ task_id, guild }) => [task_id, guild])),
    missing: Map.groupBy(missing, ({ task_id }) => task_id),
    level: asksLevel ? levelOf(totals[0]?.experience ?? 0, viewer.levels) : Number.POSITIVE_INFINITY,
    doing: doingByGuild(rows, viewer.now),
  }
  const cards = rows.flatMap(({ task, row }) => {
    const guild = guilds.get(task.guild_id)
    // The student may leave a guild between the two queries; its tasks then have no card.
    return guild ? [cardOf(task, row, guild, known, viewer)] : []
  })
  return guild_id === null ? oneOfEachSet(cards) : cards
}

type Accepted = { task: VisibleTask; row: Enrolment }

/**
 * The card of an accepted task, built from what its page has read; null where the task might be accepted, because that
 * needs the rest of the guild.
 */
export const cardOfAccepted = ({ task, row }: Accepted, viewer: Viewer): Card | null => {
  const listed: ListedTask = {
    ...task,
    ...row,
    id: task.id,
    guild_id: task.guild_id,
    row_id: row.id,
    row_updated_at: row.updated_at,
  }
  if (mayAccept(listed, rowOf(listed))) return null
  const guild = {
    ...task,
    id: task.guild_id,
    name: task.guild_name,
    subject: task.guild_subject,
    status: task.guild_status,
  }
  return cardOf(listed, rowOf(listed), guild, nothingKnown, viewer)
}

const nothingKnown: Known = { missing: new Map(), level: 0, elsewhere: new Map(), doing: new Map() }

const isFree = (row: Row | null): boolean => row === null || row.state === 'aborted'

const isBefore = ({ order: one }: Card, { order: other }: Card): boolean =>
  (one[0] - other[0] || one[1] - other[1] || one[2] - other[2]) < 0

const isElsewhere = ({ state }: Card): boolean => state === 'elsewhere'
const standsFor = (card: Card, other: Card): boolean =>
  isElsewhere(card) === isElsewhere(other) ? isBefore(card, other) : isElsewhere(other)

/**
 * A student in two classes of a set sees one card: of the class where they work, else the one that comes first. After
 * that class was left or archived, none of these is of it.
 */
const oneOfEachSet = (cards: Card[]): Card[] => {
  const chosen = new Map<number, Card>()
  for (const card of cards) {
    const { set_id } = card.task
    const known = set_id === null ? undefined : chosen.get(set_id)
    if (set_id !== null && (!known || standsFor(card, known))) chosen.set(set_id, card)
  }
  if (chosen.size === 0) return cards
  return cards.filter((card) => card.task.set_id === null || chosen.get(card.task.set_id) === card)
}

/** Whether the row does not rule out accepting. */
const mayAccept = (task: ListedTask, row: Row | null): boolean =>
  row === null || mayDo('accept', row.state) || (task.type === 'daily' && mayDo('next_round', row.state))

const doingByGuild = (rows: readonly { task: ListedTask; row: Row | null }[], now: number): Map<number, number> => {
  const doing = new Map<number, number>()
  for (const { task, row } of rows) {
    if (row?.state === 'doing' && !endOf(task, row, now)) doing.set(task.guild_id, (doing.get(task.guild_id) ?? 0) + 1)
  }
  return doing
}

/** A class defines the getter once instead of for each card, which would take longer than the rest of a card. */
class StudentCard implements Card {
  readonly task: ListedTask
  readonly state: TaskState
  readonly due_at: number | null
  readonly is_open: boolean
  readonly order: Card['order']
  #card: TaskCard | undefined
  readonly #write: () => TaskCard
  constructor({ task, state, due_at, is_open, order }: Omit<Card, 'card'>, write: () => TaskCard) {
    this.task = task
    this.state = state
    this.due_at = due_at
    this.is_open = is_open
    this.order = order
    this.#write = write
  }

  get card(): TaskCard {
    return (this.#card ??= this.#write())
  }
}

const cardOf = (
  task: ListedTask,
  row: Row | null,
  guild: GuildOfTasks,
  known: Known,
  { now, zone, coverOf }: Viewer,
): Card => {
  const isWaiting = row !== null && waitsToOpen(task, row, now)
  const all = mayAccept(task, row) || isWaiting ? locksOf(task, row, guild, known, { now, zone }) : []
  const locks = isWaiting ? all.filter(({ reason }) => reason === 'NOT_OPEN') : all
  const state = stateOf(task, row, locks, now)
  const dates = datesFor(task, row)
  const touched_at = row?.row_updated_at ?? dates.close_at ?? task.created_at
  const { due_at } = dates
  return new StudentCard(
    {
      task,
      state,
      due_at,
      is_open: statusAt(task, now) === 'open',
      order: cardOrder({ id: task.id, state, due_at, touched_at }),
    },
    () => writeCard(task, row, guild, { state, locks, dates, now, coverOf }),
  )
}

const locksOf = (
  task: ListedTask,
  row: Row | null,
  guild: GuildOfTasks,
  { missing, level, doing, elsewhere }: Known,
  by: { now: number; zone: string },
): Lock[] => {
  const titles = (missing.get(task.id) ?? []).map(({ title }) => title)
  return locksFor({
    task,
    row,
    guild,
    elsewhere: elsewhere.get(task.id),
    missing: titles,
    level,
    doing: doing.get(task.guild_id) ?? 0,
    ...by,
  })
}

type Found = {
  state: TaskState
  locks: readonly Lock[]
  dates: { due_at: number | null; close_at: number | null }
  now: number
  coverOf: Viewer['coverOf']
}

const writeCard = (
  task: ListedTask,
  row: Row | null,
  guild: GuildOfTasks,
  { state, locks, dates, now, coverOf }: Found,
): TaskCard => {
  const isWorking = state === 'doing' || state === 'returned'
  return {
    id: task.id,
    guild_id: task.guild_id,
    guild_name: guild.name,
    hue: guild.hue,
    glyph: guild.glyph,
    flag: guild.flag,
    subject: task.own_subject ?? guild.subject,
    title: task.title,
    // Until it opens, a task shows only its title and date.
    summary: locks.some(({ reason }) => reason === 'NOT_OPEN') ? '' : task.summary,
    type: task.type,
    channel: task.channel,
    difficulty: task.difficulty,
    points: task.points,
    open_at: iso(task.open_at),
    due_at: iso(dates.due_at),
    close_at: iso(dates.close_at),
    late_rule: task.late_rule,
    late_percent: task.late_percent,
    late_cap: task.late_cap,
    state,
    late: (row?.late ?? false) || (isWorking && task.channel === 'online' && isLate(dates.due_at, now)),
    ...resultOf(row, state),
    max_score: task.max_score,
    lock: locks.map(asLock),
    accepted_count: task.accepted_count,
    capacity: task.capacity,
    discussion_count: task.discussion_count,
    cover: task.cover_file_id === null ? '' : (coverOf?.(task.cover_file_id) ?? ''),
    round: row?.round ?? 1,
    draft_saved_at: isWorking || state === 'aborted' ? iso(row?.draft_saved_at ?? null) : null,
    mark_count: state === 'returned' ? (row?.mark_count ?? 0) : 0,
  }
}

const asLock = ({ reason, text }: Lock) => ({ reason, text })

/** A provisional percent shows while the work is returned, a score only once it is final. */
const resultOf = (row: Row | null, state: TaskState): { score: number | null; percent_final: number | null } => {
  const isFinal = row !== null && (row.released_at !== null || state === 'passed' || state === 'failed')
  if (isFinal) return { score: row.score, percent_final: row.percent_final }
  return { score: null, percent_final: state === 'returned' ? (row?.percent_final ?? null) : null }
}
