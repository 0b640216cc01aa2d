import { keysOf } from '@tongchuang/contract/records.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts, type Texts } from '../../locales/texts.ts'
import { useRepairRow } from './queries.ts'
import type { RosterRow } from './queries.ts'
import styles from './repair-row.module.css'

type Fix = Omit<Parameters<ReturnType<typeof useRepairRow>['mutate']>[0], 'id' | 'line'>

/** The options for saying that it is the same person: for this row, and for all alike rows if there are more. */
const samePerson = ({ alike }: RosterRow, { same, allSame }: Texts['roster']['fix']): { label: string; set: Fix }[] => [
  { label: same, set: { keep: true } },
  ...(alike > 1 ? [{ label: allSame(alike), set: { keep: true, alike: true } }] : []),
]

/** The option to use the role of the other row. */
const roleAs = ({ other }: RosterRow, { fix, roles }: Texts['roster']): { label: string; set: Fix } => {
  const role = other === 'teacher' ? 'teacher' : 'student'
  return { label: fix.useRole(roles[role]), set: { role } }
}

/** The fixes for a row that is left out or needs a decision, right below it. */
export const RepairRow = ({ id, row, onDone }: { id: number; row: RosterRow; onDone: () => void }) => {
  const { roster } = useTexts()
  const repair = useRepairRow()
  const [isOpen, setIsOpen] = useState(false)
  const fix = (set: Fix) => repair.mutate({ id, line: row.line, ...set }, { onSuccess: onDone })
  const padded = row.cause === 'lost_zero' ? row.student_no.padStart(Number(row.other), '0') : null
  const quick: { label: string; set: Fix }[] = [
    ...(padded ? [{ label: roster.fix.pad(padded), set: { student_no: padded } }] : []),
    ...(row.cause === 'odd_length' || row.cause === 'lost_zero' || row.cause === 'odd_class'
      ? [{ label: roster.fix.keep(row.alike), set: { keep: true, alike: true } }]
      : []),
    ...(row.cause === 'two_roles' ? [roleAs(row, roster)] : []),
    ...(row.cause === 'other_name' ? samePerson(row, roster.fix) : []),
    ...(row.cause === 'two_names' || row.cause === 'other_name'
      ? [{ label: roster.fix.useName(row.other), set: { real_name: row.other } }]
      : []),
    ...(row.cause === 'role_unknown'
      ? [{ label: roster.fix.asStudents(row.alike), set: { role: 'student' as const, alike: true } }]
      : []),
    ...(row.cause === 'no_guild' && row.class_name
      ? [{ label: roster.fix.useGuild(row.class_name), set: { guild: row.class_name } }]
      : []),
    ...(row.cause === 'no_guild' || row.cause === 'guild_long'
      ? [{ label: roster.fix.accountOnly, set: { guild: null } }]
      : []),
  ]
  return (
    <div className={styles.fixes}>
      {quick.map(({ label, set }) => (
        <Button key={label} size="small" busy={repair.isPending} onClick={() => fix(set)}>
          {label}
        </Button>
      ))}
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {roster.fix.edit}
      </Button>
      {isOpen && <EditRow row={row} isBusy={repair.isPending} onSave={fix} />}
    </div>
  )
}

const EditRow = ({ row, isBusy, onSave }: { row: RosterRow; isBusy: boolean; onSave: (set: Fix) => void }) => {
  const { roster } = useTexts()
  const field = useId()
  const [said, setSaid] = useState({
    student_no: row.student_no,
    real_name: row.real_name,
    class_name: row.class_name,
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const changed = keysOf(said).filter((part) => said[part] !== row[part])
    onSave(Object.fromEntries(changed.map((part) => [part, said[part].trim()])))
  }
  const most = { student_no: 30, real_name: 30, class_name: 60 }
  return (
    <form className={styles.edit} onSubmit={save}>
      {(['student_no', 'real_name', 'class_name'] as const).map((part) => (
        <label key={part} htmlFor={`${field}-${part}`}>
          {roster.parts[part]}
          <input
            id={`${field}-${part}`}
            value={said[part]}
            maxLength={most[part]}
            onChange={(event) => setSaid({ ...said, [part]: event.target.value })}
          />
        </label>
      ))}
      <Button type="submit" size="small" tone="primary" busy={isBusy}>
        {roster.fix.save}
      </Button>
    </form>
  )
}
