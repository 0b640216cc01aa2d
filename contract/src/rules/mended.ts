import type { MendedMark } from '../reviews.ts'

/** The mended marks after one is ticked or unticked; the first person to tick a mark stays on record. */
export const mendedAfter = (
  list: readonly MendedMark[],
  { mended, ...at }: Pick<MendedMark, 'kind' | 'place'> & { mended: boolean },
  by: Pick<MendedMark, 'by' | 'at'>,
): MendedMark[] => {
  const isIt = ({ kind, place }: MendedMark) => kind === at.kind && place === at.place
  if (!mended) return list.filter((one) => !isIt(one))
  return list.some(isIt) ? [...list] : [...list, { ...at, ...by }]
}
