import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { devicesKey } from '../../queries/keys.ts'
import { PasswordForm } from './password-form.tsx'

/** Sets a new password after asking for the current one; every other device is logged out. */
export const ChangePassword = ({ onClose }: { onClose: () => void }) => {
  const { center } = useTexts()
  const client = useQueryClient()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const done = () => {
    showToast(center.passwordDone, 'success')
    void client.invalidateQueries({ queryKey: devicesKey })
    onClose()
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
      <PasswordForm id={id} onBusy={setBusy} onDone={done} />
    </Dialog>
  )
}
