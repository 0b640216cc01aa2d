import type { Output } from '@tongchuang/contract/call.ts'
import { providers as calls } from '@tongchuang/contract/providers.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { ProviderSign } from '@tongchuang/ui/provider-buttons.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { useSite } from '@tongchuang/ui/site.ts'
import { providerTexts } from '@tongchuang/ui/texts/provider.ts'
import { clockText, useCountdown } from '@tongchuang/ui/use-countdown.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import styles from './adopt-form.module.css'

export type Adoption = NonNullable<Output<typeof calls.enter>['adoption']>

type Props = {
  adoption: Adoption
  onLoggedIn: (token: string) => Promise<void>
  onGiveUp: (problem: string | null) => void
}

/** The input of the first log-in by a provider, and its outcome. */
const useAdoption = ({ adoption, onLoggedIn, onGiveUp }: Props) => {
  const texts = providerTexts(useLanguage())
  const { form, errors, mark, refuse } = useFormErrors<'student_no' | 'password'>()
  const [student_no, setNumber] = useState(adoption.student_no)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [pause, startPause] = useCountdown('adopt-pause')
  const passwordField = useRef<HTMLInputElement>(null)

  const fail = (failure: unknown) => {
    // A failed log-in clears any token there was (specification section 8).
    studentSession.end()
    if (!(failure instanceof CallFailed)) return setProblem(failureText(failure))
    // The ticket has expired: the log-in starts again at the button.
    if (failure.reason === 'PROVIDER_STATE' || failure.reason === 'PROVIDER_BROWSER')
      return onGiveUp(failureText(failure))
    if (typeof failure.data.seconds === 'number') startPause(failure.data.seconds)
    // Problems with the account are shown below its number, all others above the form.
    if (['ACCOUNT_DISABLED', 'IDENTITY_TAKEN', 'STAFF_LINK'].includes(failure.reason))
      refuse({ student_no: failureText(failure) })
    else {
      setProblem(failureText(failure))
      passwordField.current?.focus()
      passwordField.current?.select()
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || pause > 0) return
    const empty = {
      ...(student_no.trim() ? {} : { student_no: texts.numberEmpty }),
      ...(password ? {} : { password: texts.passwordEmpty }),
    }
    if (refuse(empty)) return
    setBusy(true)
    setProblem(null)
    try {
      const said = { ticket: adoption.ticket, student_no: student_no.trim(), password }
      const { userinfo } = await sendQuietly(calls.adopt, said)
      await onLoggedIn(userinfo.token)
    } catch (failure) {
      fail(failure)
    }
    setBusy(false)
  }
  return {
    ...{ texts, form, errors, submit, problem, busy, pause, passwordField, student_no, password },
    typeNumber: (typed: string) => {
      setNumber(typed)
      mark('student_no', undefined)
    },
    typePassword: (typed: string) => {
      setPassword(typed)
      mark('password', undefined)
    },
  }
}

/** The form for the first log-in with a provider's account: asks once for 学号 and password. */
export const AdoptForm = (props: Props) => {
  const { adoption, onGiveUp } = props
  const { texts, form, errors, submit, problem, busy, pause, passwordField, ...typed } = useAdoption(props)
  const site = useSite()
  const paused = pause > 0
  return (
    <>
      <div className={styles.who}>
        <span className={styles.sign}>
          <ProviderSign kind={adoption.kind} />
        </span>
        <p>
          <b>{[adoption.provider, adoption.label].filter(Boolean).join(' · ')}</b>
          <small>{site?.site_name}</small>
        </p>
        <span className={styles.confirmed}>
          <Check size={18} aria-hidden />
          {texts.confirmed}
        </span>
      </div>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <div role="alert">{problem && <Notice title={problem} waiting={paused} />}</div>
        <Field
          label={texts.number}
          name="student_no"
          hint={texts.numberHint}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={254}
          value={typed.student_no}
          onChange={(event) => typed.typeNumber(event.target.value)}
          error={errors.student_no}
        />
        <PasswordField
          ref={passwordField}
          label={texts.password}
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          value={typed.password}
          onChange={(event) => typed.typePassword(event.target.value)}
          error={errors.password}
        />
        <Button type="submit" tone="primary" size="big" wide className="num" busy={busy} blocked={paused}>
          {paused ? texts.waitMore(clockText(pause)) : texts.adopt}
        </Button>
      </form>
      <p className={styles.forgot}>{texts.noPassword}</p>
      <div className={styles.notYou}>
        <p>
          {texts.notYou}
          <small>{texts.notYouText(adoption.provider)}</small>
        </p>
        <Button onClick={() => onGiveUp(null)}>{texts.another}</Button>
      </div>
    </>
  )
}
