import { Check, CircleAlert, CircleMinus, EyeOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './entry.module.css'
import type { Entry, Typed } from './entries.ts'

/** The content of a cell: a number, 缺, 免做, or nothing; 0 looks different from all of these. */
export const TypedValue = ({ word, score }: Typed) => {
  const { grades } = useTexts()
  if (word === 'missing') return <b className={styles.missing}>{grades.entering.missing}</b>
  if (word === 'excused')
    return (
      <span className={styles.excused}>
        <CircleMinus size={14} aria-hidden />
        {grades.marks.excused}
      </span>
    )
  if (word === 'blank' || score === null)
    return (
      <span className={styles.blank}>
        <span aria-hidden>·</span>
        <span className="vh">{grades.marks.blank}</span>
      </span>
    )
  if (score === 0)
    return (
      <span className="num">
        <b className={styles.zero}>0</b> {grades.entering.points}
      </span>
    )
  return <span className="num">{score}</span>
}

/** The sign of a value that is not released: the same as of a held work. */
export const HeldSign = () => {
  const { grades } = useTexts()
  return (
    <span className={styles.held}>
      <EyeOff size={14} aria-hidden />
      <span className="vh">{grades.marks.held}</span>
    </span>
  )
}

/** Whether an entry is being saved, saved, or failed. */
export const EntryState = ({ entry }: { entry: Entry }) => {
  const { entering } = useTexts().grades
  if (entry.state === 'saving')
    return (
      <small className={styles.saving}>
        <LoaderCircle size={14} aria-hidden />
        {entering.saving}
      </small>
    )
  if (entry.state === 'saved')
    return (
      <span className={styles.saved}>
        <Check size={14} aria-hidden />
        <span className="vh">{entering.saved}</span>
      </span>
    )
  if (entry.state === 'conflict')
    return (
      <small className={styles.two}>
        <TriangleAlert size={14} aria-hidden />
        {entering.two}
      </small>
    )
  if (entry.state === 'failed')
    return (
      <small className={styles.unsaved}>
        <CircleAlert size={14} aria-hidden />
        {entering.unsaved}
      </small>
    )
  return null
}
