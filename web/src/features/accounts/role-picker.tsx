import type { Profile } from '@tongchuang/contract/profile.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { openAdminSite } from '@tongchuang/ui/hand-off.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './slip.module.css'

type Role = Profile['roleList'][number]

/** For an account without the role of a student: chooses the role in which to enter the admin site. */
export const RolePicker = () => {
  const { accounts } = useTexts()
  const { roleList } = useProfile()
  const [going, setGoing] = useState<Role['key'] | null>(null)
  const roles = roleList.filter((role) => role.target === 'admin')

  const go = async (role: Role) => {
    if (going) return
    setGoing(role.key)
    await openAdminSite(role).catch(() => setGoing(null))
  }

  return (
    <section className={styles.slip}>
      <h1>{accounts.roleTitle}</h1>
      <p className={styles.sub}>{accounts.roleText}</p>
      <div className={styles.choices}>
        {roles.map((role, index) => (
          <button
            key={role.key}
            type="button"
            className={buttonClass(index === 0 ? 'primary' : 'plain', 'big', true)}
            aria-busy={going === role.key}
            onClick={() => void go(role)}
          >
            {accounts.enterAs(accounts.roles[role.key])}
          </button>
        ))}
        {roles.length === 0 && <p>{accounts.noAdminYet}</p>}
      </div>
    </section>
  )
}
