import { Button } from '@tongchuang/ui/button.tsx'
import { Field, TextArea } from '@tongchuang/ui/field.tsx'
import { NumberField } from '@tongchuang/ui/number-field.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Plus, X } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { freshId, letterOf, mostOptions, type Question, type QuestionKey } from './question-list.ts'
import styles from './question-fields.module.css'

type Props = {
  one: Question
  answer: QuestionKey
  locked: boolean
  onSet: (question: Partial<Question>, key?: Partial<QuestionKey>) => void
}

/** The options of a choice, each with whether it is right once the question has points. */
export const OptionFields = ({ one, answer, locked, onSet }: Props) => {
  const { questions: texts } = useTexts()
  const { id, kind, options = [], points = 0 } = one
  const setText = (option: string, text: string) =>
    onSet({ options: options.map((each) => (each.id === option ? { ...each, text } : each)) })
  const setRight = (option: string, isRight: boolean) => {
    const others = kind === 'one' ? [] : answer.accepted.filter((each) => each !== option)
    onSet({}, { accepted: isRight ? [...others, option] : others })
  }
  const remove = (option: string) =>
    onSet(
      { options: options.filter((each) => each.id !== option) },
      { accepted: answer.accepted.filter((each) => each !== option) },
    )
  return (
    <fieldset className={styles.options}>
      <legend>{texts.options}</legend>
      {options.map(({ id: option, text }, at) => {
        const isRight = answer.accepted.includes(option)
        const letter = letterOf(at)
        return (
          <div key={option} className={styles.option}>
            {points > 0 && (
              <label data-right={isRight || undefined}>
                <input
                  type={kind === 'one' ? 'radio' : 'checkbox'}
                  name={`right-${id}`}
                  checked={isRight}
                  disabled={locked}
                  aria-label={texts.rightAt(letter)}
                  onChange={(event) => setRight(option, event.target.checked)}
                />
                {isRight ? texts.right : texts.notRight}
              </label>
            )}
            <b aria-hidden>{letter}</b>
            <input
              type="text"
              aria-label={texts.optionAt(letter)}
              maxLength={100}
              value={text}
              disabled={locked}
              onChange={(event) => setText(option, event.target.value)}
            />
            <button
              type="button"
              aria-label={texts.removeOption(letter)}
              disabled={locked || options.length <= 2}
              onClick={() => remove(option)}
            >
              <X size={16} aria-hidden />
            </button>
          </div>
        )
      })}
      <Button
        size="small"
        blocked={locked || options.length >= mostOptions}
        onClick={() => onSet({ options: [...options, { id: freshId(), text: '' }] })}
      >
        <Plus size={16} aria-hidden />
        {texts.addOption}
      </Button>
    </fieldset>
  )
}

const TrueFalse = ({ one, answer, locked, onSet }: Props) => {
  const { questions: texts } = useTexts()
  return (
    <fieldset className={styles.options}>
      <legend>{texts.answer}</legend>
      {(['true', 'false'] as const).map((word) => (
        <label key={word} className={styles.choice}>
          <input
            type="radio"
            name={`right-${one.id}`}
            checked={answer.accepted[0] === word}
            disabled={locked}
            onChange={() => onSet({}, { accepted: [word] })}
          />
          {texts.words[word]}
        </label>
      ))}
    </fieldset>
  )
}

const NumberKey = ({ one, answer, locked, onSet }: Props) => {
  const { questions: texts } = useTexts()
  const wanted = Number(answer.accepted[0] ?? '')
  const isKnown = (answer.accepted[0] ?? '').trim() !== '' && Number.isFinite(wanted)
  const rounded = (value: number) => Math.round(value * 1e9) / 1e9
  return (
    <>
      <div className={styles.small}>
        <Field
          label={texts.answer}
          inputMode="decimal"
          maxLength={40}
          value={answer.accepted[0] ?? ''}
          disabled={locked}
          onChange={(event) => onSet({}, { accepted: event.target.value === '' ? [] : [event.target.value] })}
        />
        <NumberField
          label={texts.tolerance}
          min={0}
          value={answer.tolerance}
          disabled={locked}
          onChange={(tolerance) => onSet({}, { tolerance: Math.min(Math.max(tolerance ?? 0, 0), 1e12) })}
        />
        <Field
          label={texts.unit}
          maxLength={20}
          value={one.unit ?? ''}
          disabled={locked}
          onChange={(event) => onSet({ unit: event.target.value })}
        />
      </div>
      {isKnown && (
        <p className={styles.quiet}>
          {texts.interval(rounded(wanted - answer.tolerance), rounded(wanted + answer.tolerance))}
        </p>
      )}
    </>
  )
}

/** The right answers of a question with points, with a form for each kind. */
export const KeyFields = (props: Props) => {
  const { questions: texts } = useTexts()
  const { one, answer, locked, onSet } = props
  if (one.kind === 'text') return <p className={styles.quiet}>{texts.byStaffHint}</p>
  if (one.kind === 'truefalse') return <TrueFalse {...props} />
  if (one.kind === 'number') return <NumberKey {...props} />
  if (one.kind === 'blank')
    return (
      <TextArea
        label={texts.accepted}
        hint={texts.acceptedHint}
        rows={3}
        disabled={locked}
        value={answer.accepted.join('\n')}
        onChange={(event) =>
          onSet(
            {},
            {
              accepted: event.target.value
                .split('\n')
                .slice(0, 20)
                .map((word) => word.slice(0, 200)),
            },
          )
        }
      />
    )
  return one.kind === 'many' ? (
    <SelectField
      label={texts.some}
      value={one.partial ?? 'none'}
      disabled={locked}
      onChange={(next) => onSet({ partial: next === 'half' ? 'half' : 'none' })}
    >
      <option value="none">{texts.partial.none}</option>
      <option value="half">{texts.partial.half}</option>
    </SelectField>
  ) : null
}
