import { Button } from '@tongchuang/ui/button.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { Plus, X } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import type { Question } from './form-values.ts'
import styles from './task-fields.module.css'
import shared from './tasks.module.css'

const most = 20
const kinds = ['text', 'number', 'one', 'many'] as const

const freshId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** One question: its words, the kind of answer, and for a choice what there is to choose from. */
const QuestionRow = ({
  one,
  at,
  locked,
  onSet,
  onKind,
  onRemove,
}: {
  one: Question
  at: number
  locked: boolean
  onSet: (next: Partial<Question>) => void
  onKind: (kind: Question['kind']) => void
  onRemove: () => void
}) => {
  const { editor } = useTexts().tasks
  return (
    <li>
      <div className={styles.three}>
        <Field
          label={editor.questionAt(at + 1)}
          maxLength={200}
          value={one.label}
          disabled={locked}
          onChange={(event) => onSet({ label: event.target.value })}
        />
        <SelectField
          label={editor.kind}
          value={one.kind}
          disabled={locked}
          onChange={(next) => onKind(kinds.find((kind) => kind === next) ?? 'text')}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {editor.kinds[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      {(one.kind === 'one' || one.kind === 'many') && (
        <TextArea
          label={editor.options}
          hint={editor.optionsHint}
          rows={3}
          disabled={locked}
          value={(one.options ?? []).join('\n')}
          onChange={(event) => onSet({ options: event.target.value.split('\n').slice(0, 12) })}
        />
      )}
      <div className={styles.under}>
        <Switch label={editor.required} checked={one.required} onChange={(required) => locked || onSet({ required })} />
        <Button size="small" tone="text" blocked={locked} onClick={onRemove}>
          <X size={16} aria-hidden />
          {editor.removeQuestion(at + 1)}
        </Button>
      </div>
    </li>
  )
}

/** What every student is asked. */
export const QuestionFields = ({
  questions,
  onChange,
  locked,
}: {
  questions: Question[]
  onChange: (next: Question[]) => void
  locked: boolean
}) => {
  const { editor } = useTexts().tasks
  const set = (at: number, next: Partial<Question>) =>
    onChange(questions.map((one, place) => (place === at ? { ...one, ...next } : one)))
  const setKind = (at: number, kind: Question['kind']) => {
    const { options = [], ...rest } = questions[at] ?? { id: freshId(), label: '', required: false }
    const isChoice = kind === 'one' || kind === 'many'
    onChange(questions.map((one, place) => (place === at ? { ...rest, kind, ...(isChoice && { options }) } : one)))
  }
  return (
    <div>
      {questions.length === 0 && <p className={shared.quiet}>{editor.noQuestions}</p>}
      <ol className={styles.questions}>
        {questions.map((one, at) => (
          <QuestionRow
            key={one.id}
            one={one}
            at={at}
            locked={locked}
            onSet={(next) => set(at, next)}
            onKind={(kind) => setKind(at, kind)}
            onRemove={() => onChange(questions.filter((_, place) => place !== at))}
          />
        ))}
      </ol>
      <Button
        size="small"
        blocked={locked || questions.length >= most}
        onClick={() => onChange([...questions, { id: freshId(), label: '', kind: 'text', required: true }])}
      >
        <Plus size={16} aria-hidden />
        {editor.addQuestion}
      </Button>
    </div>
  )
}
