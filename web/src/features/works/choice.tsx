import { ChevronDown } from 'lucide-react'
import styles from './choice.module.css'

type Props = {
  label: string
  value: string
  items: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of several, with what is chosen in sight: the browser's own list, which every phone knows how to show. */
export const Choice = ({ label, value, items, onChange }: Props) => (
  <label className={styles.choice}>
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      {items.map((item) => (
        <option key={item.value} value={item.value}>
          {item.label}
        </option>
      ))}
    </select>
    <ChevronDown size={16} aria-hidden />
  </label>
)
