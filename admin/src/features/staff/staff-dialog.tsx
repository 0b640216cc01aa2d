import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import type { StaffAccount } from '@tongchuang/contract/staff.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useMe } from '@tongchuang/ui/me.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { RoleBoxes, staffRoles } from './role-boxes.tsx'

/** One account: its roles, its password, its second factor, whether it is open. */
export const StaffDialog = ({ person, onClose }: { person: StaffAccount; onClose: () => void }) => {
  const { staff } = useTexts()
  const me = useMe()
  const client = useQueryClient()
  const [roles, setRoles] = useState(staffRoles.filter((role) => person.roles.includes(role)))
  const [password, setPassword] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isStaff = person.roles.some((role) => role !== 'student')

  const doIt = async (work: () => Promise<unknown>, said: string, stays = false) => {
    setBusy(true)
    await work().then(
      () => {
        showToast(said, 'success')
        if (!stays) onClose()
      },
      () => undefined,
    )
    setBusy(false)
    void client.invalidateQueries({ queryKey: ['staff'] })
  }

  return (
    <Dialog
      title={staff.changeOf(person.nickname)}
      onClose={onClose}
      actions={
        <Button
          tone="primary"
          busy={busy}
          onClick={() => void doIt(() => send(staffAdmin.setRoles, { user_id: person.id, roles }), staff.rolesSaved)}
        >
          {staff.saveRoles}
        </Button>
      }
    >
      <RoleBoxes roles={roles} onChange={setRoles} />
      {password !== null && (
        <p>
          {staff.passwordOnce} <code>{password}</code>
        </p>
      )}
      {person.id !== me.id && (
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 }}>
          <Button
            size="small"
            onClick={() =>
              void doIt(
                async () => setPassword((await send(accountsAdmin.resetPassword, { user_id: person.id })).password),
                staff.passwordSet,
                true,
              )
            }
          >
            {staff.resetPassword}
          </Button>
          {person.second_factor && (
            <Button
              size="small"
              onClick={() => void doIt(() => send(staffAdmin.endFactor, { user_id: person.id }), staff.factorEnded)}
            >
              {staff.endFactor}
            </Button>
          )}
          {isStaff && (
            <Button
              size="small"
              tone={person.disabled ? 'plain' : 'danger'}
              onClick={() =>
                void doIt(
                  () => send(staffAdmin.setDisabled, { user_id: person.id, disabled: !person.disabled }),
                  person.disabled ? staff.enabledDone : staff.disabledDone,
                )
              }
            >
              {person.disabled ? staff.enable : staff.disable}
            </Button>
          )}
        </p>
      )}
    </Dialog>
  )
}
