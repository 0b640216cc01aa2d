/**
 * The files of a work with one that has arrived, which comes before those chosen later: pages photographed in order
 * stay in order, whichever arrives first. Files that `chosen` does not name stay where they are.
 */
export const putInOrder = <T extends { id: number }>(
  files: readonly T[],
  arrived: T,
  chosen: ReadonlyMap<number, number>,
): T[] => {
  const others = files.filter(({ id }) => id !== arrived.id)
  const own = chosen.get(arrived.id) ?? 0
  const later = others.findIndex(({ id }) => (chosen.get(id) ?? 0) > own)
  return others.toSpliced(later < 0 ? others.length : later, 0, arrived)
}
