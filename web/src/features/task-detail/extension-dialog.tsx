import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { SendArea } from '@tongchuang/ui/send-area.tsx'
import { serverNow, timeZone } from '@tongchuang/ui/server-clock.ts'
import { useStudentText } from '@tongchuang/ui/use-student-text.ts'
import { instantOf, wallClock } from '@tongchuang/ui/wall-clock.ts'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { askExtension, useTaskCall } from './task-calls.ts'
import type { StudentTask } from '../../queries/student-task.ts'

const day = 86_400_000

/** Asks staff for an extension, with a reason and a date in the school's time zone. */
export const ExtensionDialog = ({ page: { task }, onClose }: { page: StudentTask; onClose: () => void }) => {
  const { taskDetail: texts } = useTexts()
  const from = Math.max(serverNow(), task.last_at === null ? 0 : Date.parse(task.last_at))
  const [until, setUntil] = useState(() => `${wallClock(from + 3 * day).slice(0, 10)}T22:00`)
  const { text: reason, write: setReason, send } = useStudentText(`extension:${task.id}`)
  const [isTried, setTried] = useState(false)
  const call = useTaskCall(askExtension, texts.extendSent, onClose)
  const wanted = instantOf(until)
  const isPast = wanted === null || Date.parse(wanted) <= serverNow()
  const isShort = [...reason.trim()].length < 5
  const sendIt = () => {
    setTried(true)
    if (wanted !== null && !isPast && !isShort && !call.isPending)
      send(() => call.run({ task_id: task.id, reason: reason.trim(), wanted_until: wanted })).catch(() => undefined)
  }
  return (
    <Dialog
      title={texts.extendTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="primary" busy={call.isPending} onClick={sendIt}>
            {texts.send}
          </Button>
        </>
      }
    >
      <p>{texts.extendText}</p>
      <div>
        <Field
          type="datetime-local"
          label={texts.extendUntil}
          aside={texts.zone(timeZone())}
          min={wallClock(serverNow())}
          value={until}
          error={isTried && isPast ? texts.extendPast : null}
          onChange={(event) => setUntil(event.target.value)}
        />
        <SendArea
          label={texts.reason}
          hint={texts.extendReasonHint}
          error={isTried && isShort ? texts.extendShort : null}
          value={reason}
          maxLength={500}
          rows={4}
          onSend={sendIt}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
