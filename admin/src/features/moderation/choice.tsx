import { titleOfChoice } from '@tongchuang/ui/select-field.tsx'
import styles from './moderation.module.css'

/** A compact select field for a line of filters. */
export const Choice = ({
  label,
  all,
  value,
  items,
  onChange,
}: {
  label: string
  /** The label of the option for all; without it, one item is always chosen. */
  all?: string
  value: string
  items: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}) => (
  <select
    ref={(select) => titleOfChoice(select)}
    className={styles.choice}
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  >
    {all !== undefined && <option value="">{all}</option>}
    {items.map((item) => (
      <option key={item.value} value={item.value}>
        {item.label}
      </option>
    ))}
  </select>
)
