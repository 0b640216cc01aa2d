import type { Logger } from 'pino'

/** No clock is put right by so much while the product runs: somebody sets it, or a host that is wrong itself. */
const JUMP_MS = 3_600_000
/** A school is not switched off for longer without a holiday; after one, ten minutes more keep nobody waiting. */
const ABSENT_MS = 7 * 24 * 3_600_000
/** How long a clock that went ahead must stay so before it is acted on, in milliseconds. */
export const believedAfterMs = 600_000

type Parts = {
  /** The time of day, in milliseconds. */
  clock: () => number
  /** Milliseconds that nobody can set. */
  monotonic: () => number
  log: Pick<Logger, 'warn'>
}

export type ClockJumps = {
  /** Whether the time of day may be acted on. */
  isBelieved: () => boolean
  /** Tells when the product was last at work, in milliseconds: a clock that shows more than a week later is doubted. */
  wasAtWork: (at: number) => void
}

/**
 * Whether the time of day may be acted on by work that cannot be undone, such as closing tasks for everybody: not
 * within ten minutes after the clock went ahead by an hour or more at once. A machine that was suspended looks the
 * same, and waits as long; so does one whose clock, at the start, is weeks later than what the database knows. A clock
 * that is set back is believed at once.
 */
export const createClockJumps = ({ clock, monotonic, log }: Parts): ClockJumps => {
  const offset = () => clock() - monotonic()
  let known = offset()
  let jump: { since: number; offset: number } | null = null

  const isBelieved = () => {
    const now = offset()
    if (now - known < JUMP_MS || (jump !== null && monotonic() - jump.since >= believedAfterMs)) {
      // A clock that was set back may go to where it was before.
      known = Math.max(known, now)
      jump = null
      return true
    }
    if (jump === null || now - jump.offset >= JUMP_MS) {
      jump = { since: monotonic(), offset: now }
      log.warn({ minutes: Math.round((now - known) / 60_000) }, 'the clock went ahead: work by the clock waits')
    }
    return false
  }

  return {
    isBelieved,
    wasAtWork: (at) => {
      if (clock() - at > ABSENT_MS) known = at - monotonic()
    },
  }
}

/**
 * Whether the clock has shown the same time for an hour, in this process: what was written under another clock may then
 * be put right. Before that, nobody knows which of the two clocks was wrong.
 */
export const createSteadiness = ({ clock, monotonic }: Pick<Parts, 'clock' | 'monotonic'>): (() => boolean) => {
  let known = clock() - monotonic()
  let since = monotonic()
  return () => {
    const now = clock() - monotonic()
    if (Math.abs(now - known) >= JUMP_MS) since = monotonic()
    known = now
    return monotonic() - since >= JUMP_MS
  }
}
