import { providersAdmin as calls } from '@tongchuang/contract/providers.admin.ts'
import { Entering, EnteringHead, EnteringSub, type Coming } from '@tongchuang/ui/entering.tsx'
import type { OfferedProvider } from '@tongchuang/ui/provider-buttons.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useState } from 'react'
import styles from './auth.module.css'
import { FactorStep, owedOf, type Owed } from './factor-step.tsx'

type Props = {
  /** The code brought back from the provider, or the provider whose log-in begins automatically. */
  from: string | OfferedProvider
  onLoggedIn: (token: string) => Promise<void>
  onGiveUp: (problem: string | null) => void
}

type Answer = Awaited<ReturnType<typeof enter>>
const enter = (code: string) => sendQuietly(calls.enter, { code })

/** Logs staff in with an account at a log-in provider: at once, or after the second factor. */
export const ProviderExchange = ({ from, onLoggedIn, onGiveUp }: Props) => {
  const [owed, setOwed] = useState<Owed | null>(null)
  const coming: Coming<Answer> =
    typeof from === 'string' ? { exchange: () => enter(from) } : { silent: from, door: 'admin' }
  if (owed) return <FactorStep {...owed} onLoggedIn={onLoggedIn} onGiveUp={() => onGiveUp(null)} />
  const silent = typeof from === 'string' ? null : from
  return (
    <>
      <h1>
        <EnteringHead silent={silent} />
      </h1>
      <p className={styles.text}>
        <EnteringSub silent={silent} />
      </p>
      <Entering
        coming={coming}
        onAnswer={({ userinfo }) => onLoggedIn(userinfo.token)}
        onPassword={(problem, failure) => {
          const next = owedOf(failure)
          if (next) setOwed(next)
          else onGiveUp(problem)
        }}
      />
    </>
  )
}
