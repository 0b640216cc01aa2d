import { Mail, Ticket } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './method-picker.module.css'

export type Method = 'invite' | 'code'

/** The two ways to register as cards; shown only where the school allows both. */
export const MethodPicker = ({ value, onChange }: { value: Method; onChange: (method: Method) => void }) => {
  const { accounts } = useTexts()
  const methods = [
    { method: 'invite', Icon: Ticket, name: accounts.doorInvite, hint: accounts.doorInviteHint },
    { method: 'code', Icon: Mail, name: accounts.doorMail, hint: accounts.doorMailHint },
  ] as const
  return (
    <fieldset className={styles.pick}>
      <legend>{accounts.doors}</legend>
      {methods.map(({ method, Icon, name, hint }) => (
        <label key={method} className={styles.card}>
          <input
            type="radio"
            name="method"
            value={method}
            checked={value === method}
            onChange={() => onChange(method)}
          />
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
