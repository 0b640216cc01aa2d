const mostEntries = 1_000
const mostCharacters = 2_000_000

type Entry = { output: Promise<unknown>; size: number }

/** The total length of the texts in an output, one level deep. */
const sizeOf = (output: unknown): number => {
  if (typeof output === 'string') return output.length
  if (typeof output !== 'object' || output === null) return 8
  return Object.values(output).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
}

export type Kept = {
  /** The output made or being made for this key, else the output of `make`. A failure is not cached. */
  get: (key: string, make: () => Promise<unknown>) => Promise<unknown>
}

/** A cache of the most recent outputs, in bounded memory. */
export const createKept = (): Kept => {
  const entries = new Map<string, Entry>()
  let characters = 0

  const drop = (key: string): void => {
    characters -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  const makeRoom = (): void => {
    for (const key of entries.keys()) {
      if (entries.size <= mostEntries && characters <= mostCharacters) return
      drop(key)
    }
  }

  return {
    get: (key, make) => {
      const known = entries.get(key)
      if (known) {
        // The most recently requested entry is evicted last.
        entries.delete(key)
        entries.set(key, known)
        return known.output
      }
      const entry: Entry = { output: make(), size: 0 }
      entries.set(key, entry)
      entry.output.then(
        (output) => {
          if (entries.get(key) !== entry) return
          entry.size = sizeOf(output)
          characters += entry.size
          makeRoom()
        },
        () => entries.get(key) === entry && drop(key),
      )
      return entry.output
    },
  }
}
