import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { noticeSettingsKey } from '../../queries/keys.ts'
import styles from './account-settings.module.css'
import { ChangeEmail } from './change-email.tsx'

/**
 * The user’s email address, shown if the site sends mail. Staff without access to the student site can set it only
 * here.
 */
export const OwnEmail = () => {
  const { account, notices } = useTexts()
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: noticeSettingsKey,
    queryFn: () => sendQuietly(messagesAdmin.settings),
  })
  return (
    <section aria-labelledby="email">
      <h2 id="email">{account.email}</h2>
      {!data && error && <RegionError error={error} onRetry={() => void refetch()} />}
      {data && <p className={styles.state}>{data.address ?? account.noEmail}</p>}
      <p className={styles.text}>{data?.mail === false ? notices.mailOff : account.emailText}</p>
      {data?.mail && <Button onClick={() => setOpen(true)}>{account.changeEmail}</Button>}
      {open && <ChangeEmail onClose={() => setOpen(false)} />}
    </section>
  )
}
