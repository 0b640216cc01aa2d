import { Search } from 'lucide-react'
import { useId } from 'react'
import styles from './search-field.module.css'
import { useDebouncedSearch } from './use-debounced-search.ts'

/** A search field: searches shortly after the last letter; letters still being composed do not count. */
export const SearchField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => {
  const id = useId()
  const { field } = useDebouncedSearch(value, onChange)
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
