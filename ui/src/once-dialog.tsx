import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  /** The words of the button that closes it. */
  noted: string
  /** Shown when somebody tries to close it otherwise. */
  reminder: string
  onClose: () => void
  children: ReactNode
}

/**
 * For a dialog that must not be closed while something is under way, such as an answer that is shown only once: a
 * browser that was refused to close it at one Esc closes it at the next without asking.
 */
export const holdEscape =
  (isUnderWay: boolean) =>
  (event: KeyboardEvent): void => {
    if (isUnderWay && event.key === 'Escape') event.preventDefault()
  }

/**
 * A dialog with something that is shown only once, such as a new password. Only its button closes it: Esc, the close
 * button and a press outside, which may be a slip, show the reminder.
 */
export const OnceDialog = ({ title, noted, reminder, onClose, children }: Props) => {
  const [reminds, setReminds] = useState(false)
  const remind = () => setReminds(true)
  const keepOpen = (event: KeyboardEvent) => {
    holdEscape(true)(event)
    if (event.key === 'Escape') remind()
  }
  return (
    <Dialog
      title={title}
      onClose={remind}
      onKeyDown={keepOpen}
      actions={
        <Button tone="primary" onClick={onClose}>
          {noted}
        </Button>
      }
    >
      {children}
      {reminds && <p role="alert">{reminder}</p>}
    </Dialog>
  )
}
