import type { DrawnMark } from '@tongchuang/contract/area-marks.ts'
import type { AreaPage } from './area-pages.ts'

/** One step of drawing: a page before it, and its marks after it, one more or one fewer. */
export type DrawStep = { before: AreaPage; after: readonly DrawnMark[] }

/** The marks of a page without one step of drawing; texts, recordings and marks that came later stay. */
export const undone = (now: readonly DrawnMark[], { before: { marks: before }, after }: DrawStep) => {
  const erasedAt = before.findIndex((mark) => !after.includes(mark))
  const erased = before[erasedAt]
  if (erased) return now.toSpliced(erasedAt, 0, erased)
  const added = after.find((mark) => !before.includes(mark))
  const addedAt = now.findLastIndex(({ points }) => String(points) === String(added?.points))
  return now.filter((_, at) => at !== addedAt)
}
