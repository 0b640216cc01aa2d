import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** One part of the settings: what it is on the left, its controls on the right; on phones one above the other. */
export const SettingsPart = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        <p>{hint}</p>
      </div>
      <div className={styles.controls}>{children}</div>
    </section>
  )
}

/** A value of the account with the button that changes it; several stand under each other. */
export const SettingsRow = ({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) => (
  <div className={styles.row}>
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    {children}
  </div>
)
