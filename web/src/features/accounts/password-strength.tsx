import { useTexts } from '../../locales/texts.ts'
import styles from './password-strength.module.css'
import { strengthOf } from './rules.ts'

const steps = [1, 2, 3] as const

/** The strength of a new password as a bar and a word, with the rule for its length. */
export const PasswordStrength = ({ password }: { password: string }) => {
  const { accounts } = useTexts()
  const strength = strengthOf(password)
  return (
    <>
      <span className={styles.bar} aria-hidden>
        {steps.map((step) => (
          <span key={step} className={password && strength >= step ? styles[`on${strength}`] : undefined} />
        ))}
      </span>
      {password && (
        <b className={styles[`word${strength}`]}>
          {accounts.strength}
          {accounts.strengths[strength]}{' '}
        </b>
      )}
      {accounts.passwordRule}
    </>
  )
}
