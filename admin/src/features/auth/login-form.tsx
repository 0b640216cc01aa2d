import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { clockText, useCountdown } from '@tongchuang/ui/use-countdown.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'
import { ArrowUpRight } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './auth.module.css'
import { FactorStep, owedOf } from './factor-step.tsx'
import type { Owed } from './factor-step.tsx'

type Props = { onLoggedIn: (token: string) => Promise<void> }

/** Sends account and password to the server and handles its answer: logged in, a pause, or a required second step. */
const useLogin = (onLoggedIn: Props['onLoggedIn']) => {
  const { auth } = useTexts()
  const { form, errors, mark, refuse } = useFormErrors<'username' | 'password'>()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<{ title: string; reason: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [owed, setOwed] = useState<Owed | null>(null)
  const [pause, startPause] = useCountdown('admin-login-pause')
  const passwordField = useRef<HTMLInputElement>(null)

  const fail = (failure: unknown) => {
    const next = owedOf(failure)
    if (next) return setOwed(next)
    setProblem({ title: failureText(failure), reason: failure instanceof CallFailed ? failure.reason : '' })
    if (failure instanceof CallFailed && typeof failure.data.seconds === 'number' && failure.data.seconds > 0)
      startPause(failure.data.seconds)
    passwordField.current?.focus()
    passwordField.current?.select()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || pause > 0) return
    if (
      refuse({
        username: username.trim() ? undefined : auth.accountEmpty,
        password: password ? undefined : auth.passwordEmpty,
      })
    )
      return
    setBusy(true)
    setProblem(null)
    try {
      const { userinfo } = await sendQuietly(accountsAdmin.login, { username: username.trim(), password })
      await onLoggedIn(userinfo.token)
    } catch (failure) {
      fail(failure)
    }
    setBusy(false)
  }

  return {
    form,
    errors,
    username,
    typeUsername: (typed: string) => {
      setUsername(typed)
      mark('username', undefined)
    },
    password,
    typePassword: (typed: string) => {
      setPassword(typed)
      mark('password', undefined)
    },
    passwordField,
    problem,
    busy,
    owed,
    pause,
    submit,
    giveUp: () => {
      setOwed(null)
      setPassword('')
    },
  }
}

/** The log-in of the staff, with an account of their own. */
export const LoginForm = ({ onLoggedIn }: Props) => {
  const { auth } = useTexts()
  const { form, errors, username, password, passwordField, problem, busy, owed, pause, ...login } = useLogin(onLoggedIn)

  if (owed) return <FactorStep {...owed} onLoggedIn={onLoggedIn} onGiveUp={login.giveUp} />
  const paused = pause > 0
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void login.submit(event)}>
      <h1>{auth.heading}</h1>
      <div role="alert">
        {problem && (paused || problem.reason !== 'PAUSED') && <Notice title={problem.title} waiting={paused} />}
      </div>
      <Field
        label={auth.account}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
        placeholder={auth.accountHint}
        value={username}
        onChange={(event) => login.typeUsername(event.target.value)}
        error={errors.username}
      />
      <PasswordField
        ref={passwordField}
        label={auth.password}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        value={password}
        onChange={(event) => login.typePassword(event.target.value)}
        error={errors.password}
      />
      <Button type="submit" tone="primary" size="big" wide className="num" busy={busy} blocked={paused}>
        {paused ? auth.waitMore(clockText(pause)) : auth.login}
      </Button>
      <p className={styles.foot}>
        <span>{auth.forgot}</span>
        <a className="link" href={basePath() + paths.login()}>
          <ArrowUpRight size={14} aria-hidden />
          {auth.toStudentSite}
        </a>
      </p>
    </form>
  )
}
