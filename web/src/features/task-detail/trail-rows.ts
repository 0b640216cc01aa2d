import type { MapGroup, MapNode } from '../../queries/task-map.ts'
import { isChapter } from '../../queries/task-map.ts'

/** The maximum number of items side by side on a wide screen; more continue in the row below. */
const mostInRow = 5

/** One row of the road: some stops and, at the end of a chapter, its badge. */
export type TrailRow = { stops: readonly MapNode[]; hasBadge: boolean; isLast: boolean }

/** A chapter in rows of nearly the same length. */
export const rowsOf = (group: MapGroup): TrailRow[] => {
  const hasBadge = isChapter(group)
  const places = group.children.length + (hasBadge ? 1 : 0)
  const rows = Math.ceil(places / mostInRow)
  const long = Math.ceil(places / rows)
  return Array.from({ length: rows }, (_, row) => {
    const isLast = row === rows - 1
    return { stops: group.children.slice(row * long, (row + 1) * long), hasBadge: isLast && hasBadge, isLast }
  })
}

const first = (groups: readonly MapGroup[], isIt: (node: MapNode) => boolean): MapNode | undefined =>
  groups.flatMap(({ children }) => children).find(isIt)

/**
 * The stop to continue at: a returned task, else one under way, else one that can be accepted. An offline task under
 * way does not count, since it has nothing to do.
 */
export const nextStop = (groups: readonly MapGroup[]): MapNode | undefined =>
  first(groups, ({ state }) => state === 'returned') ??
  first(groups, ({ state, channel }) => state === 'doing' && channel === 'online') ??
  first(groups, ({ state }) => state === 'available')

const isBehind = ({ state }: MapNode): boolean => state === 'passed' || state === 'excused'

/** The part of the road shown at first: the row of the next stop, else of the first unfinished one, else the last. */
export const rowInView = (groups: readonly MapGroup[]): { key: string; row: number } | undefined => {
  const here = nextStop(groups) ?? first(groups, (node) => !isBehind(node)) ?? groups.at(-1)?.children.at(-1)
  for (const group of groups) {
    const row = rowsOf(group).findIndex(({ stops }) => stops.some(({ id }) => id === here?.id))
    if (row >= 0) return { key: group.key, row }
  }
  return undefined
}

const heights = [146, 88] as const

/**
 * The place of an item in a row on a wide screen: `x` in thousandths of the width, `y` in pixels, alternately low and
 * high.
 */
export const placeAt = (index: number, places: number): { x: number; y: number } => ({
  x: Math.round(((index + 0.5) / places) * 1000),
  y: heights[index % 2] ?? 0,
})

const curve = (points: readonly (readonly [number, number])[], isTall: boolean): string =>
  points
    .map(([x, y], index) => {
      const [fromX, fromY] = points[index - 1] ?? [x, y]
      if (index === 0) return `M${x} ${y}`
      const mid = isTall ? (fromY + y) / 2 : (fromX + x) / 2
      return isTall ? `C${fromX} ${mid} ${x} ${mid} ${x} ${y}` : `C${mid} ${fromY} ${mid} ${y} ${x} ${y}`
    })
    .join('')

/** The road from the left edge through a row, and on to the right where the chapter goes on. */
export const roadAcross = (places: number, goesOn: boolean): string => {
  const stops = Array.from({ length: places }, (_, index) => placeAt(index, places))
  const end: [number, number][] = goesOn ? [[1020, 136]] : []
  return curve([[-20, 136], ...stops.map(({ x, y }) => [x, y] as const), ...end], false)
}

/** The same from top to bottom on a phone, 104 for each place. */
export const roadDown = (places: number, goesOn: boolean): string => {
  const stops = Array.from({ length: places }, (_, index) => [index % 2 ? 60 : 44, 52 + index * 104] as const)
  const end: [number, number][] = goesOn ? [[50, places * 104]] : []
  return curve([[50, 0], ...stops, ...end], true)
}
