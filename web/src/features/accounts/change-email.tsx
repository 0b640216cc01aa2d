import { accounts as calls } from '@tongchuang/contract/accounts.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { profileKey, useProfile } from '@tongchuang/ui/profile.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { EmailWithCode } from './email-with-code.tsx'
import { emailError } from './rule-texts.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'

/** Changes the e-mail address: the password proves who asks, the code that the address is theirs. */
export const ChangeEmail = ({ onClose }: { onClose: () => void }) => {
  const { accounts, center } = useTexts()
  const me = useProfile()
  const isContact = me.email !== '' && !me.certification
  const title = isContact ? center.confirmEmail : center.changeEmail
  const client = useQueryClient()
  const id = useId()
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
    const found = {
      email: emailError(email, accounts),
      code: code.length === 6 ? undefined : accounts.codeEmpty,
      password: password ? undefined : accounts.currentEmpty,
    }
    if (busy || refuse(found)) return
    setBusy(true)
    try {
      await sendQuietly(calls.changeContact, { email: email.trim(), code, password })
      await client.refetchQueries({ queryKey: profileKey })
      showToast(isContact ? center.emailConfirmed : center.emailDone, 'success')
      onClose()
    } catch (failure) {
      const field =
        failure instanceof CallFailed
          ? { CODE_WRONG: 'code', WRONG_PASSWORD: 'password', PAUSED: 'password' }[failure.reason]
          : undefined
      if (field) refuse({ [field]: failureText(failure) })
      else showToast(failureText(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button type="submit" form={id} tone="primary" busy={busy}>
          {title}
        </Button>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <EmailWithCode
          event="change"
          label={isContact ? center.emailAsListed(me.email) : center.newEmail}
          email={email}
          code={code}
          onChange={change}
          onEmailError={(error) => refuse({ email: error })}
          errors={errors}
        />
        <PasswordField
          label={accounts.currentPassword}
          name="current-password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            mark('password', undefined)
          }}
          error={errors.password}
          hint={center.passwordWhy}
        />
      </form>
    </Dialog>
  )
}
