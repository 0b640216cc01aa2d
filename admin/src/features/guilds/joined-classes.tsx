import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './class-joining.module.css'
import { joinedClassesQuery, undoClass, undoPreviewQuery, type JoinedClass } from './class-queries.ts'
import { useGuildChange, type Guild } from './queries.ts'

const counted = ['leave', 'withdrawn', 'stay'] as const

type UndoingProps = { guild: Guild; one: JoinedClass; onClose: () => void; onUndone: () => void }

const Undoing = ({ guild, one, onClose, onUndone }: UndoingProps) => {
  const { guildClasses: texts } = useTexts()
  const preview = useQuery(undoPreviewQuery(guild.id, one.id))
  const undo = useGuildChange(undoClass)
  const { data } = preview
  const isNothing = data !== undefined && data.leave + data.withdrawn === 0
  const go = () =>
    undo.mutate(
      { guild_id: guild.id, id: one.id },
      {
        onSuccess: ({ leave, withdrawn }) => {
          showToast(texts.undone(leave, withdrawn), 'success')
          onUndone()
        },
      },
    )
  return (
    <Dialog
      title={texts.undoTitle(one.class_name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="danger" busy={undo.isPending} blocked={data === undefined || isNothing} onClick={go}>
            {texts.undo}
          </Button>
        </>
      }
    >
      {preview.isPending && <SkeletonList count={1} height={68} />}
      {preview.isError && <RegionError error={preview.error} onRetry={() => void preview.refetch()} />}
      {data && (
        <dl className={styles.counts}>
          {counted.map((name) => (
            <div key={name}>
              <dt>{texts.undoCounts[name]}</dt>
              <dd>{texts.students(data[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.quiet}>{texts.undoText}</p>
    </Dialog>
  )
}

/**
 * The classes added to the guild within the last day, each of which can be removed again. Its row then disappears, and
 * `onUndone` moves the focus.
 */
export const JoinedClasses = ({ guild, onUndone }: { guild: Guild; onUndone: () => void }) => {
  const { guildClasses: texts } = useTexts()
  const language = useLanguage()
  const joined = useQuery(joinedClassesQuery(guild.id))
  const [undoing, setUndoing] = useState<JoinedClass | null>(null)
  const [done, setDone] = useState(0)
  const leave = useEffectEvent(onUndone)
  // Runs after the dialog has closed: nothing behind an open dialog can take the focus.
  useEffect(() => {
    if (done > 0) leave()
  }, [done])
  return (
    <>
      <ReadFailure of={joined} />
      {joined.data?.map((one) => (
        <p key={one.id} className={styles.joined}>
          <span>
            {texts.came(one.class_name, one.joined, one.invited)}
            <small className={styles.quiet}>{texts.undoUntil(formatMoment(one.undo_until, language))}</small>
          </span>
          <Button size="small" onClick={() => setUndoing(one)}>
            {texts.undoAll}
          </Button>
        </p>
      ))}
      {undoing && (
        <Undoing
          guild={guild}
          one={undoing}
          onClose={() => setUndoing(null)}
          onUndone={() => {
            setUndoing(null)
            setDone((times) => times + 1)
          }}
        />
      )}
    </>
  )
}
