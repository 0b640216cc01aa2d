import { Button } from '@tongchuang/ui/button.tsx'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './account-settings.module.css'
import { PasswordForm } from './password-form.tsx'

/**
 * Changes a password set by somebody else before anything else is possible. A user who logged in by mistake can leave.
 */
export const FirstPassword = ({ onLeave }: { onLeave: () => void }) => {
  const { account, auth } = useTexts()
  const id = useId()
  const [busy, setBusy] = useState(false)
  return (
    <>
      <h1>{account.firstPassword}</h1>
      <p className={styles.first}>{account.firstPasswordText}</p>
      <PasswordForm id={id} onBusy={setBusy} onDone={() => setBusy(false)}>
        <Button type="submit" tone="primary" size="big" wide busy={busy}>
          {account.changePassword}
        </Button>
      </PasswordForm>
      <p className={styles.after}>
        <button type="button" className="link" onClick={onLeave}>
          {auth.otherAccount}
        </button>
      </p>
    </>
  )
}
