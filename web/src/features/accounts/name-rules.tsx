import { Check } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './name-rules.module.css'
import { nameChecks } from './rules.ts'

/** The rules for a user name, shown before anything is typed and ticked off while typing. */
export const NameRules = ({ name }: { name: string }) => {
  const { registering } = useTexts()
  const checks = nameChecks(name)
  return (
    <span className={styles.rules}>
      {(['length', 'letters'] as const).map((rule) => (
        <span key={rule} className={checks[rule] ? styles.ok : undefined}>
          {checks[rule] && <Check size={16} aria-hidden />}
          {registering.nameRules[rule]}
        </span>
      ))}
    </span>
  )
}
