import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { failureId, failureText } from '@tongchuang/ui/fetch-transport.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { Circle, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './auth.module.css'
import { FactorStep, owedOf } from './factor-step.tsx'

type Props = {
  ticket: string
  role: RoleKey | null
  onLoggedIn: (token: string) => Promise<void>
  onGiveUp: () => void
}

const Failed = ({ failure, role, onGiveUp }: { failure: unknown } & Pick<Props, 'role' | 'onGiveUp'>) => {
  const { auth, shell } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isOld = failure instanceof CallFailed && failure.reason === 'CREDENTIALS'
  const id = failureId(failure)
  return (
    <div className={styles.form} role="alert">
      <h1 ref={heading} tabIndex={-1}>
        {auth.failed}
      </h1>
      <p>{isOld ? auth.ticketOld : failureText(failure)}</p>
      <div className={styles.again}>
        <TriangleAlert size={18} aria-hidden />
        <p>
          {role ? auth.ticketAgain(shell.roles[role]) : auth.ticketAgainPlain}
          {id && <small>{id}</small>}
        </p>
      </div>
      <a className={buttonClass('primary', 'big', true)} href={basePath() + paths.square()}>
        {auth.backToChoose}
      </a>
      <Button size="big" wide onClick={onGiveUp}>
        {auth.byPassword}
      </Button>
    </div>
  )
}

/** Turns the ticket of the student site into a session of this one; it works once. */
export const TicketExchange = ({ ticket, role, onLoggedIn, onGiveUp }: Props) => {
  const { auth, shell } = useTexts()
  const [failure, setFailure] = useState<unknown>(null)
  const [isOpening, setOpening] = useState(false)
  const used = useRef(false)

  useEffect(() => {
    if (used.current) return
    used.current = true
    sendQuietly(accountsAdmin.login, { ticket })
      .then(({ userinfo }) => {
        setOpening(true)
        return onLoggedIn(userinfo.token)
      })
      .catch(setFailure)
  }, [ticket, onLoggedIn])

  const owed = owedOf(failure)
  if (owed) return <FactorStep {...owed} onLoggedIn={onLoggedIn} onGiveUp={onGiveUp} />
  if (failure) return <Failed failure={failure} role={role} onGiveUp={onGiveUp} />
  const steps = [
    { text: auth.steps.received, state: 'done' },
    { text: auth.steps.checking, state: isOpening ? 'done' : 'now' },
    { text: auth.steps.opening, state: isOpening ? 'now' : 'later' },
  ] as const
  const icons = { done: CircleCheck, now: RefreshCw, later: Circle }
  return (
    <div className={styles.form}>
      <h1>
        <output>{role ? auth.entering(shell.roles[role]) : auth.enteringPlain}</output>
      </h1>
      <p className={styles.sub}>{auth.fromStudentSite}</p>
      <ol className={styles.steps}>
        {steps.map(({ text, state }) => {
          const Icon = icons[state]
          return (
            <li key={text} className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
              <Icon size={18} aria-hidden />
              {text}
            </li>
          )
        })}
      </ol>
      <a className="link" href={basePath() + paths.square()}>
        {auth.cancel}
      </a>
    </div>
  )
}
