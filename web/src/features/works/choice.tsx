import { ChevronDown } from 'lucide-react'
import styles from './choice.module.css'

type Props = {
  label: string
  value: string
  items: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A selection of one item with the chosen one visible: the browser's own list, which every phone can show. */
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
