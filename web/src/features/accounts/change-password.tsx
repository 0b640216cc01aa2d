import { accounts as calls } from '@tongchuang/contract/accounts.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { PasswordStrength } from './password-strength.tsx'
import { passwordError, useRuleTexts } from './rule-texts.ts'
import { useForm } from '@tongchuang/ui/use-form.ts'

/** A new password with the current one; every other device is logged out by it. */
export const ChangePassword = ({ onClose }: { onClose: () => void }) => {
  const { accounts, center } = useTexts()
  const rules = useRuleTexts()
  const client = useQueryClient()
  const id = useId()
  const { form, errors, mark, refuse } = useForm<'current' | 'next'>()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || refuse({ current: current ? undefined : accounts.currentEmpty, next: passwordError(next, rules) })) return
    setBusy(true)
    try {
      await sendQuietly(calls.changePassword, { password: current, new_password: next })
      showToast(center.passwordDone, 'success')
      void client.invalidateQueries({ queryKey: ['devices'] })
      onClose()
    } catch (failure) {
      const field = failure instanceof CallFailed ? { WRONG_PASSWORD: 'current', PAUSED: 'current', WEAK_PASSWORD: 'next' }[failure.reason] : undefined
      if (field) refuse({ [field]: failureText(failure) })
      else showToast(failureText(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={center.changePassword}
      onClose={onClose}
      actions={
        <Button type="submit" form={id} tone="primary" busy={busy}>
          {center.changePassword}
        </Button>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label={accounts.currentPassword}
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => {
            setCurrent(event.target.value)
            mark('current', undefined)
          }}
          error={errors.current}
        />
        <PasswordField
          label={accounts.newPassword}
          name="new-password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => {
            setNext(event.target.value)
            mark('next', undefined)
          }}
          error={errors.next}
          hint={<PasswordStrength password={next} />}
        />
      </form>
    </Dialog>
  )
}
