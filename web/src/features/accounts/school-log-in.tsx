import { providers as calls } from '@tongchuang/contract/providers.ts'
import { Entering, EnteringHead, EnteringSub, type Coming } from '@tongchuang/ui/entering.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { OtherWays, type OtherWaysProps } from '@tongchuang/ui/other-ways.tsx'
import type { OfferedProvider } from '@tongchuang/ui/provider-buttons.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { studentSession } from '@tongchuang/ui/session.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { providerTexts } from '@tongchuang/ui/texts/provider.ts'
import { Suspense, useState } from 'react'
import { AdoptForm, type Adoption } from './adopt-form.tsx'
import { useTexts } from '../../locales/texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { WelcomeArt } from './welcome-art.tsx'

const LoginDialog = lazyPart(() => import('./login-dialog.tsx').then((module) => module.LoginDialog))

type Props = {
  /** The code returned by a provider, or the provider whose log-in starts by itself. */
  from: string | OfferedProvider
  onLoggedIn: (token: string) => Promise<void>
  /** Returns to the log-in by password. */
  onGiveUp: (problem: string | null) => void
}

type Answer = Awaited<ReturnType<typeof enter>>
const enter = (code: string) =>
  sendQuietly(calls.enter, { code }).catch((error: unknown) => {
    // A failed log-in clears any token there was (specification section 8).
    studentSession.end()
    throw error
  })

/**
 * A log-in with a provider's account: its progress, and the first time the form in which the person identifies
 * themselves.
 */
const ProviderEntry = ({ from, onLoggedIn, onGiveUp }: Props) => {
  const { accounts } = useTexts()
  const texts = providerTexts(useLanguage())
  const [isConsentOpen, setConsentOpen] = useState(false)
  const [adoption, setAdoption] = useState<Adoption | null>(null)
  const coming: Coming<Answer> =
    typeof from === 'string' ? { exchange: () => enter(from) } : { silent: from, door: 'student' }
  const silent = typeof from === 'string' ? null : from
  const frame = {
    aside: <WelcomeArt />,
    foot: (
      <>
        <span>{accounts.staffToo}</span>
        <button type="button" onClick={() => setConsentOpen(true)}>
          {accounts.consentLink}
        </button>
        <Suspense>{isConsentOpen && <LoginDialog about="consent" onClose={() => setConsentOpen(false)} />}</Suspense>
      </>
    ),
  }
  if (adoption)
    return (
      <AuthFrame heading={texts.firstTime} sub={texts.firstTimeText(adoption.provider)} {...frame}>
        <AdoptForm adoption={adoption} onLoggedIn={onLoggedIn} onGiveUp={onGiveUp} />
      </AuthFrame>
    )
  return (
    <AuthFrame heading={<EnteringHead silent={silent} />} sub={<EnteringSub silent={silent} />} {...frame}>
      <Entering
        coming={coming}
        onAnswer={async ({ userinfo, adoption: asked }) => {
          if (userinfo) await onLoggedIn(userinfo.token)
          else setAdoption(asked ?? null)
        }}
        onPassword={onGiveUp}
      />
    </AuthFrame>
  )
}

/** Everything on the log-in page except the password, in one file that is loaded only for schools that use it. */
export const SchoolLogIn = (props: Props | OtherWaysProps) =>
  'from' in props ? <ProviderEntry {...props} /> : <OtherWays {...props} />
