import { fewestComments } from '@tongchuang/contract/statistics.admin.ts'

/** A comment on a work whose result is released: in its text, or drawn on a page of it. */
export type WrittenComment = {
  user_id: number
  name: string
  text: string
  /** The picture it was drawn on. */
  drawn: { file_id: number; points: number[] } | null
}

const MOST = 8
const MOST_PLACES = 2

/** Characters at the end of a comment that are not part of its words; NFKC has already made the wide ones narrow. */
const stops = new Set('。.!;,、 ')

// A loop and not a pattern: a pattern anchored at the end is retried from each of many stops.
const withoutStops = (text: string): string => {
  let end = text.length
  while (stops.has(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

// Texts that differ only in the stop at their end or in spaces count as the same.
const keyOf = (text: string): string =>
  withoutStops(text.normalize('NFKC').replaceAll(/\s+/g, ' ')).trim().toLowerCase()

/** The comments that several students got, the most frequent first, each in the words it was written in first. */
export const frequentComments = (comments: readonly WrittenComment[]) => {
  const groups = Map.groupBy(comments, ({ text }) => keyOf(text))
  return [...groups]
    .filter(([key]) => key !== '')
    .map(([, same]) => {
      const students = new Set(same.map(({ user_id }) => user_id)).size
      const drawn = new Map(same.flatMap((one) => (one.drawn ? [[one.user_id, { ...one.drawn, name: one.name }]] : [])))
      return { text: same[0]?.text.trim() ?? '', students, places: [...drawn.values()].slice(0, MOST_PLACES) }
    })
    .filter(({ students }) => students >= fewestComments)
    .toSorted((one, other) => other.students - one.students || one.text.localeCompare(other.text, 'zh-CN'))
    .slice(0, MOST)
}
