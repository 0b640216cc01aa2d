import type { Kept } from './draft-opening.ts'

const idOf = ({ id }: Kept): string => id

/**
 * Tracks the texts kept aside, as this tab shows them and as the device should store them: other tabs add and remove
 * texts there too.
 */
export const createDraftKept = (shown: () => readonly Kept[]) => {
  // The ids added here but not yet on the device, and those removed here; for all other texts the device is
  // authoritative.
  const added = new Set<string>()
  const gone = new Set<string>()
  return {
    /** Records that this tab shows the second list instead of the first. */
    note: (before: readonly Kept[], kept: readonly Kept[]): void => {
      for (const { id } of before) gone.add(id)
      for (const { id } of kept) if (!gone.delete(id)) added.add(id)
    },
    /** The list the device should store instead of its current one. */
    beside: (there: readonly Kept[]): readonly Kept[] => {
      const here = shown().map(idOf)
      const others = there.map(idOf)
      return [
        ...shown().filter(({ id }) => added.has(id) || others.includes(id)),
        ...there.filter(({ id }) => !gone.has(id) && !here.includes(id)),
      ]
    },
    /**
     * Takes the list stored on the device and returns the list to show: texts missing from it were removed by another
     * tab. A text kept aside by a tab is shown only there.
     */
    stored: (kept: readonly Kept[]): readonly Kept[] => {
      const there = kept.map(idOf)
      for (const id of there) added.delete(id)
      return shown().filter(({ id }) => added.has(id) || there.includes(id))
    },
  }
}
