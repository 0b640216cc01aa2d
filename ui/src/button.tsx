import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonTone = 'primary' | 'plain' | 'text' | 'danger' | 'sun'
export type ButtonSize = 'normal' | 'big' | 'small'

/** The classes of a button, for links that look like one. */
export const buttonClass = (tone: ButtonTone = 'plain', size: ButtonSize = 'normal', wide = false): string =>
  [styles.button, styles[tone], size === 'normal' ? '' : styles[size], wide ? styles.wide : '']
    .filter(Boolean)
    .join(' ')

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: ButtonTone
  size?: ButtonSize
  wide?: boolean
  /** Work is under way: a second press does nothing. */
  busy?: boolean
  /** The button cannot be pressed: it stays focusable, and the words that say why are tied to it. */
  blocked?: boolean
  children: ReactNode
}

/** A button of 44 px, or 48 for the main action. */
export const Button = ({
  tone = 'plain',
  size = 'normal',
  wide = false,
  busy = false,
  blocked = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: Props) => (
  <button
    {...rest}
    type={type}
    className={[buttonClass(tone, size, wide), className].filter(Boolean).join(' ')}
    aria-busy={busy || undefined}
    aria-disabled={busy || blocked || undefined}
    onClick={(event) => {
      // A button with aria-disabled keeps the focus and can still be read; a disabled one would lose both.
      if (busy || blocked) event.preventDefault()
      else onClick?.(event)
    }}
  >
    {busy && <span className={styles.spinner} aria-hidden />}
    {children}
  </button>
)

/** A square button with an icon; `label` is its accessible name. */
export const IconButton = ({
  label,
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string; children: ReactNode }) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    title={label}
    className={[styles.icon, className].filter(Boolean).join(' ')}
  >
    {children}
  </button>
)
