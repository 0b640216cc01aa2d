import { studentPages } from '@tongchuang/contract/paths.ts'
import { entryInAddress } from '@tongchuang/ui/log-in-entry.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import type { AuthContext } from '@tongchuang/ui/session.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import type { OfferedProvider } from '@tongchuang/ui/provider-buttons.tsx'
import { useSincePaint } from '@tongchuang/ui/painted.ts'
import { useSiteRead } from '@tongchuang/ui/site.ts'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation, useOutletContext } from 'react-router'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { LoginForm } from '../features/accounts/login-form.tsx'
import { WelcomeArt } from '../features/accounts/welcome-art.tsx'
import { useTexts } from '../locales/texts.ts'
import styles from './login-page.module.css'

const LoginDialog = lazyPart(() => import('../features/accounts/login-dialog.tsx').then((module) => module.LoginDialog))
const SchoolLogIn = lazyPart(() =>
  import('../features/accounts/school-log-in.tsx').then((module) => module.SchoolLogIn),
)

/**
 * How the person logs in: `from` is the code returned by a provider, or the provider whose log-in starts by itself.
 * Without it the form is shown, with the `problem` of a log-in that failed.
 */
type Way = { from?: string | OfferedProvider | undefined; problem?: string | null }

/** /login: the form, with links to reset the password, to register, and to what the school stores. */
export const LoginPage = () => {
  const { accounts } = useTexts()
  const { loggedIn } = useOutletContext<AuthContext>()
  const search = useSincePaint(useLocation().search, '')
  const read = useSiteRead()
  const site = read.data
  const [way, setWay] = useState<Way>(() => ({ from: entryInAddress() }))
  const [above, setAbove] = useState<ReactNode>(null)
  const [dialog, setDialog] = useState<'forgot' | 'consent' | null>(null)
  const doors = site?.doors
  const hint = doors?.invite ? (doors.invite_required ? 'invite' : 'open') : 'code'

  if (way.from)
    return (
      <Suspense>
        <SchoolLogIn from={way.from} onLoggedIn={loggedIn} onGiveUp={(problem) => setWay({ problem })} />
      </Suspense>
    )
  return (
    <AuthFrame
      heading={accounts.login}
      sub={accounts.loginHint}
      aside={<WelcomeArt />}
      foot={
        <>
          <span>{accounts.staffToo}</span>
          <button type="button" onClick={() => setDialog('consent')}>
            {accounts.consentLink}
          </button>
        </>
      }
    >
      {above}
      <LoginForm onLoggedIn={loggedIn} />
      <div className={styles.failed}>
        <ReadFailure of={read} what={accounts.siteFailed.login} />
      </div>
      <p className={styles.forgot}>
        {accounts.forgot}
        {site?.mail && (
          <>
            {accounts.forgotOr}
            <button type="button" className="link" onClick={() => setDialog('forgot')}>
              {accounts.forgotByMail}
            </button>
          </>
        )}
        {accounts.forgotEnd}
      </p>
      {site?.other_log_ins && (
        <Suspense>
          <SchoolLogIn door="student" problem={way.problem} onAbove={setAbove} onSilent={(from) => setWay({ from })} />
        </Suspense>
      )}
      {(!doors || doors.invite || doors.code) && (
        <div className={styles.register}>
          <p>
            {accounts.noAccount}
            {doors && <small>{accounts.noAccountHint[hint]}</small>}
          </p>
          <Link className={buttonClass('plain')} to={studentPages.register + search}>
            {accounts.register}
          </Link>
        </div>
      )}
      <Suspense>{dialog && <LoginDialog about={dialog} onClose={() => setDialog(null)} />}</Suspense>
    </AuthFrame>
  )
}
