import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'
import { ArrowRightLeft, Circle, CircleDashed, CircleDot, CircleMinus, EyeOff, Undo2 } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './cell.module.css'

const shapes = {
  missing: CircleDashed,
  waiting: CircleDot,
  held: EyeOff,
  returned: Undo2,
  excused: CircleMinus,
  passed: Circle,
  failed: Circle,
  blank: Circle,
  elsewhere: ArrowRightLeft,
} as const

/** The content of a cell: a number, or a word with its own shape; a score of 0 is shown as 0. */
export const CellMark = ({ cell }: { cell: GradeCell | undefined }) => {
  const { grades } = useTexts()
  if (!cell || cell.mark === 'blank') return <span aria-label={grades.open}>–</span>
  const isResult = cell.mark === 'passed' || cell.mark === 'failed'
  const Shape = shapes[cell.mark]
  return (
    <span className={`${styles.mark} ${styles[cell.mark] ?? ''}`}>
      {cell.late && (
        <abbr className={styles.late} title={grades.late}>
          {[...grades.late][0]}
        </abbr>
      )}
      {cell.featured && (
        <abbr className={styles.seal} title={grades.featured}>
          {grades.seal}
        </abbr>
      )}
      {!isResult && <Shape size={14} aria-hidden />}
      {(!isResult || cell.score === null) && (
        <span className={cell.mark === 'held' && cell.score !== null ? 'vh' : undefined}>
          {grades.marks[cell.mark]}
        </span>
      )}
      {cell.score !== null && <span className="num">{grades.points(cell.score)}</span>}
    </span>
  )
}

/** The legend of the cell shapes. */
export const Legend = () => {
  const { grades } = useTexts()
  return (
    <span className={styles.legend}>
      {(['missing', 'waiting', 'returned', 'excused', 'held'] as const).map((mark) => {
        const Shape = shapes[mark]
        return (
          <span key={mark} className={`${styles.mark} ${styles[mark] ?? ''}`}>
            <Shape size={14} aria-hidden />
            {grades.marks[mark]}
          </span>
        )
      })}
      {(['late', 'featured'] as const).map((name) => (
        <span key={name} className={styles.mark}>
          <span className={name === 'late' ? styles.late : styles.seal} aria-hidden>
            {name === 'late' ? [...grades.late][0] : grades.seal}
          </span>
          {grades[name]}
        </span>
      ))}
      <span>{`– ${grades.open}`}</span>
    </span>
  )
}
