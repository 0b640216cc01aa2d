import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { topLayer } from './toast.ts'
import { useUiTexts } from './ui-texts.ts'

type Props = {
  title: string
  /** Esc, the cross and the ground outside. */
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** For reading rather than deciding. */
  wide?: boolean
}

/** A modal dialog while it is rendered: the browser's own keeps the focus inside, the rest inert, and returns the focus. */
export const Dialog = ({ title, onClose, children, actions, wide = false }: Props) => {
  const texts = useUiTexts()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    const outside = (event: MouseEvent) => {
      if (event.target === element) close()
    }
    const below = topLayer.get()
    topLayer.set(element)
    element?.showModal()
    element?.addEventListener('mousedown', outside)
    return () => {
      element?.removeEventListener('mousedown', outside)
      topLayer.set(below)
      element?.close()
      // Removing an open dialog from the page loses the focus it would have returned.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={texts.close} onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
        <div className={styles.body} tabIndex={wide ? 0 : undefined} role={wide ? 'group' : undefined} aria-labelledby={wide ? titleId : undefined}>
          {children}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
