import { Button } from '@tongchuang/ui/button.tsx'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { PasswordForm } from './password-form.tsx'
import styles from './slip.module.css'

/** A password given by a teacher is changed before anything else. */
export const FirstPassword = () => {
  const { accounts, shell } = useTexts()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const done = async () => {
    showToast(accounts.passwordChanged, 'success')
    await client.refetchQueries({ queryKey: profileKey })
  }
  return (
    <section className={styles.slip}>
      <h1>{shell.titles.password}</h1>
      <p className={styles.sub}>{accounts.firstPasswordText}</p>
      <PasswordForm onBusy={setBusy} onDone={done}>
        <Button type="submit" tone="primary" size="big" wide busy={busy}>
          {accounts.savePassword}
        </Button>
      </PasswordForm>
    </section>
  )
}
