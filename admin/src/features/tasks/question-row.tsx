import { isChoice } from '@tongchuang/contract/rules/answers.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { NumberField } from '@tongchuang/ui/number-field.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { ArrowDown, ArrowUp, Check, ChevronDown, CircleAlert, Users, X } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { KeyFields, OptionFields } from './key-fields.tsx'
import { emptyKey, isUnfinished, kinds, letterOf, ofKind, type Question, type QuestionKey } from './question-list.ts'
import styles from './question-fields.module.css'

type Props = {
  one: Question
  answer: QuestionKey
  at: number
  last: number
  locked: boolean
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onSet: (question: Question, key?: QuestionKey) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** The right answer in short: the letters of options, or the answers. */
const useKeyWords = () => {
  const { questions: texts } = useTexts()
  return ({ kind, options = [] }: Question, { accepted, tolerance }: QuestionKey): string => {
    if (kind === 'one' || kind === 'many')
      return options.flatMap(({ id }, at) => (accepted.includes(id) ? [letterOf(at)] : [])).join(texts.comma)
    if (kind === 'truefalse') return accepted.map((word) => texts.words[word === 'true' ? 'true' : 'false']).join('')
    const words = accepted.filter((word) => word.trim() !== '').join(texts.comma)
    return kind === 'number' && tolerance > 0 ? `${words} ± ${tolerance}` : words
  }
}

const Summary = ({ one, answer }: Pick<Props, 'one' | 'answer'>) => {
  const { questions: texts } = useTexts()
  const words = useKeyWords()
  if (isUnfinished(one, answer))
    return (
      <span className={styles.lacks}>
        <CircleAlert size={16} aria-hidden />
        {texts.unfinished}
      </span>
    )
  if ((one.points ?? 0) === 0) return <span className={styles.quiet}>{texts.unmarked}</span>
  if (one.kind === 'text')
    return (
      <span className={styles.quiet}>
        <Users size={16} aria-hidden />
        {texts.byStaff}
      </span>
    )
  return (
    <span className={styles.rightWords}>
      <Check size={16} aria-hidden />
      {words(one, answer)}
    </span>
  )
}

const Fields = ({ one, answer, at, last, locked, onSet, onMove, onRemove }: Omit<Props, 'isOpen' | 'onOpen'>) => {
  const { questions: texts } = useTexts()
  const { editor } = useTexts().tasks
  const points = one.points ?? 0
  const set = (next: Partial<Question>, key?: Partial<QuestionKey>) =>
    onSet({ ...one, ...next }, key && { ...answer, ...key })
  const setKind = (next: string) => {
    const kind = kinds.find((each) => each === next) ?? 'text'
    const keeps = isChoice(one) && isChoice({ kind })
    const accepted = keeps ? answer.accepted.slice(0, kind === 'one' ? 1 : 12) : []
    onSet(ofKind(one, kind), { ...emptyKey(one.id), explanation: answer.explanation, accepted })
  }
  return (
    <>
      <TextArea
        label={editor.questionAt(at + 1)}
        maxLength={200}
        rows={2}
        value={one.label}
        disabled={locked}
        onChange={(event) => set({ label: event.target.value })}
      />
      <div className={styles.small}>
        <SelectField label={editor.kind} value={one.kind} disabled={locked} onChange={setKind}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {texts.kinds[kind]}
            </option>
          ))}
        </SelectField>
        <NumberField
          label={texts.points}
          aside={points === 0 ? texts.unmarked : undefined}
          min={0}
          max={100}
          value={points}
          disabled={locked}
          onChange={(next) => set({ points: Math.min(Math.max(next ?? 0, 0), 100) })}
        />
      </div>
      {isChoice(one) && <OptionFields one={one} answer={answer} locked={locked} onSet={set} />}
      {points > 0 && (
        <>
          <KeyFields one={one} answer={answer} locked={locked} onSet={set} />
          <TextArea
            label={texts.explanation}
            rows={2}
            maxLength={1000}
            value={answer.explanation}
            disabled={locked}
            onChange={(event) => set({}, { explanation: event.target.value })}
          />
        </>
      )}
      <div className={styles.foot}>
        {points === 0 && (
          <Switch label={editor.required} checked={one.required} onChange={(required) => locked || set({ required })} />
        )}
        <Button size="small" tone="text" blocked={locked || at === 0} onClick={() => onMove(-1)}>
          <ArrowUp size={16} aria-hidden />
          {texts.up(at + 1)}
        </Button>
        <Button size="small" tone="text" blocked={locked || at === last} onClick={() => onMove(1)}>
          <ArrowDown size={16} aria-hidden />
          {texts.down(at + 1)}
        </Button>
        <Button size="small" tone="text" blocked={locked} onClick={onRemove}>
          <X size={16} aria-hidden />
          {editor.removeQuestion(at + 1)}
        </Button>
      </div>
    </>
  )
}

/** One question: a line that unfolds its fields. */
export const QuestionRow = ({ isOpen, onOpen, ...props }: Props) => {
  const { questions: texts } = useTexts()
  const { editor } = useTexts().tasks
  const id = useId()
  const { one, answer, at } = props
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpen(!isOpen)}
      >
        <span className="num">{at + 1}.</span>
        <span className={styles.kind}>{texts.kinds[one.kind]}</span>
        <b>{one.label.trim() || editor.questionAt(at + 1)}</b>
        <Summary one={one} answer={answer} />
        {(one.points ?? 0) > 0 && <span className="num">{texts.pointsOf(one.points ?? 0)}</span>}
        <ChevronDown size={18} aria-hidden />
      </button>
      <div id={id} className={styles.fields} hidden={!isOpen}>
        {isOpen && <Fields {...props} />}
      </div>
    </li>
  )
}
