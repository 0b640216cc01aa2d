import { accounts as calls } from '@tongchuang/contract/accounts.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { PasswordStrength } from './password-strength.tsx'
import { passwordError, useRuleTexts } from './rule-texts.ts'
import styles from './slip.module.css'
import { useForm } from '@tongchuang/ui/use-form.ts'

/** A password given by a teacher is changed before anything else. */
export const FirstPassword = () => {
  const { accounts, shell } = useTexts()
  const rules = useRuleTexts()
  const client = useQueryClient()
  const { form, errors, mark, refuse } = useForm<'current' | 'next'>()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || refuse({ current: current ? undefined : accounts.currentEmpty, next: passwordError(next, rules) })) return
    setBusy(true)
    try {
      await send(calls.changePassword, { password: current, new_password: next })
      showToast(accounts.passwordChanged, 'success')
      await client.refetchQueries({ queryKey: profileKey })
    } catch (failure) {
      const field = failure instanceof CallFailed ? { WRONG_PASSWORD: 'current', WEAK_PASSWORD: 'next' }[failure.reason] : undefined
      if (field) refuse({ [field]: failureText(failure) })
    }
    setBusy(false)
  }

  return (
    <section className={styles.slip}>
      <h1>{shell.titles.password}</h1>
      <p className={styles.sub}>{accounts.firstPasswordText}</p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label={accounts.currentPassword}
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => {
            setCurrent(event.target.value)
            if (errors.current) mark('current', undefined)
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
            if (errors.next) mark('next', undefined)
          }}
          error={errors.next}
          hint={<PasswordStrength password={next} />}
        />
        <Button type="submit" tone="primary" size="big" wide busy={busy}>
          {accounts.savePassword}
        </Button>
      </form>
    </section>
  )
}
