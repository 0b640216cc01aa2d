import type { MendedMark } from '../reviews.ts'

/** What is said to be mended once a tick is set or taken back; whoever said it first stays. */
export const mendedAfter = (
  list: readonly MendedMark[],
  { mended, ...at }: Pick<MendedMark, 'kind' | 'place'> & { mended: boolean },
  by: Pick<MendedMark, 'by' | 'at'>,
): MendedMark[] => {
  const isIt = ({ kind, place }: MendedMark) => kind === at.kind && place === at.place
  if (!mended) return list.filter((one) => !isIt(one))
  return list.some(isIt) ? [...list] : [...list, { ...at, ...by }]
}
