import { accounts as calls } from '@tongchuang/contract/accounts.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { EmailWithCode } from './email-with-code.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { emailError, passwordError, useRuleTexts } from './rule-texts.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'

/** Resets the password by mail, inside the log-in page. */
export const ForgotPassword = ({ onClose }: { onClose: () => void }) => {
  const { accounts } = useTexts()
  const rules = useRuleTexts()
  const { form, errors, mark, refuse } = useFormErrors<'email' | 'code' | 'password'>()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const change = (typed: { email: string } | { code: string }) => {
    if ('email' in typed) setEmail(typed.email)
    else setCode(typed.code)
    mark('email' in typed ? 'email' : 'code', undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (
      busy ||
      refuse({
        email: emailError(email, accounts),
        code: code.length === 6 ? undefined : accounts.codeEmpty,
        password: passwordError(password, rules),
      })
    )
      return
    setBusy(true)
    try {
      await sendQuietly(calls.resetPassword, { email: email.trim(), code, password })
      showToast(accounts.resetDone, 'success')
      onClose()
    } catch (failure) {
      const field =
        failure instanceof CallFailed ? { CODE_WRONG: 'code', WEAK_PASSWORD: 'password' }[failure.reason] : undefined
      if (field) refuse({ [field]: failureText(failure) })
      else showToast(failureText(failure))
    }
    setBusy(false)
  }

  return (
    <Dialog title={accounts.resetTitle} onClose={onClose}>
      <p>{accounts.resetText}</p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <EmailWithCode
          event="resetpwd"
          email={email}
          code={code}
          onChange={change}
          onEmailError={(error) => refuse({ email: error })}
          errors={errors}
        />
        <PasswordField
          label={accounts.newPassword}
          name="new-password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password}
          hint={<PasswordStrength password={password} />}
        />
        <Button type="submit" tone="primary" size="big" wide busy={busy}>
          {accounts.resetSubmit}
        </Button>
      </form>
    </Dialog>
  )
}
