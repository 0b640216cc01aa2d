import { closeOf, countsAsZero, datesFor, isOver, statusAt, type Enrolment, type Task } from '../tasks/rules.ts'
import type { Period } from './periods.ts'
import type { RankingRowTable } from './tables.ts'

/** A ranking needs at least this many people. */
export const fewest = 5
/** How many places a student is shown: at most the better half, so that nobody sees who is last. */
export const placesShown = (eligible: number, limit: number): number => Math.min(limit, Math.ceil(eligible / 2))
/** The number of released results needed for a place in 优秀. */
export const resultsNeeded = 3
/** The number of average results added to everybody’s own, so that one lucky 100 does not beat twenty 95s. */
const shrinkBy = 3
/** The most picked works that add a point each. */
const mostFeatured = 5
const twoDays = 48 * 3_600_000

/** A person’s membership in a guild. */
export type Membership = {
  user_id: number
  guild_id: number
  role: 'student' | 'assistant' | 'teacher'
  joined_at: number | null
  is_public: boolean
  /** The guild is not archived. */
  is_active: boolean
}

type Dated = Pick<Task, 'status' | 'open_at' | 'due_at' | 'close_at' | 'closed_at' | 'late_rule'>
type Weighed = Pick<Task, 'guild_id' | 'set_id' | 'type' | 'points' | 'difficulty'> & Partial<Pick<Task, 'channel'>>

/** A main task with its dates: missing it counts. */
export type MainTask = Dated & Weighed & { task_id: number }

/** A student-task with the fields that decide whether and how it counts. */
export type TakenTask = MainTask &
  Pick<Enrolment, 'user_id' | 'state' | 'percent_final' | 'released_at' | 'return_due_at' | 'extended_until'> &
  Pick<Enrolment, 'attempts'> &
  Partial<Pick<Enrolment, 'updated_at'>> & {
    /** When a result of it was first released: a later correction counts in the period of that time. */
    first_released_at: number | null
  }

/** Experience earned with one thing, or taken back. */
export type Effort = {
  user_id: number
  guild_id: number | null
  kind: string
  points: number
  day: string
  created_at: number
}

/** Everything the counters of some people are computed from. */
export type Facts = {
  people: readonly { user_id: number; hidden: boolean }[]
  memberships: readonly Membership[]
  taken: readonly TakenTask[]
  mainTasks: readonly MainTask[]
  efforts: readonly Effort[]
}

/** A row of counters before people are compared with each other. */
export type Counter = Omit<RankingRowTable, 'excellent' | 'excellent_rank' | 'workhard_rank'>

/** One task as it counts; 0 percent for a main task that was missed. `at` decides the period. */
type Counted = {
  guild_id: number
  task_id: number
  percent: number
  weight: number
  at: number
  released_at: number | null
}

const weightOf = ({ points, difficulty }: Weighed): number => points * difficulty

const resultOf = (row: TakenTask): Counted | null => {
  const { guild_id, task_id, percent_final: percent, released_at, first_released_at } = row
  if (released_at === null || percent === null || row.state === 'excused') return null
  return {
    guild_id,
    task_id,
    percent,
    weight: weightOf(row),
    at: Math.min(first_released_at ?? released_at, released_at),
    released_at,
  }
}

/**
 * Whether a row means that its student does the task there and not in another class of its set, by the same rule as for
 * tasks (`takesThere` of `elsewhere-store.ts`): an expired row without a submission does so only while the student can
 * still be given more time there.
 */
const takesThere = (row: TakenTask, goingOn: ReadonlySet<number>): boolean =>
  row.state !== 'aborted' &&
  row.state !== 'excused' &&
  (row.state !== 'expired' || row.attempts > 0 || row.channel === 'offline' || goingOn.has(row.guild_id))

/**
 * Whether a student works on a task in another class of its set; `goingOn`: the guilds they are a student of now,
 * archived ones excluded.
 */
const isElsewhere = (
  { set_id, task_id }: Pick<MainTask, 'set_id' | 'task_id'>,
  taken: readonly TakenTask[],
  goingOn: ReadonlySet<number>,
): boolean =>
  set_id !== null && taken.some((row) => row.set_id === set_id && row.task_id !== task_id && takesThere(row, goingOn))

