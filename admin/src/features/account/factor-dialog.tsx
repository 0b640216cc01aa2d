import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { meKey } from '@tongchuang/ui/me.tsx'
import { holdEscape, OnceDialog } from '@tongchuang/ui/once-dialog.tsx'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { QrCode } from '@tongchuang/ui/qr-code.tsx'
import { RecoveryCodes } from '@tongchuang/ui/recovery-codes.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './account-settings.module.css'

/** What to do with the second factor: turn it on, make new recovery codes, or turn it off. */
export type FactorWish = 'begin' | 'renew' | 'end'
type Step = { at: 'password' } | { at: 'scan'; secret: string; uri: string } | { at: 'codes'; codes: readonly string[] }

/** The steps: the password, then the first code of a new secret, then the recovery codes. */
const useFactorSteps = (wish: FactorWish, onClose: () => void) => {
  const { account } = useTexts()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'password' })
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const steps: Record<FactorWish, (password: string) => Promise<void>> = {
    begin: async (password) => setStep({ at: 'scan', ...(await sendQuietly(accountsAdmin.beginFactor, { password })) }),
    renew: async (password) =>
      setStep({ at: 'codes', codes: (await sendQuietly(accountsAdmin.renewRecovery, { password })).recovery_codes }),
    end: async (password) => {
      await sendQuietly(accountsAdmin.endFactor, { password })
      showToast(account.factorEnded, 'success')
      onClose()
    },
  }
  const confirm = async (code: string) =>
    setStep({ at: 'codes', codes: (await sendQuietly(accountsAdmin.confirmFactor, { code })).recovery_codes })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || typed === '') return
    setBusy(true)
    setError(null)
    try {
      await (step.at === 'scan' ? confirm(typed) : steps[wish](typed))
      setTyped('')
      void client.invalidateQueries({ queryKey: meKey })
    } catch (failure) {
      setError(failureText(failure))
    }
    setBusy(false)
  }

  const change = (event: { target: { value: string } }) => {
    setTyped(event.target.value)
    setError(null)
  }
  return { step, typed, error, busy, submit, change }
}

/** Turns the second factor on or off, or makes new recovery codes: always with the password first. */
export const FactorDialog = ({ wish, onClose }: { wish: FactorWish; onClose: () => void }) => {
  const { account } = useTexts()
  const id = useId()
  const { step, typed, error, busy, submit, change } = useFactorSteps(wish, onClose)

  const title = { begin: account.beginFactor, renew: account.renewRecovery, end: account.endFactor }[wish]
  if (step.at === 'codes')
    return (
      <OnceDialog title={title} noted={account.kept} reminder={account.keepFirst} onClose={onClose}>
        <RecoveryCodes codes={step.codes} />
      </OnceDialog>
    )
  return (
    <Dialog
      title={title}
      // The recovery codes are on their way, and are shown only once.
      onClose={() => busy || onClose()}
      onKeyDown={holdEscape(busy)}
      actions={
        <Button type="submit" form={id} tone={wish === 'end' ? 'danger' : 'primary'} busy={busy}>
          {step.at === 'scan' ? account.verify : title}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        {step.at === 'password' && (
          <PasswordField
            label={account.currentPassword}
            name="current-password"
            autoComplete="current-password"
            maxLength={1024}
            value={typed}
            onChange={change}
            error={error}
          />
        )}
        {step.at === 'scan' && (
          <>
            <p>{account.scan}</p>
            <div className={styles.secret}>
              <QrCode text={step.uri} label={account.qrLabel} size={180} />
              <code>{step.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </div>
            <Field
              label={account.code}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              value={typed}
              onChange={change}
              error={error}
            />
          </>
        )}
      </form>
    </Dialog>
  )
}
