import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { entryInAddress } from '@tongchuang/ui/log-in-entry.ts'
import type { OfferedProvider } from '@tongchuang/ui/provider-buttons.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { StaffAuthContext } from '../app/auth-context.ts'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { LoginForm } from '../features/auth/login-form.tsx'
import { TicketExchange } from '../features/auth/ticket-exchange.tsx'

const OtherWays = lazyPart(() => import('@tongchuang/ui/other-ways.tsx').then((module) => module.OtherWays))
const ProviderExchange = lazyPart(() =>
  import('../features/auth/provider-exchange.tsx').then((module) => module.ProviderExchange),
)

/** The log-in with a password; beside it the log-in providers of the school, if any. */
const ByPassword = ({ loggedIn }: Pick<StaffAuthContext, 'loggedIn'>) => {
  const [from, setFrom] = useState<string | OfferedProvider | null>(() => entryInAddress() ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const site = useSite()
  const [above, setAbove] = useState<ReactNode>(null)
  if (from !== null)
    return (
      <Suspense>
        <ProviderExchange
          from={from}
          onLoggedIn={loggedIn}
          onGiveUp={(reason) => {
            setFrom(null)
            setProblem(reason)
          }}
        />
      </Suspense>
    )
  return (
    <>
      {above}
      <LoginForm onLoggedIn={loggedIn} />
      {site?.other_log_ins && (
        <Suspense>
          <OtherWays door="admin" problem={problem} onAbove={setAbove} onSilent={setFrom} />
        </Suspense>
      )}
    </>
  )
}

/** /admin/login: with a ticket of the student site, else with a password or an account of the school. */
export const LoginPage = () => {
  const { ticket, forgetTicket, loggedIn } = useOutletContext<StaffAuthContext>()
  return (
    <AuthFrame>
      {ticket ? (
        <TicketExchange key={ticket.ticket} {...ticket} onLoggedIn={loggedIn} onGiveUp={forgetTicket} />
      ) : (
        <ByPassword loggedIn={loggedIn} />
      )}
    </AuthFrame>
  )
}
