import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './search-form.module.css'

/** The field of the search page: it looks a moment after the last letter; letters still being composed do not count. */
export const SearchForm = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { search } = useTexts()
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)

  // The address has changed from elsewhere: the way back, or the field of the navigation bar.
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
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          ask(typed, 0)
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
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            if (!(event.nativeEvent as InputEvent).isComposing) ask(event.target.value, 300)
          }}
          onCompositionEnd={(event) => ask(event.currentTarget.value, 0)}
        />
      </form>
    </search>
  )
}
