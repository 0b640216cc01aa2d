import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useMe } from '@tongchuang/ui/me.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './account-settings.module.css'
import { OwnEmail } from './own-email.tsx'
import { SchoolAccounts } from './school-accounts.tsx'
import { ChangePassword } from './change-password.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import type { FactorWish } from './factor-dialog.tsx'
import { sessionsKey } from '../../queries/keys.ts'

const Sessions = () => {
  const { account } = useTexts()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: () => sendQuietly(accountsAdmin.sessions),
  })
  const end = async (which: { id: number } | { others: true }) => {
    await send(accountsAdmin.endSession, which).then(
      () => showToast(account.sessionEnded, 'success'),
      () => undefined,
    )
    await client.invalidateQueries({ queryKey: sessionsKey })
  }
  if (error && !data) return <RegionError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList count={2} height={56} gap={8} />
  return (
    <>
      <ul className={styles.list}>
        {data.map(({ id, device, is_admin_site, address, created_at, current }) => (
          <li key={id}>
            <Monitor size={18} aria-hidden />
            <div>
              <b>{device || account.unknownDevice}</b>
              <span>
                {is_admin_site ? account.adminSite : account.studentSite} · {address} · <Moment at={created_at} />
              </span>
            </div>
            {current ? (
              <span className={styles.here}>{account.here}</span>
            ) : (
              <Button size="small" onClick={() => void end({ id })}>
                {account.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <p className={styles.after}>
          <Button size="small" onClick={() => void end({ others: true })}>
            {account.endOthers}
          </Button>
        </p>
      )}
    </>
  )
}

/** The settings of the user’s own account: password, second factor, sessions. */
export const AccountSettings = () => {
  const { account, shell } = useTexts()
  const me = useMe()
  const [open, setOpen] = useState<'password' | FactorWish | null>(null)
  return (
    <>
      <PageHead title={account.title} lead={`${me.nickname} · ${me.username} · ${shell.roles[me.role]}`} />
      <div className={styles.page}>
        <section aria-labelledby="password">
          <h2 id="password">{account.password}</h2>
          <p className={styles.text}>{account.passwordText}</p>
          <Button onClick={() => setOpen('password')}>{account.changePassword}</Button>
        </section>
        <section aria-labelledby="factor">
          <h2 id="factor">{account.factor}</h2>
          <p className={`${styles.state} ${me.second_factor ? styles.on : ''}`}>
            {me.second_factor ? <ShieldCheck size={18} aria-hidden /> : <ShieldOff size={18} aria-hidden />}
            {me.second_factor ? account.factorOn(me.recovery_left) : account.factorOff}
          </p>
          <p className={styles.text}>{account.factorText}</p>
          <div className={styles.buttons}>
            {me.second_factor ? (
              <>
                <Button onClick={() => setOpen('renew')}>{account.renewRecovery}</Button>
                {!me.factor_required && <Button onClick={() => setOpen('end')}>{account.endFactor}</Button>}
              </>
            ) : (
              <Button onClick={() => setOpen('begin')}>{account.beginFactor}</Button>
            )}
          </div>
        </section>
        <OwnEmail />
        <SchoolAccounts />
        <section aria-labelledby="sessions">
          <h2 id="sessions">{account.sessions}</h2>
          <Sessions />
        </section>
      </div>
      {open === 'password' && <ChangePassword onClose={() => setOpen(null)} />}
      {open !== null && open !== 'password' && <FactorDialog wish={open} onClose={() => setOpen(null)} />}
    </>
  )
}
