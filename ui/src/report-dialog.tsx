import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './report-dialog.module.css'
import { SendArea } from './send-area.tsx'
import { useUiTexts } from './ui-texts.ts'
import { useStudentText } from './use-student-text.ts'

const reasons = ['abuse', 'spam', 'privacy', 'answer', 'other'] as const
type Reason = (typeof reasons)[number]

/** The words of the report dialog, which differ by subject. */
export type ReportWords = {
  reportTitle: string
  reportText: string
  reportReason: string
  reasons: Readonly<Record<Reason, string>>
  reportNote: string
  reportSend: string
  cancel: string
}

type Props = {
  words: ReportWords
  /** Identifies what is reported; the note is stored on the device under this name until it is sent. */
  about: string
  busy: boolean
  onSend: (report: { reason: Reason; note: string }) => Promise<unknown>
  onClose: () => void
}

/** A report to staff: a reason, an optional note, and what happens next. */
export const ReportDialog = ({ words, about, busy, onSend, onClose }: Props) => {
  const ui = useUiTexts()
  const [reason, setReason] = useState<Reason>('abuse')
  const { text: note, write: setNote, send: sendNote } = useStudentText(`report:${about}`)
  const send = () => {
    // A failure has already been shown by `onSend`.
    if (!busy) sendNote(() => onSend({ reason, note })).catch(() => undefined)
  }
  return (
    <Dialog
      title={words.reportTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button tone="primary" busy={busy} onClick={send}>
            {words.reportSend}
          </Button>
        </>
      }
    >
      <p>{words.reportText}</p>
      <fieldset className={styles.reasons}>
        <legend>{words.reportReason}</legend>
        {reasons.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="reason"
              value={value}
              checked={value === reason}
              onChange={() => setReason(value)}
            />
            {words.reasons[value]}
          </label>
        ))}
      </fieldset>
      <SendArea
        label={words.reportNote}
        aside={ui.optional}
        rows={3}
        maxLength={500}
        value={note}
        onSend={send}
        onChange={(event) => setNote(event.target.value)}
      />
    </Dialog>
  )
}
