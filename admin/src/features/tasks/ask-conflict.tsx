import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './task-editor.module.css'
import type { Editing } from './use-task-form.ts'

/** Asks whose version of a task to keep if another user has saved it meanwhile. */
export const AskConflict = ({ editing }: { editing: Editing }) => {
  const { editor } = useTexts().tasks
  if (!editing.theirs || editing.isPutOff) return null
  return (
    <Dialog
      title={editor.conflictTitle}
      onClose={editing.putOff}
      actions={
        <>
          <Button onClick={editing.useTheirs}>{editor.conflictTheirs}</Button>
          <Button tone="primary" onClick={() => void editing.useMine()}>
            {editor.conflictMine}
          </Button>
        </>
      }
    >
      <p>{editor.conflictText}</p>
    </Dialog>
  )
}

/**
 * A line for a conflict to resolve, and one for changes that were set aside for the newest version, each with a way
 * back.
 */
export const ConflictLines = ({ editing }: { editing: Editing }) => {
  const { editor } = useTexts().tasks
  return (
    <div className={styles.waits} aria-live="polite">
      {editing.theirs && editing.isPutOff && (
        <p className={styles.note}>
          {editor.conflictWaits}{' '}
          <Button size="small" onClick={editing.askAgain}>
            {editor.conflictChoose}
          </Button>
        </p>
      )}
      {editing.hasAside && (
        <p className={styles.note}>
          {editor.aside}{' '}
          <Button size="small" onClick={editing.takeBack}>
            {editor.asideBack}
          </Button>{' '}
          <Button size="small" onClick={editing.dropAside}>
            {editor.asideDrop}
          </Button>
        </p>
      )}
    </div>
  )
}
