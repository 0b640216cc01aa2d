import type { Kept } from './draft-opening.ts'

const idOf = ({ id }: Kept): string => id

/** The texts put aside, as this tab shows them and as the device is to have them: other tabs put aside and let go there too. */
export const createDraftKept = (shown: () => readonly Kept[]) => {
  // What was put aside here and is not on the device yet, and what was let go here: of everything else the device knows best.
  const added = new Set<string>()
  const gone = new Set<string>()
  return {
    /** This tab shows these instead of the ones before. */
    note: (before: readonly Kept[], kept: readonly Kept[]): void => {
      for (const { id } of before) gone.add(id)
      for (const { id } of kept) if (!gone.delete(id)) added.add(id)
    },
    /** What the device is to have instead of what is there. */
    beside: (there: readonly Kept[]): readonly Kept[] => {
      const here = shown().map(idOf)
      const others = there.map(idOf)
      return [
        ...shown().filter(({ id }) => added.has(id) || others.includes(id)),
        ...there.filter(({ id }) => !gone.has(id) && !here.includes(id)),
      ]
    },
    /** The device has these: what is not among them another tab has let go. What one has put aside is shown where that was. */
    stored: (kept: readonly Kept[]): readonly Kept[] => {
      const there = kept.map(idOf)
      for (const id of there) added.delete(id)
      return shown().filter(({ id }) => added.has(id) || there.includes(id))
    },
  }
}
