import { ChevronDown } from 'lucide-react'
import styles from './choice.module.css'

type Props = {
  label: string
  value: string
  items: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A native select field with a label, which every phone can show. */
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
