import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './report-dialog.module.css'
import { SendArea } from './send-area.tsx'
import { useUiTexts } from './ui-texts.ts'

const reasons = ['abuse', 'spam', 'privacy', 'answer', 'other'] as const
type Reason = (typeof reasons)[number]

/** What a report is called where it is made. */
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
  busy: boolean
  onSend: (report: { reason: Reason; note: string }) => void
  onClose: () => void
}

/** Telling staff about something: a reason, a word if one likes, and what happens then. */
export const ReportDialog = ({ words, busy, onSend, onClose }: Props) => {
  const ui = useUiTexts()
  const [reason, setReason] = useState<Reason>('abuse')
  const [note, setNote] = useState('')
  const send = () => {
    if (!busy) onSend({ reason, note })
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
