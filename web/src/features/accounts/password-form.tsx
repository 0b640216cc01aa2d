import { accounts as calls } from '@tongchuang/contract/accounts.ts'
import { PasswordForm as Form } from '@tongchuang/ui/password-form.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { PasswordStrength } from './password-strength.tsx'
import { passwordError, useRuleTexts } from './rule-texts.ts'

type Props = { id?: string; onDone: () => void | Promise<void>; onBusy: (busy: boolean) => void; children?: ReactNode }

/** A student's current password and a new one. */
export const PasswordForm = (props: Props) => {
  const { accounts } = useTexts()
  const rules = useRuleTexts()
  return (
    <Form
      {...props}
      texts={accounts}
      errorOf={(next) => passwordError(next, rules)}
      hintOf={(next) => <PasswordStrength password={next} />}
      change={(passwords) => sendQuietly(calls.changePassword, passwords)}
    />
  )
}
