/** A pseudorandom generator with the same output on every machine: mulberry32. */
export type Chance = {
  /** 0 ≤ x < 1. */
  next: () => number
  /** A whole number from 0 up to, but excluding, `n`. */
  below: (n: number) => number
  pick: <T>(of: readonly T[]) => T
  /** True with a probability of `n` percent. */
  percent: (n: number) => boolean
  /** The same elements in another order. */
  shuffle: <T>(of: readonly T[]) => T[]
}

export const chanceFrom = (seed: number): Chance => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  const shuffle = <T>(of: readonly T[]): T[] => {
    const mixed = [...of]
    for (let at = mixed.length - 1; at > 0; at -= 1) {
      const other = below(at + 1)
      ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
    }
    return mixed
  }
  return { next, below, shuffle, pick: (of) => of[below(of.length)] as never, percent: (n) => next() * 100 < n }
}
