import { Circle, CircleCheck, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './entering.module.css'
import { failureText } from './fetch-transport.ts'
import { useLanguage } from './language.ts'
import { lastSetOut } from './log-in-apps.ts'
import { forbidSilent } from './no-silent-log-in.ts'
import { clearEntry } from './log-in-entry.ts'
import { Logo } from './logo.tsx'
import { setOutFor } from './other-ways.tsx'
import { ProviderSign, type OfferedProvider } from './provider-buttons.tsx'
import { providerTexts } from './texts/provider.ts'

const icons = { done: CircleCheck, now: RefreshCw, later: Circle }
const patienceMs = 8_000

/**
 * Why the page was opened: in a provider's app, whose log-in begins automatically, or with the code that a log-in ended
 * with.
 */
export type Coming<Answer> =
  | { silent: OfferedProvider; door: 'student' | 'admin' }
  | { exchange: () => Promise<Answer> }

type Props<Answer> = {
  coming: Coming<Answer>
  /** Receives the server's answer; the caller draws the page that opens next. */
  onAnswer: (answer: Answer) => Promise<void>
  /** Returns to the password form with the problem; the caller may interpret `failure` further. */
  onPassword: (problem: string | null, failure?: unknown) => void
}

/**
 * Performs the log-in once, for at most 8 seconds; returns the provider's name, whether the page is opening, and a
 * function that gives up.
 */
const useComing = <Answer,>({ coming, onAnswer, onPassword }: Props<Answer>) => {
  const texts = providerTexts(useLanguage())
  const [isOpening, setOpening] = useState(false)
  const [name] = useState(() => ('silent' in coming ? coming.silent : lastSetOut())?.name ?? '')
  const begun = useRef(false)
  const isLeft = useRef(false)
  const isAnswered = useRef(false)
  const leave = (problem: string | null, failure?: unknown) => {
    if (isLeft.current) return
    isLeft.current = true
    onPassword(problem, failure)
  }

  const come = async () => {
    try {
      if ('silent' in coming) {
        forbidSilent()
        const failure = await setOutFor(coming.silent, coming.door, true)
        if (failure) leave(failureText(failure), failure)
        return
      }
      clearEntry()
      const answer = await coming.exchange()
      if (isLeft.current) return
      isAnswered.current = true
      setOpening(true)
      await onAnswer(answer)
    } catch (failure) {
      leave(failureText(failure), failure)
    }
  }
  useEffect(() => {
    const timer = setTimeout(() => isAnswered.current || leave(texts.tooSlow(name)), patienceMs)
    // Strict mode runs effects twice, and a code works only once.
    if (!begun.current) {
      begun.current = true
      void come()
    }
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it comes once
  }, [])
  return { name, isOpening, leave }
}

/** The heading: whose log-in this is. */
export const EnteringHead = ({ silent }: { silent: OfferedProvider | null }) => {
  const texts = providerTexts(useLanguage())
  const to = silent ?? lastSetOut()
  return (
    <>
      <span className={styles.hands} aria-hidden>
        <span>
          <ProviderSign kind={to?.kind ?? 'oidc'} />
        </span>
        <i />
        <i />
        <i />
        <span>
          <Logo />
        </span>
      </span>
      <output>{texts.entering(to?.name ?? '')}</output>
    </>
  )
}

/** The line below the heading: that no password is needed here. */
export const EnteringSub = ({ silent }: { silent: OfferedProvider | null }) => {
  const texts = providerTexts(useLanguage())
  const last = lastSetOut()
  if (silent) return texts.inApp(silent.name)
  return last?.in_app ? texts.inApp(last.name) : texts.wasThere
}

/**
 * A log-in in progress, in three steps. It never blocks anybody: after eight seconds, or on a press, the password form
 * appears.
 */
export const Entering = <Answer,>(props: Props<Answer>) => {
  const texts = providerTexts(useLanguage())
  const { coming } = props
  const { name, isOpening, leave } = useComing(props)
  const isSilent = 'silent' in coming
  const steps = [
    { text: isSilent ? texts.steps.asking(name) : texts.steps.there(name), state: isSilent ? 'now' : 'done' },
    { text: texts.steps.checking, state: isSilent ? 'later' : isOpening ? 'done' : 'now' },
    { text: texts.steps.opening, state: isOpening ? 'now' : 'later' },
  ] as const
  return (
    <div className={styles.entering}>
      <ol className={styles.steps}>
        {steps.map(({ text, state }) => {
          const Icon = icons[state]
          return (
            <li key={text} className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
              <Icon size={20} aria-hidden />
              {text}
            </li>
          )
        })}
      </ol>
      <Button onClick={() => leave(null)}>{texts.byPassword}</Button>
      <p className={styles.hint}>{texts.fallback}</p>
    </div>
  )
}
