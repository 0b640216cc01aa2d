import type { AreaMark } from '@tongchuang/contract/area-marks.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { readScore } from '@tongchuang/contract/rules/entered.ts'
import type { Voice } from '@tongchuang/contract/voices.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { reviewKey } from '../../queries/keys.ts'
import { renewStandings } from '../../queries/standings.ts'
import { isForStaffToSay, isOfOldScale, typedOn } from '../../queries/review.ts'
import styles from './dialogs.module.css'

type Correction = {
  submit_id: number
  /** The current score. */
  score: number | null
  max_score: number
  /** The current decision. */
  decision: 'pass' | 'fail'
  scored: boolean
  /** Marks on pages that the result has. */
  areas: readonly AreaMark[]
  /** The voices in the current result. */
  voices: readonly Voice[]
  onClose: () => void
}

/** The form state of a corrected result and its reason, kept on this device until the server has saved it. */
const useCorrection = ({ submit_id, score, max_score, decision: stands, scored, onClose }: Correction) => {
  const { review } = useTexts()
  const client = useQueryClient()
  // Kept like the reason: a reason that names another score must not come back beside the present one.
  const { values, set, forget } = usePersistedChanges(`corrected:${submit_id}`, {
    typed: { text: score === null ? '' : String(score), scale: max_score },
    decision: stands,
  })
  const { typed, decision } = values
  const value = typedOn(typed.text, { from: typed.scale, to: max_score })
  const setValue = (text: string) => set({ typed: { text, scale: max_score } })
  const setDecision = (next: typeof stands) => set({ decision: next })
  const [reason, setReason] = useStaffText(`correct:${submit_id}`)
  const [without, setWithout] = useState<readonly number[]>([])
  const [unsaid, setUnsaid] = useState<readonly number[]>([])
  const given = scored ? readScore(value, max_score) : null
  const decides = !scored || isForStaffToSay(given, score)
  const correct = useMutation({
    mutationFn: () =>
      send(reviewToolsAdmin.correct, {
        submit_id,
        reason: reason.trim(),
        ...(without.length > 0 && { without_areas: [...without] }),
        ...(unsaid.length > 0 && { without_voices: [...unsaid] }),
        ...(decides && { decision }),
        score: given ?? null,
        ...(scored && { max_score }),
      }),
    onError: (error) => isOfOldScale(error) && client.invalidateQueries({ queryKey: reviewKey }),
    onSuccess: () => {
      setReason('')
      forget()
      showToast(review.done, 'success')
      void renewStandings(client)
      onClose()
    },
  })
  const isReady = [...reason.trim()].length >= 2 && given !== undefined
  const isWrong = given === undefined
  return {
    ...{ isWrong, value, setValue, decides, decision, setDecision, reason, setReason },
    ...{ without, setWithout, unsaid, setUnsaid, isReady, correct },
  }
}

/** Parts of a released result, any of which a correction may remove. */
const PartsToTakeBack = ({
  title,
  parts,
  without,
  onChange,
}: {
  title: string
  parts: readonly { id: number; name: string }[]
  without: readonly number[]
  onChange: (without: readonly number[]) => void
}) => {
  if (parts.length === 0) return null
  return (
    <fieldset className={styles.areas}>
      <legend>{title}</legend>
      {parts.map(({ id, name }) => (
        <label key={id} className={styles.switch}>
          <input
            type="checkbox"
            checked={without.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...without, id] : without.filter((one) => one !== id))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

/** Replaces a released result. */
export const CorrectDialog = (correction: Correction) => {
  const { scored, max_score, areas, voices, onClose } = correction
  const { review, voices: texts } = useTexts()
  const { isWrong, value, setValue, decides, decision, setDecision, reason, setReason, isReady, correct, ...parts } =
    useCorrection(correction)
  const { without, setWithout, unsaid, setUnsaid } = parts
  return (
    <Dialog
      title={review.correct}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review.cancel}</Button>
          <Button tone="primary" busy={correct.isPending} blocked={!isReady} onClick={() => correct.mutate()}>
            {review.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {scored && (
          <Field
            label={review.correctScore}
            error={isWrong ? review.scoreWrong(max_score) : null}
            hint={decides || isWrong ? undefined : review.correctByLine}
            inputMode="decimal"
            maxLength={8}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
        {decides && (
          <Pick
            label={review.correctDecision}
            items={[
              { value: 'pass', label: review.passed },
              { value: 'fail', label: review.failed },
            ]}
            value={decision}
            onChange={setDecision}
          />
        )}
        <PartsToTakeBack
          title={review.correctAreas}
          parts={areas.map(({ id, text, shape }, at) => ({
            id,
            name: review.areaName(review.drawNames[shape], at + 1, text || review.areaOnlyLine),
          }))}
          without={without}
          onChange={setWithout}
        />
        <PartsToTakeBack
          title={texts.takeBack}
          parts={voices.map(({ id, text }, at) => ({
            id,
            name: texts.takeBackOne(at + 1, text || texts.noWords),
          }))}
          without={unsaid}
          onChange={setUnsaid}
        />
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
