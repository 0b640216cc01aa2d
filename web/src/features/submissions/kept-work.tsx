import type { StudentTask } from '../../queries/student-task.ts'
import { copyAndTell } from '@tongchuang/ui/copy-text.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useEffect, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useClosedTaskTexts } from '../../locales/use-closed-task-texts.ts'
import { deviceStore } from './device-store.ts'
import styles from './kept-work.module.css'
import { keptWorks, textOf } from './kept-work.ts'
import type { Work } from './work.ts'

type Props = {
  task: number
  questions?: StudentTask['task']['questions']
  /** The draft stored on the server. */
  draft?: Work | null
}

/** Everything this person wrote for a task that no longer accepts submissions, to be read and copied. */
export const KeptWork = ({ task, questions = [], draft = null }: Props) => {
  const { submissions: texts } = useTexts()
  const closed = useClosedTaskTexts()
  const { user_id } = useProfile()
  const [here, setHere] = useState<readonly Work[]>([])
  useEffect(() => {
    // Round 0 does not exist, so this reads what was written in any round.
    deviceStore(user_id, task, 0)
      .read()
      .then((stored) => setHere(stored ? [stored.work, ...stored.kept.map(({ work }) => work)] : []))
      .catch(() => undefined)
  }, [user_id, task])

  const all = keptWorks([...here, ...(draft ? [draft] : [])])
  const words = all.map((work) => textOf(work, questions, texts))
  if (all.length === 0) return null
  return (
    <section className={styles.kept} aria-label={closed.draftKept}>
      <h2>{closed.draftKept}</h2>
      <Button size="small" onClick={() => void copyAndTell(words.join('\n\n---\n\n'))}>
        {closed.copyDraft}
      </Button>
      {words.map((text) => (
        <div key={text} className={styles.text}>
          {text}
        </div>
      ))}
    </section>
  )
}
