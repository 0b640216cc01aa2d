import { useTexts } from '../../locales/texts.ts'
import type { TaskForm } from './queries.ts'
import styles from './task-editor.module.css'

/** Why a task can be read and not changed, above its fields; undefined where it can be changed. */
const reasonOf = ({ read_only, status, may_lead }: TaskForm) => {
  if (read_only) return 'readOnly' as const
  if (status === 'trashed' || status === 'archived') return status
  return may_lead || status === 'draft' ? undefined : ('teachersOnly' as const)
}

/** Whether nothing of a task can be changed by the user. */
export const isLocked = (form: TaskForm): boolean => reasonOf(form) !== undefined

/** Says why nothing of a task can be changed. */
export const ReadOnlyNote = ({ form }: { form: TaskForm }) => {
  const { editor } = useTexts().tasks
  const reason = reasonOf(form)
  return reason && <p className={styles.note}>{editor[reason]}</p>
}
