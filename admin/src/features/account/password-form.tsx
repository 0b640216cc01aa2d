import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { PasswordForm as Form } from '@tongchuang/ui/password-form.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { sessionsKey } from '../../queries/keys.ts'

type Props = { id: string; onDone: () => void; onBusy: (busy: boolean) => void; children?: ReactNode }

/** The current password and a new one; changing it ends every other session. */
export const PasswordForm = ({ onDone, ...props }: Props) => {
  const { account } = useTexts()
  const client = useQueryClient()
  const done = () => {
    showToast(account.passwordDone, 'success')
    void client.invalidateQueries({ queryKey: meKey })
    void client.invalidateQueries({ queryKey: sessionsKey })
    onDone()
  }
  return (
    <Form
      {...props}
      texts={account}
      errorOf={(next) => (next.length >= 8 ? undefined : account.passwordShort)}
      hintOf={() => account.passwordHint}
      change={(passwords) => sendQuietly(accountsAdmin.changePassword, passwords)}
      onDone={done}
    />
  )
}
