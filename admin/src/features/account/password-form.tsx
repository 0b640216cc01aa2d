import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useForm } from '@tongchuang/ui/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'

const fieldOf: Partial<Record<string, 'current' | 'next'>> = { WRONG_PASSWORD: 'current', PAUSED: 'current', WEAK_PASSWORD: 'next' }

type Props = { id: string; onDone: () => void; onBusy: (busy: boolean) => void; children?: ReactNode }

/** The current password and a new one; every other session ends by it. */
export const PasswordForm = ({ id, onDone, onBusy, children }: Props) => {
  const { account } = useTexts()
  const client = useQueryClient()
  const { form, errors, mark, refuse } = useForm<'current' | 'next'>()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [sending, setSending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || refuse({ current: current ? undefined : account.currentEmpty, next: next.length >= 8 ? undefined : account.passwordShort })) return
    const busy = (now: boolean) => {
      setSending(now)
      onBusy(now)
    }
    busy(true)
    try {
      await sendQuietly(accountsAdmin.changePassword, { password: current, new_password: next })
      showToast(account.passwordDone, 'success')
      void client.invalidateQueries({ queryKey: meKey })
      void client.invalidateQueries({ queryKey: ['admin', 'sessions'] })
      onDone()
    } catch (failure) {
      const field = failure instanceof CallFailed ? fieldOf[failure.reason] : undefined
      if (field) refuse({ [field]: failureText(failure) })
      else showToast(failureText(failure))
      busy(false)
    }
  }

  return (
    <form id={id} ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField
        label={account.currentPassword}
        name="current-password"
        autoComplete="current-password"
        maxLength={1024}
        value={current}
        onChange={(event) => {
          setCurrent(event.target.value)
          mark('current', undefined)
        }}
        error={errors.current}
      />
      <PasswordField
        label={account.newPassword}
        name="new-password"
        autoComplete="new-password"
        maxLength={64}
        value={next}
        onChange={(event) => {
          setNext(event.target.value)
          mark('next', undefined)
        }}
        error={errors.next}
        hint={account.passwordHint}
      />
      {children}
    </form>
  )
}
