import { accounts as calls } from '@tongchuang/contract/accounts.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { paintedInput, takeOver } from '@tongchuang/ui/painted.ts'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { clockText, useCountdown } from '@tongchuang/ui/use-countdown.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'
import { keepWords, wordsOnDevice } from '@tongchuang/ui/on-device.ts'

/** The user name may be remembered on a device, the password never. */
const rememberedKey = 'remembered-username'
const remembered = () => wordsOnDevice(rememberedKey)

type Problem = { title: string; reason: string }

type LoginField = 'username' | 'password'
type LoginProps = { onLoggedIn: (token: string) => Promise<void> }

/** The state of the log-in form: its values and errors, and the remaining pause after too many tries. */
const useLogin = ({ onLoggedIn }: LoginProps) => {
  const { accounts } = useTexts()
  const { form, errors, mark, refuse } = useFormErrors<LoginField>()
  const [username, setUsername] = useState(() => paintedInput('[name=username]')?.value ?? remembered() ?? '')
  const [password, setPassword] = useState(() => paintedInput('[name=password]')?.value ?? '')
  const [remember, setRemember] = useState(() => paintedInput('[type=checkbox]')?.checked ?? remembered() !== null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const [pause, startPause] = useCountdown('login-pause')
  const passwordField = useRef<HTMLInputElement>(null)

  const fail = (failure: unknown) => {
    studentSession.end()
    const reason = failure instanceof CallFailed ? failure.reason : ''
    setProblem({ title: failureText(failure), reason })
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
        ...(username.trim() ? {} : { username: accounts.usernameEmpty }),
        ...(password ? {} : { password: accounts.passwordEmpty }),
      })
    )
      return
    setBusy(true)
    setProblem(null)
    try {
      const { userinfo } = await sendQuietly(calls.login, { username: username.trim(), password })
      keepWords(rememberedKey, remember ? username.trim() : null)
      await onLoggedIn(userinfo.token)
    } catch (failure) {
      fail(failure)
    }
    setBusy(false)
  }

  return {
    ...{ form, errors, mark, submit, problem, busy, pause, passwordField },
    ...{ username, setUsername, password, setPassword, remember, setRemember },
  }
}

/** The log-in form. */
export const LoginForm = (props: LoginProps) => {
  const { accounts } = useTexts()
  const { form, errors, mark, submit, problem, busy, pause, passwordField, ...typed } = useLogin(props)
  const { username, setUsername, password, setPassword, remember, setRemember } = typed
  const leaving =
    (field: LoginField, empty: string) =>
    ({ target }: FocusEvent<HTMLInputElement>) => {
      // Only the window has lost the focus; within the page the field still has it.
      if (target === document.activeElement) return
      const say = () => mark(field, target.value ? undefined : empty)
      // A line appearing during a press would move the pressed button away, so it waits for the release.
      if (document.querySelector(':active')) addEventListener('mouseup', () => setTimeout(say), { once: true })
      else say()
    }
  const paused = pause > 0
  useEffect(takeOver, [])
  return (
    // `dialog`: until the scripts have loaded, a browser does not send the form anywhere, and never puts it into the
    // address.
    <form ref={form} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <div role="alert">
        {problem && (paused || problem.reason !== 'PAUSED') && (
          <Notice title={problem.title} waiting={paused}>
            {paused ? accounts.pausedHint : problem.reason === 'CREDENTIALS' ? accounts.wrongPairHint : undefined}
          </Notice>
        )}
      </div>
      <Field
        label={accounts.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
        value={username}
        onChange={(event) => {
          setUsername(event.target.value)
          if (errors.username) mark('username', undefined)
        }}
        onBlur={leaving('username', accounts.usernameEmpty)}
        error={errors.username}
      />
      <PasswordField
        ref={passwordField}
        label={accounts.password}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          if (errors.password) mark('password', undefined)
        }}
        onBlur={leaving('password', accounts.passwordEmpty)}
        error={errors.password}
      />
      <CheckRow checked={remember} onChange={setRemember}>
        {accounts.remember}
      </CheckRow>
      <Button type="submit" tone="primary" size="big" wide className="num" busy={busy} blocked={paused}>
        {paused ? accounts.waitMore(clockText(pause)) : accounts.login}
      </Button>
    </form>
  )
}
