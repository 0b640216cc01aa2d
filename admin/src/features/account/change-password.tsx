import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { PasswordForm } from './password-form.tsx'

/** The dialog for changing the password. */
export const ChangePassword = ({ onClose }: { onClose: () => void }) => {
  const { account } = useTexts()
  const id = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={account.changePassword}
      onClose={onClose}
      actions={
        <Button type="submit" form={id} tone="primary" busy={busy}>
          {account.changePassword}
        </Button>
      }
    >
      <PasswordForm id={id} onBusy={setBusy} onDone={onClose} />
    </Dialog>
  )
}
