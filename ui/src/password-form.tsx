import { CallFailed } from '@tongchuang/contract/sender.ts'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { failureText } from './fetch-transport.ts'
import { PasswordField } from './password-field.tsx'
import { showToast } from './toast.ts'
import { useFormErrors } from './use-form-errors.ts'

const fieldOf: Partial<Record<string, 'current' | 'next'>> = {
  WRONG_PASSWORD: 'current',
  PAUSED: 'current',
  WEAK_PASSWORD: 'next',
}

type Props = {
  id?: string
  texts: { currentPassword: string; newPassword: string; currentEmpty: string }
  /** The error of a new password, checked before it is sent. */
  errorOf: (next: string) => string | undefined
  hintOf: (next: string) => ReactNode
  /** Sends both passwords; a failure is shown at the field it belongs to. */
  change: (passwords: { password: string; new_password: string }) => Promise<unknown>
  onDone: () => void | Promise<void>
  onBusy: (busy: boolean) => void
  children?: ReactNode
}

/** The current password and a new one. */
export const PasswordForm = ({ id, texts, errorOf, hintOf, change, onDone, onBusy, children }: Props) => {
  const { form, errors, mark, refuse } = useFormErrors<'current' | 'next'>()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [sending, setSending] = useState(false)

  const busy = (now: boolean) => {
    setSending(now)
    onBusy(now)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || refuse({ current: current ? undefined : texts.currentEmpty, next: errorOf(next) })) return
    busy(true)
    try {
      await change({ password: current, new_password: next })
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
        label={texts.currentPassword}
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
        label={texts.newPassword}
        name="new-password"
        autoComplete="new-password"
        value={next}
        onChange={(event) => {
          setNext(event.target.value)
          mark('next', undefined)
        }}
        error={errors.next}
        hint={hintOf(next)}
      />
      {children}
    </form>
  )
}
