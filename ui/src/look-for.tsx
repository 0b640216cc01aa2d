import { Search } from 'lucide-react'
import { useId } from 'react'
import styles from './look-for.module.css'
import { useLookFor } from './use-look-for.ts'

/** Looks a moment after the last letter; letters still being composed do not count. */
export const LookFor = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => {
  const id = useId()
  const { field } = useLookFor(value, onChange)
  return (
    <search className={styles.search}>
      <Search size={16} aria-hidden />
      <label htmlFor={id} className="vh">
        {label}
      </label>
      <input id={id} type="search" maxLength={60} placeholder={label} {...field} />
    </search>
  )
}
