import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useTexts } from '../../locales/texts.ts'

/** Asks for the reason of a decision; the text stays until it is sent, even if the dialog is closed. */
export const ReasonDialog = ({
  about,
  title,
  text,
  label,
  action,
  danger = false,
  least = 2,
  most = 200,
  busy,
  onGo,
  onClose,
}: {
  /** Identifies what is decided; the key under which the text is kept. */
  about: string
  title: string
  /** The consequence of the decision. */
  text: string
  label: string
  action: string
  danger?: boolean
  /** The minimum length in characters: 0 if the text is optional. */
  least?: number
  most?: number
  busy: boolean
  onGo: (reason: string) => Promise<unknown>
  onClose: () => void
}) => {
  const { moderation } = useTexts()
  const [reason, setReason] = useStaffText(`reason:${about}`)
  const isReady = [...reason.trim()].length >= least
  // The server accepts only a single line as the reason, so line breaks become spaces.
  const go = () => {
    if (!isReady || busy) return
    onGo(reason.trim().replaceAll(/(?<!\s)\s*\n\s*/g, ' ')).then(
      () => setReason(''),
      // The refusal has been reported, and the text is still here.
      () => {},
    )
  }
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{moderation.cancel}</Button>
          <Button tone={danger ? 'danger' : 'primary'} busy={busy} blocked={!isReady} onClick={go}>
            {action}
          </Button>
        </>
      }
    >
      <TextArea
        label={label}
        hint={least > 2 ? `${text}${moderation.atLeast(least)}` : text}
        rows={3}
        maxLength={most}
        value={reason}
        readOnly={busy}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Dialog>
  )
}
