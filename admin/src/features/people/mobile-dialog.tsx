import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useConfirmMobile } from './queries.ts'
import type { Student } from './queries.ts'

/** A mobile number that staff have verified in person, because no message can be sent from here. */
export const MobileDialog = ({ student, name, onClose }: { student: Student; name: string; onClose: () => void }) => {
  const { people } = useTexts()
  const [mobile, setMobile] = useState('')
  const [wrong, setWrong] = useState<string>()
  const confirm = useConfirmMobile()
  const write = (number: string | null) =>
    confirm.mutate(
      { user_id: student.id, mobile: number },
      {
        onSuccess: () => {
          showToast(number === null ? people.mobileOffDone : people.mobileDone, 'success')
          onClose()
        },
        onError: (failure) => setWrong(failureText(failure)),
      },
    )
  return (
    <Dialog
      title={people.confirmMobileTitle(name)}
      onClose={onClose}
      actions={
        <>
          {student.mobile !== '' && (
            <Button tone="danger" busy={confirm.isPending} onClick={() => write(null)}>
              {people.mobileOff}
            </Button>
          )}
          <Button
            tone="primary"
            busy={confirm.isPending}
            blocked={mobile.trim() === ''}
            onClick={() => write(mobile.trim())}
          >
            {people.confirmIt}
          </Button>
        </>
      }
    >
      <p>{people.confirmMobileText}</p>
      {student.mobile !== '' && <p>{people.mobileNow(student.mobile, student.mobile_confirmed)}</p>}
      <Field
        label={people.mobile}
        type="tel"
        inputMode="tel"
        value={mobile}
        maxLength={30}
        onChange={(event) => {
          setMobile(event.target.value)
          setWrong(undefined)
        }}
        error={wrong}
      />
    </Dialog>
  )
}
