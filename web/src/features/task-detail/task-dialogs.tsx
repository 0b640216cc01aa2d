import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { SendArea } from '@tongchuang/ui/send-area.tsx'
import { useStudentText } from '@tongchuang/ui/use-student-text.ts'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './task-dialogs.module.css'
import { useStep } from './queries.ts'
import type { Share } from './queries.ts'
import { appeal, setShare, useTaskCall, withdraw } from './task-calls.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import { newestOf } from './open-dialog-state.ts'

type Props = { page: StudentTask; onClose: () => void }

/** States the consequences of giving up; for main tasks the teacher asks for a reason. */
export const AbortDialog = ({ page: { task, can }, onClose }: Props) => {
  const { taskDetail: texts } = useTexts()
  const { text: reason, write: setReason, send } = useStudentText(`abort:${task.id}`)
  const [error, setError] = useState<string | null>(null)
  const step = useStep(task.id)
  const isOnTheWay = useRef(false)
  const giveUp = () => {
    if (can.abort_needs_reason && reason.trim().length < 2) return setError(texts.reasonShort)
    // The second press of a double click comes before the button is busy.
    if (isOnTheWay.current) return
    isOnTheWay.current = true
    send(() => step.mutateAsync({ kind: 'abort', reason: reason.trim() }, { onSuccess: onClose }))
      .catch(() => undefined)
      .finally(() => (isOnTheWay.current = false))
  }
  return (
    <Dialog
      title={texts.abort}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{texts.stay}</Button>
          <Button tone="danger" busy={step.isPending} onClick={giveUp}>
            {texts.abort}
          </Button>
        </>
      }
    >
      <p>{task.type === 'main' ? texts.abortMain : texts.abortText}</p>
      {can.abort_needs_reason && (
        <SendArea
          label={texts.reason}
          hint={texts.reasonHint}
          error={error}
          value={reason}
          maxLength={200}
          rows={3}
          onSend={giveUp}
          onChange={(event) => {
            setReason(event.target.value)
            setError(null)
          }}
        />
      )}
    </Dialog>
  )
}

/** Withdraws the waiting version. */
export const WithdrawDialog = ({ page, onClose }: Props) => {
  const { taskDetail: texts } = useTexts()
  const call = useTaskCall(withdraw, texts.withdrawn, onClose)
  const newest = newestOf(page)
  return (
    <Dialog
      title={texts.withdraw}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button
            tone="primary"
            busy={call.isPending}
            onClick={() => newest && void call.run(newest.id).catch(() => undefined)}
          >
            {texts.withdraw}
          </Button>
        </>
      }
    >
      <p>{texts.withdrawText}</p>
    </Dialog>
  )
}

/** Asks the staff to look at a result again. */
export const AppealDialog = ({ page, onClose }: Props) => {
  const { taskDetail: texts } = useTexts()
  const submitId = page.feedback[0]?.submit_id ?? null
  const { text, write: setText, send } = useStudentText(`appeal:${page.task.id}:${submitId ?? ''}`)
  const [error, setError] = useState<string | null>(null)
  const call = useTaskCall(appeal, texts.appealSent, onClose)
  const about = submitId === null ? { task_id: page.task.id } : { submit_id: submitId }
  const length = [...text.trim()].length
  const sendIt = () => {
    if (length < 20) return setError(texts.appealShort)
    if (!call.isPending) send(() => call.run({ ...about, text: text.trim() })).catch(() => undefined)
  }
  return (
    <Dialog
      title={texts.appealTitle}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="primary" busy={call.isPending} onClick={sendIt}>
            {texts.send}
          </Button>
        </>
      }
    >
      <p>{texts.appealText}</p>
      <SendArea
        label={texts.appealLabel}
        hint={<span className="num">{texts.appealCount(length)}</span>}
        error={error}
        value={text}
        maxLength={2000}
        rows={5}
        onSend={sendIt}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
      />
    </Dialog>
  )
}

const shares: readonly Share[] = ['none', 'guild', 'site']

/** Who may see a passed work. */
export const ShareDialog = ({ page, onClose }: Props) => {
  const { taskDetail: texts, tasks } = useTexts()
  const version = page.versions.find(({ id }) => id === page.feedback[0]?.submit_id) ?? newestOf(page)
  const [share, chooseShare] = useState<Share>(version?.share ?? 'none')
  const call = useTaskCall(setShare, texts.shareSaved, onClose)
  return (
    <Dialog
      title={texts.share}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            tone="primary"
            busy={call.isPending}
            onClick={() => version && void call.run({ submit_id: version.id, share }).catch(() => undefined)}
          >
            {texts.save}
          </Button>
        </>
      }
    >
      <p>{texts.shareText}</p>
      <fieldset className={styles.choices} aria-label={texts.share}>
        {shares.map((value) => {
          const hint = texts.shareHints[value]
          return (
            <label key={value}>
              <input type="radio" name="share" checked={share === value} onChange={() => chooseShare(value)} />
              <span>
                <b>{tasks.shares[value]}</b>
                <small>{typeof hint === 'string' ? hint : hint(page.task.guild_name)}</small>
              </span>
            </label>
          )
        })}
      </fieldset>
    </Dialog>
  )
}
