import { accounts as calls } from '@tongchuang/contract/accounts.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useForm } from '@tongchuang/ui/use-form.ts'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { PasswordStrength } from './password-strength.tsx'
import { passwordError, useRuleTexts } from './rule-texts.ts'

const fieldOf: Partial<Record<string, 'current' | 'next'>> = { WRONG_PASSWORD: 'current', PAUSED: 'current', WEAK_PASSWORD: 'next' }

type Props = { id?: string; onDone: () => void | Promise<void>; onBusy: (busy: boolean) => void; children?: ReactNode }

/** The current password and a new one. */
export const PasswordForm = ({ id, onDone, onBusy, children }: Props) => {
  const { accounts } = useTexts()
  const rules = useRuleTexts()
  const { form, errors, mark, refuse } = useForm<'current' | 'next'>()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [sending, setSending] = useState(false)

  const busy = (now: boolean) => {
    setSending(now)
    onBusy(now)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || refuse({ current: current ? undefined : accounts.currentEmpty, next: passwordError(next, rules) })) return
    busy(true)
    try {
      await sendQuietly(calls.changePassword, { password: current, new_password: next })
      await onDone()
    } catch (failure) {
      const field = failure instanceof CallFailed ? fieldOf[failure.reason] : undefined
      if (field) refuse({ [field]: failureText(failure) })
      else showToast(failureText(failure))
    }
    busy(false)
  }

  return (
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
      {children}
    </form>
  )
}
