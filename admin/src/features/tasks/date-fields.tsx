import { Field } from '@tongchuang/ui/field.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { WallClockField } from '@tongchuang/ui/wall-clock-field.tsx'
import { useTexts } from '../../locales/texts.ts'
import type { Values } from './form-values.ts'
import styles from './task-fields.module.css'
import { TimeLine } from './time-line.tsx'

const lateRules = ['refuse', 'mark', 'percent'] as const
const numberOf = (text: string, least: number): number => Math.max(least, Number.parseFloat(text) || least)

// A deduction of 0 % would equal the rule without a deduction, so it starts with 10 % a day and at most 50 %.
const lateChange = (late_rule: Values['late_rule'], { late_percent, late_cap }: Values): Partial<Values> => ({
  late_rule,
  ...(late_rule === 'percent' && late_percent === 0 && { late_percent: 10, late_cap: 50 }),
  ...(late_rule === 'percent' && late_percent > 0 && late_cap === 0 && { late_cap: 50 }),
})

type Props = { values: Values; change: (next: Partial<Values>) => void; locked: boolean }

const DateField = ({
  name,
  label,
  hint,
  values,
  change,
  locked,
}: Props & { name: 'open_at' | 'due_at' | 'close_at'; label: string; hint: string }) => (
  <WallClockField
    label={label}
    hint={hint}
    disabled={locked}
    value={values[name]}
    onChange={(instant) => change({ [name]: instant })}
  />
)

/**
 * The opening, due and closing dates of a task on the school’s wall clock, and the rule for late work; for an offline
 * task, when it opens and takes place.
 */
export const DateFields = (props: Props) => {
  const { values, change, locked } = props
  const { editor } = useTexts().tasks
  if (values.channel === 'offline')
    return (
      <div className={styles.three}>
        <DateField {...props} name="open_at" label={editor.openAt} hint={editor.openHint} />
        <DateField {...props} name="due_at" label={editor.heldAt} hint={editor.heldAtHint} />
      </div>
    )
  return (
    <>
      <TimeLine values={values} />
      <div className={styles.three}>
        <DateField {...props} name="open_at" label={editor.openAt} hint={editor.openHint} />
        <DateField {...props} name="due_at" label={editor.dueAt} hint={editor.dueHint} />
        <DateField {...props} name="close_at" label={editor.closeAt} hint={editor.closeHint} />
      </div>
      <div className={styles.three}>
        <SelectField
          label={editor.late}
          hint={values.late_rule === 'percent' ? editor.lateExample : undefined}
          value={values.late_rule}
          disabled={locked}
          onChange={(next) => change(lateChange(lateRules.find((one) => one === next) ?? 'mark', values))}
        >
          {lateRules.map((rule) => (
            <option key={rule} value={rule}>
              {editor.lateRules[rule]}
            </option>
          ))}
        </SelectField>
        {values.late_rule === 'percent' && (
          <>
            <Field
              label={editor.latePercent}
              aside={editor.percent}
              type="number"
              min={1}
              max={100}
              disabled={locked}
              value={values.late_percent}
              onChange={(event) => change({ late_percent: Math.min(100, numberOf(event.target.value, 0)) })}
            />
            <Field
              label={editor.lateCap}
              aside={editor.percent}
              type="number"
              min={1}
              max={100}
              disabled={locked}
              value={values.late_cap}
              onChange={(event) => change({ late_cap: Math.min(100, numberOf(event.target.value, 0)) })}
            />
          </>
        )}
      </div>
      <Switch
        label={editor.submitDrafts}
        hint={editor.submitDraftsHint}
        checked={values.submit_drafts}
        onChange={(submit_drafts) => locked || change({ submit_drafts })}
      />
    </>
  )
}
