import { useDebouncedSearch } from '@tongchuang/ui/use-debounced-search.ts'
import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-search.module.css'

/**
 * The search field for guilds: it searches shortly after the last letter; letters still being composed do not count.
 */
export const GuildSearch = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { guilds } = useTexts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { field, askNow } = useDebouncedSearch(value, onChange)
  return (
    <search className={styles.search}>
      <Search size={18} aria-hidden />
      <label htmlFor={id} className="vh">
        {guilds.searchLabel}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        maxLength={60}
        placeholder={guilds.search}
        {...field}
      />
      {field.value && (
        <button
          type="button"
          aria-label={guilds.clear}
          onClick={() => {
            askNow('')
            input.current?.focus()
          }}
        >
          <X size={18} aria-hidden />
        </button>
      )}
    </search>
  )
}
