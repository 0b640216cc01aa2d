import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import styles from './popover.module.css'
import { topLayer } from './toast.ts'

type Props = {
  /** Renders the button; `trigger` must be spread on it. */
  button: (trigger: { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }) => ReactNode
  /** The accessible name of the panel. */
  label: string
  className?: string
  onOpen?: () => void
  children: (close: () => void) => ReactNode
}

const focusButton = (id: string) =>
  document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus({ preventScroll: true })

/**
 * A panel under a button. It closes on Esc, on a press outside and when the focus leaves; Esc and `close` return the
 * focus to the button.
 */
export const Popover = ({ button, label, className, onOpen, children }: Props) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!open) return
    panel.current?.focus({ preventScroll: true })
    // While a dialog is on top, keys, presses and focus belong to it.
    const away = (event: Event) => {
      if (!topLayer.get() && event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || topLayer.get()) return
      setOpen(false)
      focusButton(id)
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
      document.removeEventListener('keydown', escape)
    }
  }, [open, id])

  return (
    <div ref={root} className={styles.root}>
      {button({
        'aria-expanded': open,
        'aria-controls': id,
        onClick: () => {
          if (!open) onOpen?.()
          setOpen(!open)
        },
      })}
      {open && (
        <section
          ref={panel}
          id={id}
          className={[styles.panel, className].filter(Boolean).join(' ')}
          aria-label={label}
          tabIndex={-1}
        >
          {children(() => {
            setOpen(false)
            focusButton(id)
          })}
        </section>
      )}
    </div>
  )
}
