import { copyAndTell } from '@tongchuang/ui/copy-text.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass, IconButton } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { formatSpan } from '@tongchuang/ui/time.ts'
import { Copy, Printer, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Earned } from './earned.tsx'
import { Flight } from './flight.tsx'
import flight from './flight.module.css'
import { PaperPlane } from './paper-plane.tsx'
import type { StudentTask, Submission } from '../../queries/student-task.ts'
import { ReceiptSlip } from './receipt-slip.tsx'
import { ReceiptSteps } from './receipt-steps.tsx'
import styles from './receipt.module.css'

type Props = {
  data: StudentTask
  submission: Submission
  back: string
  isFresh: boolean
  onWithdraw: () => Promise<void>
}

/** How early or late a version came. */
const useLead = ({ task }: StudentTask, submission: Submission): string => {
  const { done } = useTexts().submissions
  const language = useLanguage()
  const version = submission.version ?? 1
  const early = task.due_at === null ? 0 : Date.parse(task.due_at) - Date.parse(submission.submitted_at)
  if (submission.late) return done.late(task.title, version)
  return early > 60_000
    ? done.onTime(task.title, version, formatSpan(early, language))
    : done.received(task.title, version)
}

/** The button to withdraw a version. */
const TakeBack = ({ onAsk }: { onAsk: () => void }) => {
  const { done } = useTexts().submissions
  return (
    <div className={`${styles.after} no-print`}>
      <span>
        {done.withdrawHint.map((phrase) => (
          <span key={phrase}>{phrase}</span>
        ))}
      </span>
      <Button onClick={onAsk}>
        <Undo2 size={18} aria-hidden />
        {done.withdraw}
      </Button>
    </div>
  )
}

/** The state of withdrawing a version: the confirmation and the call in progress. */
const useTakeBack = (onWithdraw: () => Promise<void>) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  return {
    asking,
    busy,
    ask: () => setAsking(true),
    close: () => setAsking(false),
    takeBack: async () => {
      setBusy(true)
      await onWithdraw().catch(() => undefined)
      setBusy(false)
      setAsking(false)
    },
  }
}

const TakeBackDialog = ({ busy, close, takeBack }: ReturnType<typeof useTakeBack>) => {
  const { submissions: texts } = useTexts()
  const { done } = texts
  return (
    <Dialog
      title={done.withdrawTitle}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{texts.lookAgain}</Button>
          <Button tone="primary" busy={busy} onClick={() => void takeBack()}>
            {done.withdraw}
          </Button>
        </>
      }
    >
      <p>{done.withdrawText}</p>
    </Dialog>
  )
}

/**
 * The receipt of a version: its number, what comes next, and the button to withdraw it. `isFresh`: it was handed in on
 * this page a moment ago.
 */
export const Receipt = ({ data, submission, back, isFresh, onWithdraw }: Props) => {
  const { done } = useTexts().submissions
  const profile = useProfile()
  const heading = useRef<HTMLHeadingElement>(null)
  const withdrawal = useTakeBack(onWithdraw)
  const { task, can } = data
  const lead = useLead(data, submission)
  const isPassed = task.state === 'passed'

  useEffect(() => {
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])

  const copy = () => copyAndTell(submission.receipt?.no ?? '')
  return (
    <div className={styles.page}>
      <div>
        {isFresh ? (
          <Flight className={`${styles.plane} no-print`} />
        ) : (
          <PaperPlane className={`${styles.plane} no-print`} />
        )}
        <h1 ref={heading} tabIndex={-1}>
          {(isPassed ? done.passed : done.title).map((phrase) => (
            <span key={phrase} className="nb">
              {phrase}
            </span>
          ))}
        </h1>
        <p className={styles.lead}>{lead}</p>
        <ReceiptSteps data={data} submission={submission} />
        <div className={`${styles.actions} no-print`}>
          <Link className={buttonClass('primary', 'big')} to={paths.square()}>
            {done.next}
          </Link>
          <Link className={buttonClass('text')} to={back}>
            {done.back}
          </Link>
        </div>
      </div>
      <section aria-label={done.slip}>
        <div className={isFresh ? flight.torn : undefined}>
          <ReceiptSlip
            task={task}
            submission={submission}
            name={profile.real_name || profile.nickname}
            group={profile.organizationName}
            copy={
              <IconButton label={done.copy} className="no-print" onClick={() => void copy()}>
                <Copy size={20} aria-hidden />
              </IconButton>
            }
          />
        </div>
        {isFresh && <Earned submission={submission} />}
        {can.withdraw && <TakeBack onAsk={withdrawal.ask} />}
        <div className={`${styles.after} ${styles.print} no-print`}>
          <Button tone="text" onClick={() => print()}>
            <Printer size={18} aria-hidden />
            {done.print}
          </Button>
        </div>
      </section>
      {withdrawal.asking && <TakeBackDialog {...withdrawal} />}
    </div>
  )
}
