import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { NameToConfirm } from '@tongchuang/ui/name-to-confirm.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useTexts } from '../../locales/texts.ts'
import { useApprove, useRefuse, type DeletionRequest } from './queries.ts'

type Props = { request: DeletionRequest; onClose: () => void }

const least = 2

/** States the consequences of a deletion; the name must be typed first, because it cannot be undone. */
export const ApproveDialog = ({ request, onClose }: Props) => {
  const { privacy } = useTexts()
  const approve = useApprove()
  const name = request.real_name || request.nickname
  return (
    <NameToConfirm
      title={privacy.approveTitle(name)}
      text={privacy.approveText}
      label={privacy.typeName(name)}
      name={name}
      action={privacy.approve}
      busy={approve.isPending}
      onClose={onClose}
      onConfirm={() =>
        approve.mutate(
          { user_id: request.user_id },
          {
            onSuccess: () => {
              showToast(privacy.approved, 'success')
              onClose()
            },
          },
        )
      }
    />
  )
}

/** Refuses a request or cancels an approved deletion; the student reads the reason. */
export const RefuseDialog = ({ request, onClose }: Props) => {
  const { privacy } = useTexts()
  const refuse = useRefuse()
  const [answer, setAnswer] = useStaffText(`deletion:${request.user_id}`)
  const name = request.real_name || request.nickname
  const wasApproved = request.status === 'approved'
  const isReady = [...answer.trim()].length >= least
  const onSuccess = ({ open }: { open: boolean }) => {
    const calledOff = open ? privacy.calledOff : privacy.calledOffClosed
    showToast(wasApproved ? calledOff : privacy.refused, 'success')
    onClose()
  }
  const go = () => {
    if (!isReady || refuse.isPending) return
    refuse.mutateAsync({ user_id: request.user_id, answer: answer.trim() }, { onSuccess }).then(
      // Also if the dialog was closed meanwhile.
      () => setAnswer(''),
      () => undefined,
    )
  }
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <Dialog
      title={wasApproved ? privacy.callOffTitle(name) : privacy.refuseTitle(name)}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{privacy.cancel}</Button>
          <Button tone="primary" busy={refuse.isPending} blocked={!isReady} onClick={go}>
            {wasApproved ? privacy.callOff : privacy.refuse}
          </Button>
        </>
      }
    >
      <TextArea
        label={privacy.word}
        hint={wasApproved ? privacy.callOffText : privacy.refuseText}
        rows={3}
        maxLength={500}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Dialog>
  )
}
