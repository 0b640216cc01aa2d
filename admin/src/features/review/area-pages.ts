import type { AreaMark, DrawnMark } from '@tongchuang/contract/area-marks.ts'

/** The marks on one page as this device has them, and the highest id the server was seen to have for it. */
export type AreaPage = { file_id: number; page: number; marks: readonly DrawnMark[]; seen: number }
export type AreaPages = Readonly<Record<string, AreaPage>>

/** Identifies a mark by its place, because drawn marks have no lasting id. */
export type MarkPlace = { file_id: number; page: number; points: readonly number[] }

export const keyOf = ({ file_id, page }: { file_id: number; page: number }): string => `${file_id}-${page}`

const drawn = ({ shape, points, text, audio_id = null }: DrawnMark): DrawnMark => ({ shape, points, text, audio_id })

/** The marks known to the server, by page; marks on deleted files are left out. */
export const pagesOf = (areas: readonly AreaMark[]): AreaPages => {
  const pages: Record<string, AreaPage> = {}
  for (const { id, file_id, page, ...mark } of areas) {
    if (file_id === null) continue
    const key = keyOf({ file_id, page })
    const before = pages[key]
    pages[key] = {
      file_id,
      page,
      marks: [...(before?.marks ?? []), drawn(mark)],
      seen: Math.max(before?.seen ?? 0, id),
    }
  }
  return pages
}

const saysTheSame = (one: DrawnMark, other: DrawnMark): boolean =>
  one.shape === other.shape &&
  one.text === other.text &&
  (one.audio_id ?? null) === (other.audio_id ?? null) &&
  String(one.points) === String(other.points)

/**
 * Merges a page that was also changed in another tab: the marks of both are kept, even more of them than a page may
 * have. Those are refused until their teacher, who sees them all, has removed some.
 */
export const joined = (mine: AreaPage, theirs: readonly AreaMark[]): AreaPage => ({
  ...mine,
  marks: [...theirs.map(drawn), ...mine.marks.filter((mark) => !theirs.some((other) => saysTheSame(mark, other)))],
  seen: Math.max(0, ...theirs.map(({ id }) => id)),
})

/** A mark with its number in the list, its file, its page and its index there. */
export type ListedMark = DrawnMark & { file_id: number; page: number; at: number; number: number }

/** All marks in the order of their numbers, which are the same for the teacher and the student. */
export const listed = (pages: AreaPages): ListedMark[] =>
  Object.values(pages)
    .toSorted((one, other) => one.file_id - other.file_id || one.page - other.page)
    .flatMap(({ file_id, page, marks }) => marks.map((mark, at) => ({ ...mark, file_id, page, at })))
    .map((mark, index) => ({ ...mark, number: index + 1 }))
