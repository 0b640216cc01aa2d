import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { typedCode } from '@tongchuang/contract/rules/typed-code.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { QrCode } from '@tongchuang/ui/qr-code.tsx'
import { RecoveryCodes } from '@tongchuang/ui/recovery-codes.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './auth.module.css'

/**
 * The answer to the first log-in step: a second-factor code is required. With `setup`, it is the first code of a new
 * secret.
 */
export type Owed = { challenge: string; setup: { secret: string; uri: string } | null }

/** Reads a refusal that asks for a second step; null for any other failure. */
export const owedOf = (failure: unknown): Owed | null => {
  if (!(failure instanceof CallFailed) || failure.reason !== 'FACTOR' || typeof failure.data.challenge !== 'string')
    return null
  return { challenge: failure.data.challenge, setup: (failure.data.setup as Owed['setup'] | undefined) ?? null }
}

type Props = Owed & { onLoggedIn: (token: string) => Promise<void>; onGiveUp: () => void }

/**
 * The state of the second step: the typed code and the answer. A challenge that has expired leads back to the first
 * step.
 */
const useSecondStep = ({ challenge, onLoggedIn, onGiveUp }: Props) => {
  const [code, setCode] = useState('')
  const [byRecovery, setByRecovery] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<{ token: string; codes: readonly string[] } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [byRecovery])

  const submit = async (typed: string) => {
    if (busy || typed.trim() === '') return
    setBusy(true)
    setProblem(null)
    try {
      const { userinfo, recovery_codes } = await sendQuietly(accountsAdmin.login, { challenge, code: typed.trim() })
      if (recovery_codes) setDone({ token: userinfo.token, codes: recovery_codes })
      else await onLoggedIn(userinfo.token)
    } catch (failure) {
      setProblem(failureText(failure))
      setCode('')
      if (failure instanceof CallFailed && failure.reason === 'CHALLENGE') onGiveUp()
      field.current?.focus()
    }
    setBusy(false)
  }

  return { code, setCode, byRecovery, setByRecovery, problem, busy, done, field, submit }
}

/** The second step of the log-in: six digits of the authenticator, or a recovery code. */
export const FactorStep = (props: Props) => {
  const { setup, onLoggedIn, onGiveUp } = props
  const { auth } = useTexts()
  const { code, setCode, byRecovery, setByRecovery, problem, busy, done, field, submit } = useSecondStep(props)

  if (done)
    return (
      <div className={styles.form}>
        <h1>{auth.recoveryHeading}</h1>
        <RecoveryCodes codes={done.codes} />
        <Button tone="primary" size="big" wide onClick={() => void onLoggedIn(done.token)}>
          {auth.recoveryKept}
        </Button>
      </div>
    )

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      <h1>{setup ? auth.factorSetup : byRecovery ? auth.recoveryTitle : auth.factorTitle}</h1>
      <p className={styles.sub}>{setup ? auth.factorSetupText : byRecovery ? auth.recoveryText : auth.factorText}</p>
      {setup && (
        <div className={styles.setup}>
          <QrCode text={setup.uri} label={auth.qrLabel} size={180} />
          <p>
            {auth.secretText}
            <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
        </div>
      )}
      <div role="alert">{problem && <Notice title={problem} />}</div>
      <Field
        ref={field}
        label={byRecovery ? auth.recoveryLabel : auth.factorLabel}
        name="code"
        className={styles.code}
        inputMode={byRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={byRecovery ? 12 : 7}
        value={code}
        onChange={(event) => {
          const typed = event.target.value
          setCode(typed)
          if (!byRecovery && /^\d{6}$/.test(typedCode(typed))) void submit(typed)
        }}
      />
      <Button type="submit" tone="primary" size="big" wide busy={busy}>
        {auth.verify}
      </Button>
      <p className={styles.foot}>
        {!setup && (
          <button type="button" className="link" onClick={() => setByRecovery(!byRecovery)}>
            {byRecovery ? auth.useApp : auth.useRecovery}
          </button>
        )}
        <button type="button" className="link" onClick={onGiveUp}>
          {auth.otherAccount}
        </button>
      </p>
    </form>
  )
}
