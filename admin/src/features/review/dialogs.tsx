import type { AreaMark } from '@tongchuang/contract/area-marks.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { usePersistedText } from '@tongchuang/ui/use-persisted-text.ts'
import { instantOf } from '@tongchuang/ui/wall-clock.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { releaseQuery } from './queries.ts'
import { setKeysOn, useKeysOn } from './use-keys.ts'
import styles from './dialogs.module.css'
import { reviewKey } from '../../queries/keys.ts'

/** Returns a work: what to change, and until when. The words are those of the review, so that closing loses none. */
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
  const isReady = text.trim() !== '' || hasMarks
  const go = () => isReady && onReturn(due === '' ? null : instantOf(due))
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

/** Releases what is held of a task, after saying how many people will see it. */
export const ReleaseDialog = ({ task_id, onClose }: { task_id: number; onClose: () => void }) => {
  const { review } = useTexts()
  const client = useQueryClient()
  const preview = useQuery(releaseQuery(task_id))
  const { data } = preview
  const release = useMutation({
    mutationFn: () => send(reviewsAdmin.release, { task_id }),
    onSuccess: ({ released }) => {
      showToast(review.released(released), 'success')
      void client.invalidateQueries({ queryKey: reviewKey })
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

type Correction = {
  submit_id: number
  score: number | null
  scored: boolean
  /** Marks on pages that the result has. */
  areas: readonly AreaMark[]
  onClose: () => void
}

/** Another result and the reason for it, which a reload keeps, until the server has them. */
const useCorrection = ({ submit_id, score, scored, onClose }: Correction) => {
  const { review } = useTexts()
  const client = useQueryClient()
  const [value, setValue] = useState(score === null ? '' : String(score))
  const [decision, setDecision] = useState<'pass' | 'fail'>('pass')
  const [reason, setReason] = usePersistedText(`correct:${submit_id}`)
  const [without, setWithout] = useState<readonly number[]>([])
  const correct = useMutation({
    mutationFn: () =>
      send(reviewToolsAdmin.correct, {
        submit_id,
        reason: reason.trim(),
        ...(without.length > 0 && { without_areas: [...without] }),
        ...(scored && value !== '' ? { score: Number(value) } : { decision, score: null }),
      }),
    onSuccess: () => {
      setReason('')
      showToast(review.done, 'success')
      void client.invalidateQueries({ queryKey: reviewKey })
      onClose()
    },
  })
  return { value, setValue, decision, setDecision, reason, setReason, without, setWithout, correct }
}

/** The marks of a released result, any of which a correction may take back. */
const AreasToTakeBack = ({
  areas,
  without,
  onChange,
}: {
  areas: readonly AreaMark[]
  without: readonly number[]
  onChange: (without: readonly number[]) => void
}) => {
  const { review } = useTexts()
  if (areas.length === 0) return null
  return (
    <fieldset className={styles.areas}>
      <legend>{review.correctAreas}</legend>
      {areas.map(({ id, text, shape }, at) => (
        <label key={id} className={styles.switch}>
          <input
            type="checkbox"
            checked={without.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...without, id] : without.filter((one) => one !== id))}
          />
          {review.areaName(review.drawNames[shape], at + 1, text || review.areaOnlyLine)}
        </label>
      ))}
    </fieldset>
  )
}

/** Puts another result in the place of a released one. */
export const CorrectDialog = (correction: Correction) => {
  const { scored, areas, onClose } = correction
  const { review } = useTexts()
  const { value, setValue, decision, setDecision, reason, setReason, without, setWithout, correct } =
    useCorrection(correction)
  return (
    <Dialog
      title={review.correct}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review.cancel}</Button>
          <Button
            tone="primary"
            busy={correct.isPending}
            blocked={[...reason.trim()].length < 2}
            onClick={() => correct.mutate()}
          >
            {review.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {scored ? (
          <Field
            label={review.correctScore}
            inputMode="decimal"
            maxLength={8}
            value={value}
            onChange={(event) => setValue(event.target.value.replaceAll(/[^\d.]/g, ''))}
          />
        ) : (
          <p className={styles.choice}>
            {(['pass', 'fail'] as const).map((one) => (
              <Button
                key={one}
                aria-pressed={decision === one}
                tone={decision === one ? 'primary' : 'plain'}
                onClick={() => setDecision(one)}
              >
                {one === 'pass' ? review.passed : review.failed}
              </Button>
            ))}
          </p>
        )}
        <AreasToTakeBack areas={areas} without={without} onChange={setWithout} />
        <TextArea
          label={review.correctReason}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

/** Asks once whether strokes without words shall stay so. */
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

/** The keys, and the switch that lets them rest. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { review } = useTexts()
  const on = useKeysOn()
  return (
    <Dialog title={review.keysTitle} onClose={onClose}>
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
