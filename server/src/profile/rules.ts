import { webAddress } from '@tongchuang/contract/web-address.ts'
export type PropertyKey = 'quality' | 'punctuality' | 'persistence' | 'collaboration' | 'completion'

/** The facts the five values are computed from. */
export type Facts = {
  /** Released final results with a percent, and their mean. */
  results: number
  mean_percent: number
  /** Sealed versions that were not withdrawn, and those of them in time. */
  sealed: number
  on_time: number
  /** School days with something done, of the last 28. */
  active_days: number
  /** Posts marked as answers, and likes received that still hold. */
  thanked: number
  /** Main tasks accepted and not excused, and those of them passed. */
  accepted: number
  passed: number
}

/** `points` is the number of facts the value rests on. */
export type Property = { key: PropertyKey; value: number | null; points: number }

/** Number of days considered for 坚持. */
export const daysLookedAt = 28
const enoughThanks = 30
const enoughPoints = 3

const share = (part: number, whole: number): number => Math.round((100 * part) / whole)

/** The five values of a profile, 0–100; null while a value would rest on fewer than three facts. */
export const propertiesOf = (facts: Facts): Property[] => {
  const property = (key: PropertyKey, points: number, value: () => number): Property => ({
    key,
    points,
    value: points < enoughPoints ? null : value(),
  })
  return [
    property('quality', facts.results, () => Math.round(facts.mean_percent)),
    property('punctuality', facts.sealed, () => share(facts.on_time, facts.sealed)),
    property('persistence', facts.active_days, () => share(Math.min(facts.active_days, daysLookedAt), daysLookedAt)),
    property('collaboration', facts.thanked, () => share(Math.min(facts.thanked, enoughThanks), enoughThanks)),
    property('completion', facts.accepted, () => share(facts.passed, facts.accepted)),
  ]
}

/** Whether an address is allowed in a profile: a web page without a password in the address, or empty for none. */
export const mayBeWebsite = (address: string): boolean => address === '' || webAddress(address) !== null
