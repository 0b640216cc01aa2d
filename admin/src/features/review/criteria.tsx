import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { useTexts } from '../../locales/texts.ts'
import type { Form } from './form.ts'
import { LevelWords } from './level-words.tsx'
import styles from './score-pane.module.css'

/** The criteria with their five levels; the current one also shows its level descriptions. */
export const Criteria = ({
  work,
  form,
  onChange,
  at,
  onAt,
}: {
  work: ReviewWork
  form: Form
  onChange: (changes: Partial<Form>) => void
  at: number
  onAt: (place: number) => void
}) => {
  const { review } = useTexts()
  return work.criteria.map(({ id, label, description, weight, level_words }, place) => {
    const level = form.levels[id]
    return (
      <fieldset key={id} className={`${styles.criterion} ${place === at ? styles.here : ''}`}>
        <legend>
          <b>{label}</b>
          <span className="num">{review.weight(Math.round((weight * (level ?? 0)) / 5), weight)}</span>
        </legend>
        {description && place === at && <p>{description}</p>}
        <div className={styles.levels}>
          {[1, 2, 3, 4, 5].map((n) => (
            <button
              key={n}
              type="button"
              aria-pressed={level === n}
              onFocus={() => onAt(place)}
              aria-label={review.level(n, label)}
              onClick={() => onChange({ levels: { ...form.levels, [id]: n } })}
            >
              {n}
            </button>
          ))}
        </div>
        {place === at && <LevelWords words={level_words} given={level} />}
      </fieldset>
    )
  })
}
