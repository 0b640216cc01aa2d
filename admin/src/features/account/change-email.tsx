import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { looksLikeEmail } from '@tongchuang/contract/rules/email.ts'
import { typedCode } from '@tongchuang/contract/rules/typed-code.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { noticeSettingsKey } from '../../queries/keys.ts'

/** The field a refusal is about, of those that stand on the page in each step. */
const fieldOf: Readonly<Record<'address' | 'code', Readonly<Record<string, 'email' | 'code' | 'password'>>>> = {
  address: { INVALID: 'email', TOO_FAST: 'email' },
  code: { CODE_WRONG: 'code', WRONG_PASSWORD: 'password', PAUSED: 'password' },
}

/** The two steps: a code is sent to the address; the code then confirms the address, and the password the user. */
const useSteps = (onClose: () => void) => {
  const { account } = useTexts()
  const client = useQueryClient()
  const { form, errors, mark, refuse } = useFormErrors<'email' | 'code' | 'password'>()
  const [typed, setTyped] = useState({ email: '', code: '', password: '' })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const mailed = useRef({ to: '', until: 0 })
  // The button of a step goes on to the next one with the focus; the field that is to be filled in takes it.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form, sentTo])
  const type = (name: keyof typeof typed) => (event: { target: { value: string } }) => {
    setTyped({ ...typed, [name]: event.target.value })
    mark(name, undefined)
  }
  const email = typed.email.trim()

  const next = async () => {
    if (sentTo === null) {
      // Who only went back to look at the address has a code that no second one follows yet.
      if (mailed.current.to !== email || mailed.current.until < Date.now()) {
        const { wait_seconds } = await sendQuietly(accountsAdmin.sendCode, { email })
        mailed.current = { to: email, until: Date.now() + wait_seconds * 1000 }
      }
      setSentTo(email)
      return
    }
    const { code, password } = typed
    await sendQuietly(accountsAdmin.changeContact, { email: sentTo, code: typedCode(code), password })
    await client.invalidateQueries({ queryKey: noticeSettingsKey })
    showToast(account.emailDone, 'success')
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found =
      sentTo === null
        ? { email: looksLikeEmail(email) ? undefined : account.emailWrong }
        : {
            code: typedCode(typed.code).length === 6 ? undefined : account.codeEmpty,
            password: typed.password ? undefined : account.currentEmpty,
          }
    if (busy || refuse(found)) return
    setBusy(true)
    try {
      await next()
    } catch (failure) {
      const field =
        failure instanceof CallFailed ? fieldOf[sentTo === null ? 'address' : 'code'][failure.reason] : undefined
      if (field) refuse({ [field]: failureText(failure) })
      else showToast(failureText(failure))
    }
    setBusy(false)
  }
  return { form, errors, typed, type, sentTo, back: () => setSentTo(null), busy, submit }
}

/** The dialog for changing the user’s email address. */
export const ChangeEmail = ({ onClose }: { onClose: () => void }) => {
  const { account } = useTexts()
  const id = useId()
  const { form, errors, typed, type, sentTo, back, busy, submit } = useSteps(onClose)
  return (
    <Dialog
      title={account.changeEmail}
      onClose={onClose}
      actions={
        <>
          {sentTo !== null && <Button onClick={back}>{account.otherEmail}</Button>}
          <Button type="submit" form={id} tone="primary" busy={busy}>
            {sentTo === null ? account.sendCode : account.changeEmail}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {sentTo === null ? (
          <Field
            key="email"
            label={account.newEmail}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={typed.email}
            onChange={type('email')}
            error={errors.email}
          />
        ) : (
          <>
            <Field
              key="code"
              label={account.emailCode}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              value={typed.code}
              onChange={type('code')}
              error={errors.code}
              hint={<output>{account.codeSent(sentTo)}</output>}
            />
            <PasswordField
              label={account.currentPassword}
              name="current-password"
              autoComplete="current-password"
              maxLength={1024}
              value={typed.password}
              onChange={type('password')}
              error={errors.password}
            />
          </>
        )}
      </form>
    </Dialog>
  )
}
