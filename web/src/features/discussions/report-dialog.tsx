import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useUiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './post.module.css'
import { useReport } from './queries.ts'

const reasons = ['abuse', 'spam', 'privacy', 'answer', 'other'] as const

/** Telling staff about a post: a reason, a word if one likes, and what happens then. */
export const ReportDialog = ({ id, task_id, onClose }: { id: number; task_id: number; onClose: () => void }) => {
  const { discussions: texts } = useTexts()
  const ui = useUiTexts()
  const [reason, setReason] = useState<(typeof reasons)[number]>('abuse')
  const [note, setNote] = useState('')
  const report = useReport(task_id, id)
  const send = () =>
    report.mutate(
      { reason, note },
      {
        onSuccess: () => {
          showToast(texts.reported, 'success')
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={texts.reportTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="primary" busy={report.isPending} onClick={send}>
            {texts.reportSend}
          </Button>
        </>
      }
    >
      <p>{texts.reportText}</p>
      <fieldset className={styles.reasons}>
        <legend>{texts.reportReason}</legend>
        {reasons.map((value) => (
          <label key={value}>
            <input type="radio" name="reason" value={value} checked={value === reason} onChange={() => setReason(value)} />
            {texts.reasons[value]}
          </label>
        ))}
      </fieldset>
      <TextArea label={texts.reportNote} aside={ui.optional} rows={3} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
    </Dialog>
  )
}
