import { ArrowBigUp, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { InputHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react'
import { IconButton } from './button.tsx'
import { Field } from './field.tsx'
import styles from './field.module.css'
import { useUiTexts } from './ui-texts.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> & {
  label: string
  hint?: ReactNode
  error?: string | null | undefined
  autoComplete: 'current-password' | 'new-password'
  ref?: Ref<HTMLInputElement> | undefined
}

/** A password field with a button that shows the password and a warning about Caps Lock; pasting works. */
export const PasswordField = ({ hint, ref, ...input }: Props) => {
  const texts = useUiTexts()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)
  return (
    <Field
      {...input}
      ref={ref}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onKeyDown={watch}
      onKeyUp={watch}
      hint={
        capsLock || hint ? (
          <>
            {capsLock && (
              <p className={styles.caps}>
                <ArrowBigUp size={16} aria-hidden />
                {texts.capsLock}
              </p>
            )}
            {hint}
          </>
        ) : undefined
      }
      inside={
        // The label stays the same in both states: together with aria-pressed, a changing label would say the opposite.
        <IconButton label={texts.showPassword} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
        </IconButton>
      }
    />
  )
}
