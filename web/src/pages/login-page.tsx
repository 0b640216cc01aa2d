import { studentPages } from '@tongchuang/contract/paths.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import type { AuthContext } from '@tongchuang/ui/session.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useSiteRead } from '@tongchuang/ui/site.ts'
import { Suspense, useState } from 'react'
import { Link, useLocation, useOutletContext } from 'react-router'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { LoginForm } from '../features/accounts/login-form.tsx'
import { WelcomeArt } from '../features/accounts/welcome-art.tsx'
import { useTexts } from '../locales/texts.ts'
import styles from './login-page.module.css'

const ForgotPassword = lazyPart(() =>
  import('../features/accounts/forgot-password.tsx').then((module) => module.ForgotPassword),
)
const ConsentDialog = lazyPart(() =>
  import('../features/accounts/consent-dialog.tsx').then((module) => module.ConsentDialog),
)

/** /login: the form, the way to a new password, the way to register, what the school keeps. */
export const LoginPage = () => {
  const { accounts } = useTexts()
  const { loggedIn } = useOutletContext<AuthContext>()
  const { search } = useLocation()
  const read = useSiteRead()
  const site = read.data
  const [dialog, setDialog] = useState<'forgot' | 'consent' | null>(null)
  const doors = site?.doors
  const hint = doors?.invite ? (doors.invite_required ? 'invite' : 'open') : 'code'

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
      <Suspense>
        {dialog === 'forgot' && <ForgotPassword onClose={() => setDialog(null)} />}
        {dialog === 'consent' && <ConsentDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </AuthFrame>
  )
}
