import type { Level } from '../default-levels.ts'

/** The experience for each kind (docs/rules.md); `pass` is 10 for each step of difficulty. */
export const experiencePoints = {
  submit_first: 10,
  submit_early: 2,
  pass: 10,
  improve: 5,
  discuss: 2,
  answered: 5,
  liked: 1,
  featured: 30,
  active_day: 1,
} as const

export type ExperienceKind = keyof typeof experiencePoints

/** Maximum awards in a school day. Only awards that still hold count, so a like taken back frees its place. */
const timesADay: Partial<Record<ExperienceKind, number>> = { discuss: 5, answered: 3, liked: 10 }

/** The most experience of one school day, not counting `pass` and `featured`. */
export const dayCap = 80
const outsideTheCap: ReadonlySet<string> = new Set<ExperienceKind>(['pass', 'featured'])

/** The points that one source earned on one day, minus reversals. */
export type DayAward = { kind: string; points: number }

/** The points of an award under the limits of the day: all or nothing, and refused points are not granted later. */
export const allowedPoints = (kind: ExperienceKind, points: number, today: readonly DayAward[]): number => {
  const held = today.filter((award) => award.points > 0)
  const times = timesADay[kind]
  if (times !== undefined && held.filter((award) => award.kind === kind).length >= times) return 0
  if (outsideTheCap.has(kind)) return points
  const spent = held.filter((award) => !outsideTheCap.has(award.kind)).reduce((sum, award) => sum + award.points, 0)
  return spent + points > dayCap ? 0 : points
}

/** Awards that other people can give and take back repeatedly. */
const givenByOthers: ReadonlySet<string> = new Set<ExperienceKind>(['liked', 'answered'])
const mostTurns = 10

/**
 * Whether an award that one person gives another for one thing has been given and taken back ten times, so that it no
 * longer counts; `entries` is the number of its ledger entries. Otherwise repeated clicks would fill the ledger of
 * another person.
 */
export const isWornOut = (kind: ExperienceKind, entries: number): boolean =>
  givenByOthers.has(kind) && entries >= 2 * mostTurns

/** The level of an amount of experience: 1 for the first row of the table. */
export const levelOf = (experience: number, levels: readonly Level[]): number =>
  Math.max(1, levels.filter(({ from }) => experience >= from).length)

/** The experience at which the level of an amount of experience begins. */
export const levelFrom = (experience: number, levels: readonly Level[]): number =>
  levels[levelOf(experience, levels) - 1]?.from ?? 0

/** Experience still missing to the next level; null on the last one. */
export const toNextLevel = (experience: number, levels: readonly Level[]): number | null => {
  const next = levels[levelOf(experience, levels)]
  return next ? next.from - experience : null
}

/** A school day as a number, 20261012: the source id of the award for the day's first activity. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''))
