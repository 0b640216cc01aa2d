import { useTexts } from '../../locales/texts.ts'
import { NoteThread } from './note-thread.tsx'
import styles from './notes.module.css'

/** The notes under the result of the open work. */
export const WorkNotes = ({ task_id, user_id, name }: { task_id: number; user_id: number; name: string }) => {
  const { notes } = useTexts()
  return (
    <section className={styles.ofWork} aria-labelledby="work-notes">
      <h3 id="work-notes">{notes.title}</h3>
      <NoteThread task_id={task_id} user_id={user_id} name={name} />
    </section>
  )
}
