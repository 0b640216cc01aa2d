import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useTexts } from '../../locales/texts.ts'
import { nameIn, type Entry } from './entries.ts'
import type { Entering } from './use-entering.ts'

type Row = Output<typeof gradesAdmin.grid>['students']['list'][number]

const Ask = ({ entry, name, entering }: { entry: Entry; name: string; entering: Entering }) => {
  const { grades } = useTexts()
  const { entering: texts } = grades
  const [reason, setReason] = useStaffText(`grade:${entry.task_id}:${entry.user_id}`)
  const { word, score } = entry.typed
  const isReady = [...reason.trim()].length >= 2
  const go = () => {
    if (!isReady) return
    // The reason is now stored with the entry.
    setReason('')
    entering.put({ ...entry, reason: reason.trim() })
  }
  const onKeyDown = useEnterSubmit(go)
  const close = () => entering.forget(entry)
  return (
    <Dialog
      title={texts.correct(name, word === 'score' ? String(score) : texts.words[word])}
      onClose={close}
      unsaved
      actions={
        <>
          <Button onClick={close}>{grades.cancel}</Button>
          <Button tone="primary" blocked={!isReady} onClick={go}>
            {texts.correctIt}
          </Button>
        </>
      }
    >
      <p>{texts.correctText}</p>
      <Field
        label={texts.reason}
        hint={texts.reasonHint}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Dialog>
  )
}

/** Asks for a reason before a released result is changed. */
export const ReasonDialog = ({ rows, entering }: { rows: readonly Row[]; entering: Entering }) => {
  const { grades } = useTexts()
  const entry = [...entering.entries.values()].find(({ state }) => state === 'reason')
  if (!entry) return null
  const name = nameIn(rows, entry) ?? grades.entering.unseen
  return <Ask key={`${entry.task_id}.${entry.user_id}`} {...{ entry, name, entering }} />
}
