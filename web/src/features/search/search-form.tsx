import { useDebouncedSearch } from '@tongchuang/ui/use-debounced-search.ts'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './search-form.module.css'

/**
 * The field of the search page: it searches shortly after the last letter; letters still being composed do not count.
 */
export const SearchForm = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { search } = useTexts()
  const id = useId()
  const { field, askNow } = useDebouncedSearch(value, onChange)
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          askNow()
        }}
      >
        <Search size={20} aria-hidden />
        <label htmlFor={id} className="vh">
          {search.label}
        </label>
        <input
          id={id}
          type="search"
          enterKeyHint="search"
          maxLength={60}
          autoComplete="off"
          placeholder={search.placeholder}
          {...field}
        />
      </form>
    </search>
  )
}
