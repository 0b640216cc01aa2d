import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { instantOf } from '@tongchuang/ui/wall-clock.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { releaseQuery } from './queries.ts'
import { setKeysOn, useKeysOn } from './use-keys.ts'
import styles from './dialogs.module.css'
import { renewStandings } from '../../queries/standings.ts'

/**
 * Returns a work, with what to change and a deadline. The text is that of the review form, so closing the dialog loses
 * nothing.
 */
export const ReturnDialog = ({
  text,
  onText,
  hasMarks,
  busy,
  onReturn,
  onClose,
}: {
  text: string
  onText: (text: string) => void
  hasMarks: boolean
  busy: boolean
  onReturn: (due: string | null) => void
  onClose: () => void
}) => {
  const { review } = useTexts()
  const [due, setDue] = useState('')
  const until = due === '' ? null : instantOf(due)
  // An incomplete time is invalid; only an empty field means the default of a week.
  const isReady = (text.trim() !== '' || hasMarks) && (due === '' || until !== null)
  const go = () => isReady && onReturn(until)
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <Dialog
      title={review.returnTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review.cancel}</Button>
          <Button tone="primary" busy={busy} blocked={!isReady} onClick={go}>
            {review.return}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextArea
          label={review.returnReason}
          hint={review.returnNeedsReason}
          rows={4}
          maxLength={5000}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Field
          label={review.returnDue}
          hint={review.returnWeek}
          type="datetime-local"
          value={due}
          onChange={(event) => setDue(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

/** Releases the held results of a task, after stating how many people will see them. */
export const ReleaseDialog = ({ task_id, onClose }: { task_id: number; onClose: () => void }) => {
  const { review, reviewSets } = useTexts()
  const client = useQueryClient()
  const preview = useQuery(releaseQuery(task_id))
  const { data } = preview
  const release = useMutation({
    mutationFn: () => send(reviewsAdmin.release, { task_id }),
    onSuccess: ({ released }) => {
      if (released > 0) showToast(review.released(released), 'success')
      else showToast(reviewSets.releasedBefore, 'info')
      void renewStandings(client)
      onClose()
    },
  })
  return (
    <Dialog
      title={review.releaseTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review.cancel}</Button>
          <Button tone="primary" busy={release.isPending || !data} onClick={() => release.mutate()}>
            {review.releaseTitle}
          </Button>
        </>
      }
    >
      <ReadFailure of={preview} />
      <output>{data && review.releasePreview(data.people)}</output>
    </Dialog>
  )
}

/** Asks once whether marks without text should stay so. */
export const WordlessDialog = ({
  count,
  onWrite,
  onGoOn,
  onClose,
}: {
  count: number
  onWrite: () => void
  onGoOn: () => void
  onClose: () => void
}) => {
  const { review } = useTexts()
  return (
    <Dialog
      title={review.wordlessTitle(count)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onGoOn}>{review.wordlessGoOn}</Button>
          <Button tone="primary" onClick={onWrite}>
            {review.wordlessWrite}
          </Button>
        </>
      }
    >
      <p>{review.wordlessText}</p>
    </Dialog>
  )
}

/** The list of keys, and the switch that turns them off. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { review } = useTexts()
  const on = useKeysOn()
  return (
    <Dialog title={review.keysTitle} onClose={onClose} unsaved={false}>
      <label className={styles.switch}>
        <input type="checkbox" checked={on} onChange={(event) => setKeysOn(event.target.checked)} />
        {review.keysOn}
      </label>
      <p className={styles.hint}>{review.keysHint}</p>
      <dl className={styles.keys}>
        {review.keyList.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
