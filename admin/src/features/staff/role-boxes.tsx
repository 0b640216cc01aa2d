import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { useTexts } from '../../locales/texts.ts'

export const staffRoles = ['teacher', 'assistant', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** A checkbox for each role of the staff. */
export const RoleBoxes = ({
  roles,
  onChange,
}: {
  roles: readonly StaffRole[]
  onChange: (roles: StaffRole[]) => void
}) => {
  const { staff, shell } = useTexts()
  return (
    <fieldset>
      <legend>
        <b>{staff.roles}</b>
      </legend>
      {staffRoles.map((role) => (
        <CheckRow
          key={role}
          checked={roles.includes(role)}
          onChange={(on) => onChange(staffRoles.filter((one) => (one === role ? on : roles.includes(one))))}
        >
          {shell.roles[role]}
          {staff.roleHints[role]}
        </CheckRow>
      ))}
    </fieldset>
  )
}