const missedOf = (row: TakenTask, now: number): Counted | null => {
  // For offline tasks staff record who was missing, and a miss counts from when they recorded it.
  const isOffline = row.channel === 'offline'
  const at = isOffline ? (row.updated_at ?? now) : datesFor(row, row).close_at
  if (row.released_at !== null || at === null || !countsAsZero(row, row)) return null
  if (!isOffline && !isOver(row, row, now)) return null
  return { guild_id: row.guild_id, task_id: row.task_id, percent: 0, weight: weightOf(row), at, released_at: null }
}

/**
 * Main tasks a student never accepted although they had been a member for at least 48 hours when the task closed.
 * Offline tasks are left out: nobody accepts them, and only staff record who missed one, whatever closed it.
 */
const neverTaken = (
  mainTasks: readonly MainTask[],
  taken: ReadonlySet<number>,
  joined: ReadonlyMap<number, number>,
  now: number,
): Counted[] =>
  mainTasks.flatMap((task) => {
    const [at, joined_at] = [closeOf(task), joined.get(task.guild_id)]
    if (task.channel === 'offline' || at === null) return []
    if (joined_at === undefined || joined_at + twoDays > at) return []
    if (taken.has(task.task_id) || statusAt(task, now) !== 'closed') return []
    return [
      { guild_id: task.guild_id, task_id: task.task_id, percent: 0, weight: weightOf(task), at, released_at: null },
    ]
  })

