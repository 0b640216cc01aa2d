import { copyAndTell } from '@tongchuang/ui/copy-text.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './submit-closed.module.css'
import { deviceStore } from './device-store.ts'
import type { StudentTask } from '../../queries/student-task.ts'

/** A task nothing can be handed in for: why, the way to the task, and the text that is kept. */
export const SubmitClosed = ({ user, data, back }: { user: number; data: StudentTask; back: string }) => {
  const { submissions: texts } = useTexts()
  const { task, draft } = data
  const [here, setHere] = useState('')
  useEffect(() => {
    deviceStore(user, task.id)
      .read()
      .then((stored) => setHere(stored?.work.content ?? ''))
      .catch(() => undefined)
  }, [user, task.id])

  const text = here.length > (draft?.content.length ?? 0) ? here : (draft?.content ?? '')
  const isSpent = task.attempts_left === 0 && (task.state === 'doing' || task.state === 'returned')
  return (
    <div className={styles.closed}>
      <h1 tabIndex={-1}>{task.title}</h1>
      <EmptyState
        title={isSpent ? texts.states.attempts : texts.states[task.channel === 'offline' ? 'offline' : task.state]}
        action={
          <Link className={buttonClass('primary')} to={back}>
            {texts.toTask}
          </Link>
        }
      >
        {text && texts.draftKept}
      </EmptyState>
      {text && (
        <section className={styles.kept} aria-label={texts.draftKept}>
          <Button size="small" onClick={() => void copyAndTell(text)}>
            {texts.copyDraft}
          </Button>
          <div className={styles.text}>{text}</div>
        </section>
      )}
    </div>
  )
}
