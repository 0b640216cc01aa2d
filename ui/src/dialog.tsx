import { X } from 'lucide-react'
import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { useUiTexts } from './ui-texts.ts'
import { useModal } from './use-modal.ts'

type Props = {
  title: string
  /** Called by the close button, and by Esc, a press outside and a phone's way back unless something would be lost. */
  onClose: () => void
  /**
   * Whether something in it would be lost with it; without it, whether a field was changed. False where everything is
   * kept and comes back, or takes effect at once; true for what fields do not show.
   */
  unsaved?: boolean | undefined
  children: ReactNode
  actions?: ReactNode
  /** For dialogs that are read rather than decided. */
  wide?: boolean
  /** `large` takes the window: for looking at a file. */
  size?: 'normal' | 'large'
  /** Shows the dialog as a drawer of 300 px at one edge of the window. */
  side?: 'left' | 'right'
  /** Handles keys with a special meaning, wherever the focus is in the dialog. */
  onKeyDown?: (event: KeyboardEvent) => void
}

/**
 * A modal dialog, open while it is rendered. The browser's own dialog keeps the focus inside, makes the rest inert, and
 * returns the focus.
 */
export const Dialog = ({
  title,
  onClose,
  unsaved,
  children,
  actions,
  wide = false,
  size = 'normal',
  side,
  onKeyDown,
}: Props) => {
  const texts = useUiTexts()
  const titleId = useId()
  const dialog = useModal(onClose, unsaved)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys have twins in the buttons
    <dialog
      ref={dialog}
      onKeyDown={onKeyDown}
      className={[
        styles.dialog,
        size === 'large' ? styles.large : wide && styles.wide,
        side && styles.drawer,
        side && styles[side],
      ]
        .filter(Boolean)
        .join(' ')}
      aria-labelledby={titleId}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={texts.close} onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
        <div
          className={styles.body}
          tabIndex={wide ? 0 : undefined}
          role={wide ? 'group' : undefined}
          aria-labelledby={wide ? titleId : undefined}
        >
          {children}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
