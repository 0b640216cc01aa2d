import { Button } from '@tongchuang/ui/button.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { ImportQuestions } from './import-questions.tsx'
import { freshId, keyOf, mostQuestions, moved, pointsOf, without, withQuestion, type Asked } from './question-list.ts'
import { QuestionRow } from './question-row.tsx'
import styles from './question-fields.module.css'
import shared from './tasks.module.css'

type Props = Asked & {
  task_id: number
  onChange: (next: Asked) => void
  locked: boolean
  /** Whether students may have answered already. */
  wasAccepted: boolean
}

/** The number of questions, their points, and whether each student gets them in a different order. */
const Head = ({ questions, keys, onChange, locked }: Omit<Props, 'wasAccepted' | 'task_id'>) => {
  const { questions: texts } = useTexts()
  const { all, byMachine } = pointsOf(questions)
  return (
    <div className={styles.head}>
      <p>{all > 0 ? texts.sum(questions.length, all, byMachine) : texts.count(questions.length)}</p>
      {questions.length > 1 && (
        <Switch
          label={texts.shuffle}
          checked={questions.every(({ shuffle }) => shuffle)}
          onChange={(shuffle) => locked || onChange({ keys, questions: questions.map((one) => ({ ...one, shuffle })) })}
        />
      )}
    </div>
  )
}

/** The questions of a task; those with points are marked by the machine as far as possible. */
export const QuestionFields = ({ task_id, questions, keys, onChange, locked, wasAccepted }: Props) => {
  const { questions: texts } = useTexts()
  const { editor } = useTexts().tasks
  const asked = { questions, keys }
  const [open, setOpen] = useState<readonly string[]>([])
  const add = useRef<HTMLDivElement>(null)
  const append = () => {
    const id = freshId()
    const shuffle = questions.length > 0 && questions.every((one) => one.shuffle)
    setOpen([...open, id])
    onChange({ keys, questions: [...questions, { id, label: '', kind: 'text', required: true, shuffle }] })
  }
  const remove = (id: string) => {
    onChange(without(asked, id))
    add.current?.querySelector('button')?.focus()
  }
  return (
    <div>
      {questions.length === 0 ? (
        <p className={shared.quiet}>{editor.noQuestions}</p>
      ) : (
        <Head {...asked} locked={locked} onChange={onChange} />
      )}
      <ol className={styles.list}>
        {questions.map((one, at) => (
          <QuestionRow
            key={one.id}
            one={one}
            answer={keyOf(asked, one.id)}
            at={at}
            last={questions.length - 1}
            locked={locked}
            isOpen={open.includes(one.id)}
            onOpen={(isOpen) => setOpen(isOpen ? [...open, one.id] : open.filter((id) => id !== one.id))}
            onSet={(question, key) => onChange(withQuestion(asked, question, key))}
            onMove={(by) => onChange(moved(asked, at, by))}
            onRemove={() => remove(one.id)}
          />
        ))}
      </ol>
      <div ref={add} className={styles.adding}>
        <Button size="small" blocked={locked || questions.length >= mostQuestions} onClick={append}>
          <Plus size={16} aria-hidden />
          {editor.addQuestion}
        </Button>
        <ImportQuestions task_id={task_id} asked={asked} locked={locked} onTake={onChange} />
      </div>
      {questions.some(({ points = 0 }) => points > 0) && (
        <p className={styles.note}>{wasAccepted ? texts.keyChanges : texts.keyHidden}</p>
      )}
    </div>
  )
}
