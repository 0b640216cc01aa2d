import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { CircleCheck, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './entered-import.module.css'
import { useUndo, type EnteredImport } from './queries.ts'

/** The last step: the results that were saved, those that were not, and undoing the import. */
export const Outcome = ({ one }: { one: EnteredImport }) => {
  const { enteredImport: texts } = useTexts()
  const language = useLanguage()
  const undo = useUndo()
  const counts = one.counts ?? { new: 0, changed: 0, same: 0, ask: 0, released: 0, bad: 0 }
  const isUndone = one.state === 'undone'
  return (
    <section className={styles.outcome} aria-label={texts.steps.write}>
      <p className={styles.done}>
        <CircleCheck size={18} aria-hidden />
        {isUndone ? texts.undone : texts.written}
      </p>
      <h2 className="num" tabIndex={-1}>
        {texts.cells(one.written)}
      </h2>
      <p>{isUndone ? texts.undoneText : texts.notWritten(counts.ask - one.taken, counts.bad, counts.released)}</p>
      {isUndone && one.left.length > 0 && (
        <>
          <p>{texts.left(one.left.length)}</p>
          <ul>
            {one.left.map(({ student_no, real_name }) => (
              <li key={student_no}>{`${student_no} ${real_name}`}</li>
            ))}
          </ul>
        </>
      )}
      <Link className={buttonClass('primary')} to={adminPaths.grades({ guild: one.guild_id })}>
        {texts.toGrades}
      </Link>
      {one.undo_until && (
        <div className={styles.undo}>
          <Undo2 size={18} aria-hidden />
          <span>
            <b>{texts.undoUntil(formatMoment(one.undo_until, language))}</b>
            <small>{texts.undoText}</small>
          </span>
          <Button busy={undo.isPending} onClick={() => undo.mutate(one.id)}>
            {texts.undo}
          </Button>
        </div>
      )}
    </section>
  )
}
