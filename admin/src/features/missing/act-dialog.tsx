import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { instantOf } from '@tongchuang/ui/wall-clock.ts'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './missing.module.css'
import { useExcuse, useExtend } from './queries.ts'

/** Extends the deadline of some students or excuses them from the task; the students read the reason. */
export const ActDialog = ({
  act,
  task_id,
  user_ids,
  onDone,
  onClose,
}: {
  act: 'extend' | 'excuse'
  task_id: number
  user_ids: number[]
  onDone: () => void
  onClose: () => void
}) => {
  const { review, reviewSets } = useTexts()
  const [until, setUntil] = useState('')
  // The list behind the dialog goes on changing: whoever hands in meanwhile leaves it.
  const [asked] = useState(user_ids.length)
  const gone = asked - user_ids.length
  const [reason, setReason] = useStaffText(`${act}:${task_id}`)
  const extend = useExtend()
  const excuse = useExcuse()
  const at = until === '' ? null : instantOf(until)
  const isBusy = extend.isPending || excuse.isPending
  const isReady = user_ids.length > 0 && [...reason.trim()].length >= 2 && (act === 'excuse' || at !== null)
  // Students who already have more time keep it and are not counted.
  const onSuccess = (changed: readonly unknown[]) => {
    if (changed.length > 0) showToast(review.actDone[act](changed.length), 'success')
    else showToast(reviewSets.actedOnNobody[act], 'info')
    onDone()
  }
  const go = () => {
    if (!isReady || isBusy) return
    const given = { task_id, user_ids, reason: reason.trim() }
    const sending: Promise<unknown> | false =
      act === 'excuse'
        ? excuse.mutateAsync(given, { onSuccess })
        : at !== null && extend.mutateAsync({ ...given, until: at }, { onSuccess })
    // Also if the dialog was closed meanwhile.
    if (sending)
      sending.then(
        () => setReason(''),
        () => undefined,
      )
  }
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <Dialog
      title={review.actTitle[act](user_ids.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review.cancel}</Button>
          <Button tone="primary" busy={isBusy} blocked={!isReady} onClick={go}>
            {review[act]}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{review.actText[act]}</p>
        {gone > 0 && <output>{reviewSets.goneMeanwhile(gone, user_ids.length)}</output>}
        {act === 'extend' && (
          <Field
            label={review.until}
            type="datetime-local"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
        <TextArea
          label={review.reason}
          hint={review.reasonHint}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </Dialog>
  )
}
