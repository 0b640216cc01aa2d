import { Mail, Ticket } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './method-picker.module.css'

export type Method = 'invite' | 'code'

/** The two ways to register as cards; shown only where the school allows both. */
export const MethodPicker = ({ value, onChange }: { value: Method; onChange: (method: Method) => void }) => {
  const { registering } = useTexts()
  const methods = [
    { method: 'invite', Icon: Ticket, name: registering.doorInvite, hint: registering.doorInviteHint },
    { method: 'code', Icon: Mail, name: registering.doorMail, hint: registering.doorMailHint },
  ] as const
  return (
    <fieldset className={styles.pick}>
      <legend>{registering.doors}</legend>
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
