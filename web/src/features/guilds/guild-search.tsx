import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-search.module.css'

/** Looks for guilds a moment after the last letter; letters still being composed do not count. */
export const GuildSearch = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { guilds } = useTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)

  // The address has changed from elsewhere: the way back, or a button that shows everything.
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (next: string, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setShown(next.trim())
      onChange(next.trim())
    }, wait)
  }

  return (
    <search className={styles.search}>
      <Search size={18} aria-hidden />
      <label htmlFor={id} className="vh">
        {guilds.searchLabel}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        enterKeyHint="search"
        maxLength={60}
        placeholder={guilds.search}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          if (!(event.nativeEvent as InputEvent).isComposing) ask(event.target.value, 300)
        }}
        onCompositionEnd={(event) => ask(event.currentTarget.value, 0)}
      />
      {typed && (
        <button
          type="button"
          aria-label={guilds.clear}
          onClick={() => {
            setTyped('')
            ask('', 0)
            field.current?.focus()
          }}
        >
          <X size={18} aria-hidden />
        </button>
      )}
    </search>
  )
}
