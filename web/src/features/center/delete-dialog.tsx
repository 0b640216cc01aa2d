import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { SendArea } from '@tongchuang/ui/send-area.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useStudentText } from '@tongchuang/ui/use-student-text.ts'
import { useUiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useDeletion } from './privacy-queries.ts'

/** What deleting the account means, and the password that proves who asks. */
export const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const { center, accounts } = useTexts()
  const ui = useUiTexts()
  const form = useId()
  const [password, setPassword] = useState('')
  const { text: reason, write: setReason, send } = useStudentText('deletion')
  const [wrong, setWrong] = useState<string | null>(null)
  const ask = useDeletion()
  const submit = () => {
    if (ask.isPending) return
    if (password === '') return setWrong(accounts.passwordEmpty)
    const onSuccess = () => {
      showToast(center.deletionAsked, 'success')
      onClose()
    }
    send(() => ask.mutateAsync({ action: 'ask', password, reason: reason.trim() }, { onSuccess })).catch(
      (failure: unknown) => setWrong(failureText(failure)),
    )
  }
  return (
    <Dialog
      title={center.deletionAsk}
      onClose={onClose}
      actions={
        <Button tone="danger" type="submit" form={form} busy={ask.isPending}>
          {center.deletionAsk}
        </Button>
      }
    >
      <p>{center.deletionText}</p>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SendArea
          label={center.deletionReason}
          aside={ui.optional}
          maxLength={500}
          rows={2}
          value={reason}
          onSend={submit}
          onChange={(event) => setReason(event.target.value)}
        />
        <PasswordField
          label={accounts.currentPassword}
          autoComplete="current-password"
          value={password}
          error={wrong}
          onChange={(event) => {
            setPassword(event.target.value)
            setWrong(null)
          }}
        />
      </form>
    </Dialog>
  )
}
