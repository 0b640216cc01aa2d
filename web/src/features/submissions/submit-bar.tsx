import { Button } from '@tongchuang/ui/button.tsx'
import { sendKeys } from '@tongchuang/ui/use-enter-submit.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './submit-bar.module.css'
import type { HandInView } from './hand-in.ts'

type Props = {
  handIn: HandInView
  version: number
  uploading: number
  isOnline: boolean
  /** Nothing can be handed in any more. */
  isOver: boolean
  /** The remaining time, or that it is late. */
  time: string
  isLate: boolean
  hint: string
  /** The state of the draft, where the toolbar has no room for it. */
  state: ReactNode
  onSubmit: () => void
  onCancel: () => void
}

/** The bar at the bottom with the main button. */
export const SubmitBar = ({
  handIn,
  version,
  uploading,
  isOnline,
  isOver,
  time,
  isLate,
  hint,
  state,
  onSubmit,
  onCancel,
}: Props) => {
  const { submissions: texts } = useTexts()
  const { phase, problem } = handIn
  // A version that has arrived still waits for its receipt.
  const isSending = phase === 'sending' || phase === 'done'
  const isWaiting = phase === 'uploads' || phase === 'network'
  const said = isWaiting
    ? phase === 'uploads'
      ? texts.pressedUploads(uploading)
      : problem
        ? texts.pressedAgain
        : texts.pressedNetwork
    : isOnline
      ? hint
      : texts.offlineHint
  return (
    <section className={`${styles.bar} no-print`} aria-label={texts.submitLabel}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <span className={styles.state}>{state}</span>
          <b className={isLate ? styles.late : undefined}>{time}</b>
          <output className={styles.hint} id="submit-hint">
            {said}
          </output>
        </div>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {isWaiting ? (
          <Button size="big" onClick={onCancel}>
            {texts.stopWaiting}
          </Button>
        ) : null}
        <kbd className={styles.keys}>{texts.sendKey(sendKeys())}</kbd>
        <Button
          tone="primary"
          size="big"
          className={styles.submit}
          busy={isSending || isWaiting}
          blocked={isOver}
          aria-describedby="submit-hint"
          onClick={onSubmit}
        >
          {isSending
            ? texts.sending
            : isOnline && (phase !== 'network' || problem)
              ? texts.submit(version)
              : texts.submitOffline}
        </Button>
      </div>
    </section>
  )
}
