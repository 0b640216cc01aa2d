import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { CheckedRows } from './checked-rows.tsx'
import { useUndoList } from './queries.ts'
import type { RosterImport } from './queries.ts'
import styles from './roster.module.css'
import { SaveBad } from './save-bad.tsx'
import { Summary } from './summary.tsx'

/** Shown while the server processes the rows. */
export const UnderWay = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  return (
    <div className={styles.progress}>
      <output>{one.state === 'undoing' ? roster.undoing : roster.importing}</output>
      <progress max={one.row_count} value={Math.min(one.done, one.row_count)} aria-label={roster.progress} />
      <p className="num">{roster.progressOf(Math.min(one.done, one.row_count), one.row_count)}</p>
      <p className={styles.quiet}>{roster.mayLeave}</p>
    </div>
  )
}

/** The result of an import: the numbers, the slips, and for a day the undo. */
export const Outcome = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  const language = useLanguage()
  const now = useNow()
  const [asks, setAsks] = useState(false)
  const undoing = useUndoList()
  const canUndo = one.undo_until !== null && Date.parse(one.undo_until) > now

  return (
    <>
      <div className={styles.checked}>
        <div>
          <p className={styles.done}>{roster.done}</p>
          <Left of={one.left} means={roster.noneUndone} />
          <div className={styles.actions}>
            {one.has_slips && (
              <Link className={buttonClass('primary')} to={adminPaths.rosterSlips(one.id)}>
                <Printer size={16} aria-hidden />
                {roster.printSlips}
              </Link>
            )}
            {one.guild_id !== null && (
              <Link className={buttonClass('plain')} to={adminPaths.guild(one.guild_id)}>
                {roster.toGuild}
              </Link>
            )}
            {(one.counts?.bad ?? 0) > 0 && <SaveBad id={one.id} />}
            {canUndo && (
              <Button onClick={() => setAsks(true)}>
                <Undo2 size={16} aria-hidden />
                {roster.undo}
              </Button>
            )}
          </div>
          {canUndo && one.undo_until && (
            <p className={styles.quiet}>{roster.undoUntil(formatMoment(Date.parse(one.undo_until), language, now))}</p>
          )}
          <CheckedRows one={one} />
        </div>
        <Summary one={one} />
      </div>
      {asks && (
        <Dialog
          title={roster.undo}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onClick={() => setAsks(false)}>{roster.keep}</Button>
              <Button
                tone="danger"
                busy={undoing.isPending}
                onClick={() => undoing.mutate(one.id, { onSettled: () => setAsks(false) })}
              >
                {roster.undo}
              </Button>
            </>
          }
        >
          <p>{roster.undoMeans}</p>
        </Dialog>
      )}
    </>
  )
}

/** An import that was undone, and the people the undo left unchanged. */
export const Undone = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  return (
    <section className={styles.undone}>
      <p className={styles.done}>{roster.undone}</p>
      <Left of={one.left} means={roster.leftMeans} />
      {one.guilds_left.length > 0 && (
        <>
          <p>{roster.guildsLeft(one.guilds_left.length)}</p>
          <ul>
            {one.guilds_left.map((name, at) => (
              <li key={`${name} ${at}`}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The people an undo left unchanged. */
const Left = ({ of, means }: { of: RosterImport['left']; means: (n: number) => string }) =>
  of.length > 0 && (
    <>
      <p>{means(of.length)}</p>
      <ul>
        {of.map(({ student_no, real_name }, at) => (
          <li key={`${student_no} ${at}`}>
            <span className="num">{student_no}</span> {real_name}
          </li>
        ))}
      </ul>
    </>
  )
