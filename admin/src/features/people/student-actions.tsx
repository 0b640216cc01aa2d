import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { holdEscape, OnceDialog } from '@tongchuang/ui/once-dialog.tsx'
import { Permission } from '@tongchuang/ui/permission.tsx'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { MobileDialog } from './mobile-dialog.tsx'
import styles from './people.module.css'
import { useResetPassword, useSetDisabled } from './queries.ts'
import type { Student } from './queries.ts'

type Open = 'menu' | 'reset' | 'mobile' | 'disable' | 'correct' | 'merge' | null

/** The actions of staff on one account. */
export const StudentActions = ({ student }: { student: Student }) => {
  const { people } = useTexts()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const name = student.real_name || student.nickname
  const setDisabled = useSetDisabled()

  return (
    <>
      <IconButton label={people.actionsOf(name)} onClick={() => setOpen('menu')}>
        <MoreHorizontal size={18} aria-hidden />
      </IconButton>
      {open === 'menu' && (
        <Dialog title={people.actionsOf(name)} onClose={close}>
          <div className={styles.menu}>
            <Button onClick={() => setOpen('reset')}>{people.reset}</Button>
            <Button onClick={() => setOpen('mobile')}>{people.confirmMobile}</Button>
            <Permission roles={['admin']}>
              <Button onClick={() => setOpen('correct')}>{people.correct}</Button>
              {!student.assists && (
                <>
                  <Button onClick={() => setOpen('merge')}>{people.merge}</Button>
                  <Button onClick={() => setOpen('disable')}>
                    {student.disabled ? people.enable : people.disable}
                  </Button>
                </>
              )}
            </Permission>
          </div>
        </Dialog>
      )}
      {open === 'reset' && <ResetDialog student={student} name={name} onClose={close} />}
      {open === 'mobile' && <MobileDialog student={student} name={name} onClose={close} />}
      {open === 'correct' && <CorrectDialog student={student} onClose={close} />}
      {open === 'merge' && <MergeDialog student={student} onClose={close} />}
      {open === 'disable' && (
        <Dialog
          title={student.disabled ? people.enableTitle(name) : people.disableTitle(name)}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{people.cancel}</Button>
              <Button
                tone={student.disabled ? 'primary' : 'danger'}
                busy={setDisabled.isPending}
                onClick={() =>
                  setDisabled.mutate({ user_id: student.id, disabled: !student.disabled }, { onSuccess: close })
                }
              >
                {student.disabled ? people.enable : people.disable}
              </Button>
            </>
          }
        >
          <p>{student.disabled ? people.enableText : people.disableText}</p>
        </Dialog>
      )}
    </>
  )
}

const ResetDialog = ({ student, name, onClose }: { student: Student; name: string; onClose: () => void }) => {
  const { people } = useTexts()
  const reset = useResetPassword()
  const password = reset.data?.password
  if (password !== undefined)
    return (
      <OnceDialog title={people.resetTitle(name)} noted={people.gotIt} reminder={people.noteFirst} onClose={onClose}>
        <p>{people.newPassword}</p>
        <output className={styles.password}>{password}</output>
      </OnceDialog>
    )
  return (
    <Dialog
      title={people.resetTitle(name)}
      // The password is on its way, and is shown only once.
      onClose={() => reset.isPending || onClose()}
      onKeyDown={holdEscape(reset.isPending)}
      actions={
        <>
          <Button blocked={reset.isPending} onClick={onClose}>
            {people.cancel}
          </Button>
          <Button tone="primary" busy={reset.isPending} onClick={() => reset.mutate(student.id)}>
            {people.reset}
          </Button>
        </>
      }
    >
      <p>{people.resetText}</p>
    </Dialog>
  )
}
