import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import styles from './look-for.module.css'

/** Looks a moment after the last letter; letters still being composed do not count. */
export const LookFor = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => {
  const id = useId()
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
      <Search size={16} aria-hidden />
      <label htmlFor={id} className="vh">
        {label}
      </label>
      <input
        id={id}
        type="search"
        maxLength={60}
        placeholder={label}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          if (!(event.nativeEvent as InputEvent).isComposing) ask(event.target.value, 300)
        }}
        onCompositionEnd={(event) => ask(event.currentTarget.value, 0)}
      />
    </search>
  )
}
