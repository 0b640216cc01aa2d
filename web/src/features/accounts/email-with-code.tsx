import { Field } from '@tongchuang/ui/field.tsx'
import { useTexts } from '../../locales/texts.ts'
import { CodeField } from './code-field.tsx'
import { emailError } from './rule-texts.ts'

type Props = {
  event: 'register' | 'resetpwd' | 'change'
  label?: string
  email: string
  code: string
  onChange: (change: { email: string } | { code: string }) => void
  /** Called with the error of the address if a code cannot be sent to it. */
  onEmailError: (error: string | undefined) => void
  errors: Partial<Record<'email' | 'code', string>>
}

/** An address and the code mailed to it. */
export const EmailWithCode = ({ event, label, email, code, onChange, onEmailError, errors }: Props) => {
  const { accounts } = useTexts()
  return (
    <>
      <Field
        label={label ?? accounts.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={({ target }) => onChange({ email: target.value })}
        error={errors.email}
      />
      <CodeField
        event={event}
        email={email}
        value={code}
        onChange={(typed) => onChange({ code: typed })}
        onNoEmail={() => onEmailError(emailError(email, accounts))}
        error={errors.code}
      />
    </>
  )
}
