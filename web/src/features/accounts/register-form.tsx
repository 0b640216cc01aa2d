import { registration as calls } from '@tongchuang/contract/registration.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import type { Site } from '@tongchuang/ui/site.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { EmailWithCode } from './email-with-code.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { MethodPicker } from './method-picker.tsx'
import { InviteField } from './invite-field.tsx'
import { NameRules } from './name-rules.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { PasswordStrength } from './password-strength.tsx'
import styles from './register-form.module.css'
import { findProblems, problemFields } from './registration-problems.ts'
import type { Draft, RegisterField } from './registration-problems.ts'
import { inviteCode } from './rules.ts'
import { useUiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'
import type { useInvite } from './use-invite.ts'

type Props = {
  site: Site
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  invite: ReturnType<typeof useInvite>
  onRegistered: (token: string) => Promise<void>
}

/** Registers by the chosen method. */
const register = async (
  { method, username, password, nickname, email, code, mobile, invite }: Draft,
  consent_version: number,
) => {
  const person = {
    username: username.trim(),
    password,
    consent_version,
    ...(nickname.trim() ? { nickname: nickname.trim() } : {}),
  }
  if (method === 'code')
    return sendQuietly(calls.register, { ...person, email: email.trim(), mobile: mobile.trim(), code })
  return sendQuietly(calls.userRegister, {
    ...person,
    ...(invite.trim() ? { invite: inviteCode(invite) } : {}),
  })
}

/** The errors of the registration form, and its submission to the server. */
const useRegistration = ({ site, draft, onChange, onRegistered }: Omit<Props, 'invite'>) => {
  const { accounts, registering } = useTexts()
  const { form, errors, mark, refuse } = useFormErrors<RegisterField>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const change = (field: RegisterField, value: string | boolean) => {
    onChange({ [field]: value })
    if (errors[field]) mark(field, undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || refuse(findProblems(draft, site.doors.invite_required, { ...accounts, ...registering }))) return
    setBusy(true)
    setProblem('')
    try {
      const { userinfo } = await register(draft, site.consent.version)
      showToast(registering.registered, 'success')
      await onRegistered(userinfo.token)
    } catch (failure) {
      studentSession.end()
      const field = failure instanceof CallFailed ? problemFields(failure) : undefined
      if (field) refuse({ [field]: failureText(failure) })
      else setProblem(failureText(failure))
    }
    setBusy(false)
  }
  return { form, errors, refuse, change, submit, problem, busy }
}

type FieldsProps = { draft: Draft; byInvite: boolean } & Pick<ReturnType<typeof useRegistration>, 'errors' | 'change'>

/** The fields about the person: the user name, the nickname, and a mobile number if no invite code is used. */
const PersonFields = ({ draft, byInvite, errors, change }: FieldsProps) => {
  const { accounts, registering } = useTexts()
  const ui = useUiTexts()
  return (
    <>
      <div className={styles.two}>
        <Field
          label={accounts.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={draft.username}
          onChange={(event) => change('username', event.target.value)}
          error={errors.username}
          hint={<NameRules name={draft.username.trim()} />}
        />
        <Field
          label={registering.nickname}
          aside={registering.nicknameAside}
          name="nickname"
          autoComplete="nickname"
          maxLength={60}
          value={draft.nickname}
          onChange={(event) => change('nickname', event.target.value)}
          error={errors.nickname}
          hint={registering.nicknameHint}
        />
      </div>
      {!byInvite && (
        <Field
          label={registering.mobile}
          aside={ui.optional}
          name="mobile"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          value={draft.mobile}
          onChange={(event) => change('mobile', event.target.value)}
          error={errors.mobile}
          hint={registering.mobileHint}
        />
      )}
    </>
  )
}

/** The registration form: by an invite code or by e-mail, whichever the school allows. */
export const RegisterForm = ({ invite, ...props }: Props) => {
  const { site, draft, onChange } = props
  const { accounts, registering } = useTexts()
  const { form, errors, refuse, change, submit, problem, busy } = useRegistration(props)
  const [reading, setReading] = useState(false)
  const byInvite = draft.method === 'invite'

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {site.doors.invite && site.doors.code && (
        <MethodPicker value={draft.method} onChange={(method) => onChange({ method })} />
      )}
      <div role="alert">{problem && <Notice title={problem} />}</div>
      {byInvite ? (
        <InviteField
          value={draft.invite}
          onChange={(value) => change('invite', value)}
          required={site.doors.invite_required}
          error={errors.invite ?? invite.wrong}
          guild={invite.guild}
          looking={invite.looking}
        />
      ) : (
        <EmailWithCode
          event="register"
          email={draft.email}
          code={draft.code}
          onChange={(typed) => ('email' in typed ? change('email', typed.email) : change('code', typed.code))}
          onEmailError={(error) => refuse({ email: error })}
          errors={errors}
        />
      )}
      <PersonFields draft={draft} byInvite={byInvite} errors={errors} change={change} />
      <PasswordField
        label={accounts.password}
        name="password"
        autoComplete="new-password"
        value={draft.password}
        onChange={(event) => change('password', event.target.value)}
        error={errors.password}
        hint={<PasswordStrength password={draft.password} />}
      />
      <CheckRow checked={draft.consent} onChange={(value) => change('consent', value)} error={errors.consent}>
        {registering.consentBefore}
        <button type="button" className="link" onClick={() => setReading(true)}>
          {accounts.consentTitle}
        </button>
        {registering.consentAfter}
        <span className={styles.minor}>{registering.consentMinor}</span>
      </CheckRow>
      <Button type="submit" tone="primary" size="big" wide busy={busy}>
        {byInvite && invite.guild ? registering.registerAndJoin(invite.guild.name) : accounts.register}
      </Button>
      {reading && <ConsentDialog onClose={() => setReading(false)} />}
    </form>
  )
}
