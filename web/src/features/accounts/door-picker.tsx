import { Mail, Ticket } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './door-picker.module.css'

export type Door = 'invite' | 'code'

/** The two doors of registration as cards; shown only where both are open. */
export const DoorPicker = ({ value, onChange }: { value: Door; onChange: (door: Door) => void }) => {
  const { accounts } = useTexts()
  const doors = [
    { door: 'invite', Icon: Ticket, name: accounts.doorInvite, hint: accounts.doorInviteHint },
    { door: 'code', Icon: Mail, name: accounts.doorMail, hint: accounts.doorMailHint },
  ] as const
  return (
    <fieldset className={styles.pick}>
      <legend>{accounts.doors}</legend>
      {doors.map(({ door, Icon, name, hint }) => (
        <label key={door} className={styles.card}>
          <input type="radio" name="door" value={door} checked={value === door} onChange={() => onChange(door)} />
          <span className={styles.icon}>
            <Icon size={20} aria-hidden />
          </span>
          <span>
            <b>{name}</b>
            <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