/** A daily task counts once, by its best round. */
const bestOfEach = (counted: readonly Counted[]): Counted[] => {
  const best = new Map<number, Counted>()
  for (const one of counted) {
    const other = best.get(one.task_id)
    const released_at = Math.max(one.released_at ?? 0, other?.released_at ?? 0) || null
    best.set(one.task_id, { ...(other && other.percent >= one.percent ? other : one), released_at })
  }
  return [...best.values()]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const latest = (moments: readonly (number | null)[]): number | null =>
  moments.reduce<number | null>((last, at) => (at !== null && at > (last ?? 0) ? at : last), null)

const counterOf = (tasks: readonly Counted[], efforts: readonly Effort[]) => {
  const counted = bestOfEach(tasks)
  const gains = efforts.filter(({ points }) => points > 0)
  const featured = efforts.filter(({ kind }) => kind === 'featured')
  return {
    weight: sum(counted.map(({ weight }) => weight)),
    weighted: sum(counted.map(({ weight, percent }) => weight * percent)),
    percents: sum(counted.map(({ percent }) => percent)),
    counted: counted.length,
    results: counted.filter(({ released_at }) => released_at !== null).length,
    featured: Math.max(0, sum(featured.map(({ points }) => Math.sign(points)))),
    released_at: latest(counted.map(({ released_at }) => released_at)),
    experience: sum(efforts.map(({ points }) => points)),
    active_days: new Set(gains.map(({ day }) => day)).size,
    active_at: latest(gains.map(({ created_at }) => created_at)),
  }
}

/**
 * The counters of some people in some periods: one for each guild they are students of now, and one for the whole site
 * (guild 0). Activity in a guild where a person is staff never counts.
 */
export const countersOf = (facts: Facts, periods: readonly Period[], now: number): Counter[] => {
  const memberships = Map.groupBy(facts.memberships, ({ user_id }) => user_id)
  const taken = Map.groupBy(facts.taken, ({ user_id }) => user_id)
  const efforts = Map.groupBy(facts.efforts, ({ user_id }) => user_id)
  return facts.people.flatMap(({ user_id, hidden }) => {
    const mine = memberships.get(user_id) ?? []
    const staffed = new Set(mine.filter(({ role }) => role !== 'student').map(({ guild_id }) => guild_id))
    const joined = new Map(
      mine.filter(({ role }) => role === 'student').map(({ guild_id, joined_at }) => [guild_id, joined_at ?? 0]),
    )
    const goingOn = new Set(
      mine.filter(({ role, is_active }) => role === 'student' && is_active).map(({ guild_id }) => guild_id),
    )
    const [only, another] = mine
    const only_guild_id = only && !another && only.role === 'student' && only.is_public ? only.guild_id : null
    const rows = (taken.get(user_id) ?? []).filter(({ guild_id }) => !staffed.has(guild_id))
    const missed = rows
      .filter((row) => joined.has(row.guild_id) && !(row.state === 'aborted' && isElsewhere(row, rows, goingOn)))
      .map((row) => missedOf(row, now))
    const expected = facts.mainTasks.filter((task) => !isElsewhere(task, rows, goingOn))
    const never = neverTaken(expected, new Set(rows.map(({ task_id }) => task_id)), joined, now)
    const tasks = [...rows.map(resultOf), ...missed, ...never].filter((one) => one !== null)
    const effort = (efforts.get(user_id) ?? []).filter(({ guild_id }) => guild_id === null || !staffed.has(guild_id))
    return periods.flatMap(({ key: period, from, to }) => {
      const inPeriod = tasks.filter(({ at }) => at >= from && at < to)
      const earned = effort.filter(({ created_at }) => created_at >= from && created_at < to)
      const of = (guild_id: number) => ({ period, guild_id, user_id, hidden, only_guild_id })
      const everywhere = { ...of(0), ...counterOf(inPeriod, earned) }
      const inGuilds = [...joined.keys()].map((id) => ({
        ...of(id),
        ...counterOf(
          inPeriod.filter(({ guild_id }) => guild_id === id),
          earned.filter(({ guild_id }) => guild_id === id),
        ),
      }))
      return [everywhere, ...inGuilds].filter(
        ({ counted, active_at, experience }) => counted > 0 || active_at !== null || experience !== 0,
      )
    })
  })
}

/** Averages over all results of a period and scope: the mean percent and the mean weight. */
export type Average = { percent: number; weight: number }

type Sums = Pick<Counter, 'weight' | 'weighted' | 'percents' | 'counted'>

export const averageOf = (rows: readonly Pick<Sums, 'weight' | 'percents' | 'counted'>[]): Average => {
  const counted = sum(rows.map((row) => row.counted))
  if (counted === 0) return { percent: 0, weight: 0 }
  return {
    percent: sum(rows.map(({ percents }) => percents)) / counted,
    weight: sum(rows.map(({ weight }) => weight)) / counted,
  }
}

/**
 * 优秀 in tenths: the weighted mean drawn towards everybody’s by three average results, and a point for each picked work.
 */
export const excellentTenths = (
  row: Pick<Sums, 'weight' | 'weighted'> & { featured: number },
  { percent, weight }: Average,
): number => {
  const drawn = shrinkBy * weight
  const mean = row.weight + drawn === 0 ? 0 : (row.weighted + drawn * percent) / (row.weight + drawn)
  // A floating-point sum may fall just short of a half; the small term makes it round up.
  return Math.round((mean + Math.min(row.featured, mostFeatured)) * 10 + 1e-6)
}

/**
 * Dense places by value, largest first. A hidden person gets the place they would have, without affecting the places of
 * others.
 */
export const denseRanks = (rows: readonly { value: number | null; hidden: boolean }[]): (number | null)[] => {
  const shown = new Set(rows.flatMap(({ value, hidden }) => (value === null || hidden ? [] : [value])))
  const places = new Map([...shown].toSorted((one, other) => other - one).map((value, index) => [value, index + 1]))
  const sorted = [...shown].toSorted((one, other) => other - one)
  return rows.map(({ value }) => {
    if (value === null) return null
    return places.get(value) ?? sorted.filter((other) => other > value).length + 1
  })
}

/** The outcome for one person of comparing everybody in a scope. */
export type Placed = Pick<RankingRowTable, 'user_id' | 'excellent' | 'excellent_rank' | 'workhard_rank'>

/** Numbers and places of everybody in one scope and period, in the order of the rows. */
export const placesOf = (rows: readonly Counter[]): Placed[] => {
  const average = averageOf(rows)
  const excellent = rows.map((row) => (row.results >= resultsNeeded ? excellentTenths(row, average) : null))
  const excellentRanks = denseRanks(rows.map(({ hidden }, at) => ({ value: excellent[at] ?? null, hidden })))
  const workhardRanks = denseRanks(
    rows.map(({ experience, hidden }) => ({ value: experience > 0 ? experience : null, hidden })),
  )
  return rows.map(({ user_id }, at) => ({
    user_id,
    excellent: excellent[at] ?? null,
    excellent_rank: excellentRanks[at] ?? null,
    workhard_rank: workhardRanks[at] ?? null,
  }))
}
