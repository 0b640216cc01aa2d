import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import type { StaffAccount } from '@tongchuang/contract/staff.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useMe } from '@tongchuang/ui/me.tsx'
import { holdEscape, OnceDialog } from '@tongchuang/ui/once-dialog.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { RoleBoxes, staffRoles, type StaffRole } from './role-boxes.tsx'
import { staffKey } from '../../queries/keys.ts'

/** Runs one change at a time, shows a message, and closes the dialog unless it has something to show. */
const useStaffChange = (onClose: () => void) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const change = async (work: () => Promise<unknown>, said: string, stays = false) => {
    setBusy(true)
    await work().then(
      () => {
        showToast(said, 'success')
        if (!stays) onClose()
      },
      () => undefined,
    )
    setBusy(false)
    void client.invalidateQueries({ queryKey: staffKey })
  }

  return { busy, change }
}

/**
 * The actions available only on other people’s accounts: a new password, turning off the second factor, closing the
 * account.
 */
const AccountActs = ({
  person,
  busy,
  change,
  onPassword,
}: {
  person: StaffAccount
  /**
   * Blocks further changes while one runs; of two new passwords, only the later would be valid, and nobody could tell
   * which that is.
   */
  busy: boolean
  change: ReturnType<typeof useStaffChange>['change']
  onPassword: (password: string) => void
}) => {
  const { staff } = useTexts()
  const isStaff = person.roles.some((role) => role !== 'student')
  return (
    <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 }}>
      <Button
        size="small"
        blocked={busy}
        onClick={() =>
          void change(
            async () => onPassword((await send(accountsAdmin.resetPassword, { user_id: person.id })).password),
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
          blocked={busy}
          onClick={() => void change(() => send(staffAdmin.endFactor, { user_id: person.id }), staff.factorEnded)}
        >
          {staff.endFactor}
        </Button>
      )}
      {isStaff && (
        <Button
          size="small"
          blocked={busy}
          tone={person.disabled ? 'plain' : 'danger'}
          onClick={() =>
            void change(
              () => send(staffAdmin.setDisabled, { user_id: person.id, disabled: !person.disabled }),
              person.disabled ? staff.enabledDone : staff.disabledDone,
            )
          }
        >
          {person.disabled ? staff.enable : staff.disable}
        </Button>
      )}
    </p>
  )
}

/** The dialog of one account: its roles, its password, its second factor, and whether it is closed. */
export const StaffDialog = ({ person, onClose }: { person: StaffAccount; onClose: () => void }) => {
  const { staff } = useTexts()
  const me = useMe()
  const { busy, change } = useStaffChange(onClose)
  // Changes are applied to the current roles, even if another administrator changes those meanwhile.
  const [changes, setChanges] = useState<Partial<Record<StaffRole, boolean>>>({})
  const seen = staffRoles.filter((role) => person.roles.includes(role))
  const roles = staffRoles.filter((role) => changes[role] ?? seen.includes(role))
  const setRoles = (next: readonly StaffRole[]) => {
    const changed = staffRoles.filter((role) => seen.includes(role) !== next.includes(role))
    setChanges(Object.fromEntries(changed.map((role) => [role, next.includes(role)])))
  }
  const [password, setPassword] = useState<string | null>(null)

  if (password !== null)
    return (
      <OnceDialog
        title={staff.passwordOf(person.nickname)}
        noted={staff.noted}
        reminder={staff.noteFirst}
        onClose={() => setPassword(null)}
      >
        <p>
          {staff.passwordOnce} <code>{password}</code>
        </p>
      </OnceDialog>
    )
  return (
    <Dialog
      title={staff.changeOf(person.nickname)}
      // A new password may be on its way, and is shown only once.
      onClose={() => busy || onClose()}
      onKeyDown={holdEscape(busy)}
      actions={
        <Button
          tone="primary"
          busy={busy}
          onClick={() =>
            void change(() => send(staffAdmin.setRoles, { user_id: person.id, roles, seen }), staff.rolesSaved)
          }
        >
          {staff.saveRoles}
        </Button>
      }
    >
      <RoleBoxes roles={roles} onChange={setRoles} />
      {person.id !== me.id && <AccountActs person={person} busy={busy} change={change} onPassword={setPassword} />}
    </Dialog>
  )
}
