import { accounts as calls } from '@tongchuang/contract/accounts.ts'
import { looksLikeEmail } from '@tongchuang/contract/rules/email.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './code-field.module.css'
import { maskEmail } from './rules.ts'
import { useCountdown } from '@tongchuang/ui/use-countdown.ts'
import { keepInTab, wordsInTab } from '@tongchuang/ui/on-device.ts'

type Props = {
  event: 'register' | 'resetpwd' | 'change'
  email: string
  value: string
  onChange: (code: string) => void
  /** Called when the address is missing or incomplete. */
  onNoEmail: () => void
  error: string | undefined
}

/** A field for a mailed code: the button inside sends the code and counts down to the next one, also after a reload. */
export const CodeField = ({ event, email, value, onChange, onNoEmail, error }: Props) => {
  const { accounts } = useTexts()
  const sentKey = `code-sent-${event}`
  const [left, startWait] = useCountdown(`code-wait-${event}`)
  const [sentTo, setSentTo] = useState(() => wordsInTab(sentKey) ?? '')
  const [sending, setSending] = useState(false)

  // Kept for a reload, in a window that the next person may use.
  const isSent = sentTo !== '' && (left > 0 || maskEmail(email) === sentTo)

  const request = async () => {
    if (!looksLikeEmail(email)) return onNoEmail()
    setSending(true)
    try {
      const { wait_seconds } = await send(calls.sendCode, { email: email.trim(), event })
      startWait(wait_seconds || 60)
      setSentTo(maskEmail(email))
      keepInTab(sentKey, maskEmail(email))
    } catch (failure) {
      if (failure instanceof CallFailed && typeof failure.data.seconds === 'number') startWait(failure.data.seconds)
    }
    setSending(false)
  }

  return (
    <Field
      label={accounts.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={accounts.codePlaceholder}
      className={styles.code}
      value={value}
      // Whoever pastes the whole line of the mail means the digits in it; a limit of the field would cut them off.
      onChange={({ target }) => onChange(target.value.normalize('NFKC').replace(/\D/g, '').slice(0, 6))}
      error={error}
      hint={isSent ? <output>{accounts.codeSent(sentTo)}</output> : undefined}
      inside={
        <Button
          tone="text"
          className={`num ${styles.send}`}
          busy={sending}
          blocked={left > 0}
          onClick={() => void request()}
        >
          {left > 0 ? accounts.resendIn(left) : accounts.sendCode}
        </Button>
      }
    />
  )
}
