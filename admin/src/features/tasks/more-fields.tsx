import { Field } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { ChannelChoice, ChoiceRow } from './channel-choice.tsx'
import type { Values } from './form-values.ts'
import { chaptersQuery, guildTasksQuery } from './queries.ts'
import type { TaskForm } from './queries.ts'
import styles from './task-fields.module.css'

type Props = { form: TaskForm; values: Values; change: (next: Partial<Values>) => void; locked: boolean }

/** The place of a task in the trail, and its prerequisites. */
export const OrderFields = ({ form, values, change, locked }: Props) => {
  const { editor } = useTexts().tasks
  const chapters = useQuery(chaptersQuery(form.guild_id))
  const tasks = useQuery(guildTasksQuery(form.guild_id))
  const others = tasks.data ?? []
  const chosen = new Set(values.prerequisites.map(({ id }) => id))
  return (
    <>
      <ReadFailure of={[chapters, tasks]} />
      <div className={styles.three}>
        <SelectField
          label={editor.chapter}
          value={String(values.chapter_id ?? '')}
          disabled={locked}
          onChange={(next) => change({ chapter_id: next === '' ? null : Number(next) })}
        >
          <option value="">{editor.noChapter}</option>
          {chapters.data?.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <div>
          <SelectField
            label={editor.prerequisites}
            value=""
            disabled={locked}
            onChange={(next) => {
              const found = others.find(({ id }) => id === Number(next))
              if (found)
                change({
                  prerequisites: [...values.prerequisites, { id: found.id, title: found.title, status: found.status }],
                })
            }}
          >
            <option value="">{editor.addPrerequisite}</option>
            {others
              .filter(({ id }) => id !== form.id && !chosen.has(id))
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </SelectField>
          <ul className={styles.chips}>
            {values.prerequisites.map(({ id, title }) => (
              <li key={id}>
                {title}
                <button
                  type="button"
                  aria-label={editor.removePrerequisite(title)}
                  disabled={locked}
                  onClick={() => change({ prerequisites: values.prerequisites.filter((one) => one.id !== id) })}
                >
                  <X size={16} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}

/** Full marks, pass line, limits, and what a work must contain. */
export const MoreFields = ({ values, change, locked }: Omit<Props, 'form'>) => {
  const { editor } = useTexts().tasks
  const isOnline = values.channel === 'online'
  const whole = (
    name: 'max_score' | 'pass_line' | 'min_level' | 'min_files' | 'cooldown_days' | 'max_rounds',
    label: string,
    min: number,
    max: number,
  ) => (
    <Field
      label={label}
      type="number"
      min={min}
      max={max}
      disabled={locked}
      value={values[name]}
      onChange={(event) => change({ [name]: Math.min(max, Math.max(min, Number(event.target.value) || min)) })}
    />
  )
  const perhaps = (name: 'capacity' | 'max_attempts', label: string) => (
    <Field
      label={label}
      hint={editor.unlimited}
      type="number"
      min={1}
      disabled={locked}
      value={values[name] ?? ''}
      onChange={(event) =>
        change({ [name]: event.target.value === '' ? null : Math.max(1, Math.trunc(Number(event.target.value))) })
      }
    />
  )
  const onOff = (
    name: 'scored' | 'needs_review' | 'hold' | 'needs_text' | 'statement_required',
    label: string,
    hint?: string,
  ) => (
    <Switch label={label} hint={hint} checked={values[name]} onChange={(next) => locked || change({ [name]: next })} />
  )
  return (
    <>
      <div className={styles.three}>
        {whole('max_score', editor.maxScore, 1, 1000)}
        {whole('pass_line', editor.passLine, 0, 100)}
        {isOnline && whole('min_level', editor.minLevel, 1, 100)}
        {isOnline && perhaps('capacity', editor.capacity)}
        {isOnline && perhaps('max_attempts', editor.maxAttempts)}
        {isOnline && whole('min_files', editor.minFiles, 0, 10)}
        {values.type === 'daily' && whole('cooldown_days', editor.cooldown, 1, 365)}
        {values.type === 'daily' && whole('max_rounds', editor.maxRounds, 1, 365)}
      </div>
      {isOnline && onOff('needs_review', editor.needsReview, editor.needsReviewHint)}
      {isOnline && onOff('scored', editor.scored, editor.scoredHint)}
      {onOff('hold', editor.hold)}
      {isOnline && onOff('needs_text', editor.needsText)}
      {isOnline && onOff('statement_required', editor.statement)}
    </>
  )
}

/** The title and the type, difficulty and channel of a task. */
export const HeadFields = ({ form, values, change, locked }: Props) => {
  const { tasks } = useTexts()
  const { editor } = tasks
  return (
    <>
      <Field
        label={tasks.name}
        value={values.title}
        maxLength={80}
        required
        disabled={locked}
        onChange={(event) => change({ title: event.target.value })}
      />
      <Field
        label={editor.summary}
        value={values.summary}
        maxLength={200}
        disabled={locked}
        onChange={(event) => change({ summary: event.target.value })}
      />
      <div className={styles.choices}>
        <ChoiceRow
          label={editor.type}
          items={(['main', 'side', 'daily', 'event'] as const).map((type) => [type, tasks.types[type]] as const)}
          value={values.type}
          locked={locked}
          without={values.channel === 'offline' ? { item: 'daily', why: editor.offlineIsOnce } : null}
          onChange={(type) => change({ type })}
        />
        <ChannelChoice values={values} change={change} locked={locked} />
        <ChoiceRow
          label={editor.difficulty}
          items={[1, 2, 3, 4, 5].map((n) => [n, String(n)] as const)}
          value={values.difficulty}
          locked={locked}
          onChange={(difficulty) => change({ difficulty })}
        />
        <Field
          label={editor.points}
          aside={editor.experience(values.difficulty * 10)}
          hint={form.was_accepted ? editor.pointsHint : undefined}
          type="number"
          min={0}
          max={10_000}
          disabled={locked}
          value={values.points}
          onChange={(event) =>
            change({ points: Math.min(10_000, Math.max(0, Math.trunc(Number(event.target.value) || 0))) })
          }
        />
      </div>
      {values.channel === 'offline' && <p className={styles.hint}>{editor.offlineHint}</p>}
    </>
  )
}
