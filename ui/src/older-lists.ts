const changes = { toSorted: 'sort', toReversed: 'reverse', toSpliced: 'splice' } as const

/** Adds what is missing of the copies to what lists have in common. */
export const addCopies = (lists: object): void => {
  for (const [name, change] of Object.entries(changes))
    if (!(name in lists))
      Object.defineProperty(lists, name, {
        value(this: readonly unknown[], ...given: readonly unknown[]) {
          const copy = [...this]
          Reflect.apply(copy[change], copy, given)
          return copy
        },
      })
}

/*
 * Gives the lists of Chrome 109, the last one for Windows 7, what all later browsers have: copies that are sorted,
 * turned round or changed. The first import of each site, because other modules use it while they are being read.
 */
addCopies(Array.prototype)
