import { Field } from '@tongchuang/ui/field.tsx'
import { useId } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './release-set.module.css'

/**
 * `follow`: works reviewed later are released at once. `at` is the time of the release on the school’s wall clock, null
 * for now.
 */
export type Choices = { follow: boolean; at: string | null }

const Way = ({
  name,
  label,
  checked,
  onChoose,
}: {
  name: string
  label: string
  checked: boolean
  onChoose: () => void
}) => (
  <label className={styles.way}>
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    {label}
  </label>
)

/** The two choices of a release. */
export const ReleaseChoices = ({
  waiting,
  value,
  proposed,
  onChange,
}: {
  waiting: number
  value: Choices
  proposed: string
  onChange: (value: Choices) => void
}) => {
  const { reviewSets: texts } = useTexts()
  const id = useId()
  return (
    <div className={styles.choices}>
      <fieldset>
        <legend>{waiting > 0 ? texts.theUnreviewed(waiting) : texts.reviewedLater}</legend>
        <Way
          name={`${id}follow`}
          label={texts.follow}
          checked={value.follow}
          onChoose={() => onChange({ ...value, follow: true })}
        />
        <Way
          name={`${id}follow`}
          label={texts.keep}
          checked={!value.follow}
          onChoose={() => onChange({ ...value, follow: false })}
        />
      </fieldset>
      <fieldset>
        <legend>{texts.when}</legend>
        <Way
          name={`${id}when`}
          label={texts.now}
          checked={value.at === null}
          onChoose={() => onChange({ ...value, at: null })}
        />
        <Way
          name={`${id}when`}
          label={texts.atTime}
          checked={value.at !== null}
          onChoose={() => onChange({ ...value, at: proposed })}
        />
        {value.at !== null && (
          <Field
            label={texts.time}
            type="datetime-local"
            value={value.at}
            onChange={(event) => onChange({ ...value, at: event.target.value })}
          />
        )}
      </fieldset>
    </div>
  )
}
