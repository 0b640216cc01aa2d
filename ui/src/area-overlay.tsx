import type { DrawnMark } from '@tongchuang/contract/area-marks.ts'
import styles from './area-overlay.module.css'
import type { SheetFrame } from './sheet.tsx'

/** A mark with the number it has in the list beside the page. */
export type NumberedMark = DrawnMark & { number: number }

const pathOf = (points: readonly number[]): string =>
  points.reduce((path, part, at) => path + (at % 2 === 1 ? ` ${part}` : `${at === 0 ? 'M' : ' L'}${part}`), '')

const outlineOf = ({ shape, points }: DrawnMark): string => {
  const [x = 0, y = 0, x2 = 0, y2 = 0] = points
  if (shape === 'pin') return ''
  return shape === 'box' ? `M${x} ${y} L${x2} ${y} L${x2} ${y2} L${x} ${y2} Z` : pathOf(points)
}

/** The place of a mark's number: at a pin, else at the upper right corner of the drawn shape. */
const numberAt = ({ shape, points }: DrawnMark): { x: number; y: number } => {
  const [x = 0, y = 0, x2 = 0, y2 = 0] = points
  if (shape === 'pin') return { x, y }
  if (shape === 'box') return { x: Math.max(x, x2), y: Math.min(y, y2) }
  const xs = points.filter((_, at) => at % 2 === 0)
  const ys = points.filter((_, at) => at % 2 === 1)
  return { x: Math.max(...xs), y: Math.min(...ys) }
}

/** Lines on a page: red with a white edge, so that they are seen on any photo. */
export const DrawnLines = ({ marks, chosen }: { marks: readonly NumberedMark[]; chosen?: number | null }) => (
  <svg className={styles.lines} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
    {marks.map((mark) => {
      const path = outlineOf(mark)
      return path === '' ? null : (
        <g key={mark.number} data-chosen={mark.number === chosen || undefined}>
          <path className={styles.edge} d={path} />
          <path className={styles.line} d={path} />
        </g>
      )
    })}
  </svg>
)

/** Marks on a page: their lines, and their numbers, each a button that chooses the mark. */
export const AreaOverlay = ({
  marks,
  chosen,
  frame,
  labelOf,
  onChoose,
}: {
  marks: readonly NumberedMark[]
  chosen: number | null
  frame: SheetFrame
  labelOf: (mark: NumberedMark) => string
  onChoose: (number: number) => void
}) => (
  <div className={styles.overlay} style={{ '--back': `${frame.turns * -90}deg` }}>
    <DrawnLines marks={marks} chosen={chosen} />
    {marks.map((mark) => {
      const { x, y } = numberAt(mark)
      return (
        <button
          key={mark.number}
          type="button"
          className={styles.number}
          style={{ '--x': x, '--y': y }}
          data-mark
          aria-pressed={mark.number === chosen}
          aria-label={labelOf(mark)}
          onClick={() => onChoose(mark.number)}
        >
          <span className="num">{mark.number}</span>
        </button>
      )
    })}
  </div>
)
