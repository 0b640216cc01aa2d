import { CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import type { CheckItem } from './checklist.ts'
import styles from './side-rail.module.css'

/** Scrolls to an element of the page and focuses its first field. */
export const goToPlace = (place: string): void => {
  const element = document.getElementById(place)
  element?.scrollIntoView({
    block: 'center',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  })
  // The text before its tools and its title.
  const field =
    element?.querySelector<HTMLElement>('[contenteditable="true"], textarea') ??
    element?.querySelector<HTMLElement>('input, button')
  ;(field ?? element)?.focus({ preventScroll: true })
}

/** Returns the text of a checklist item. */
export const useCheckWords = () => {
  const { checks } = useTexts().submissions
  return (item: CheckItem): string => {
    if (item.key === 'text') return checks.text(item.words)
    if (item.key === 'files') return checks.files(item.files, item.wanted)
    if (item.key === 'question') return item.label
    if (item.key === 'asked') return checks.asked(item.answered, item.all)
    return item.key === 'uploads' ? checks.uploads(item.count) : checks.statement
  }
}

const Shape = ({ item }: { item: CheckItem }) => {
  if (item.done) return <CircleCheck size={20} className={styles.done} aria-hidden />
  if (item.key === 'uploads') return <LoaderCircle size={20} className={styles.running} aria-hidden />
  return <CircleDashed size={20} className={styles.open} aria-hidden />
}

/**
 * The checklist: what is ready and what is not, each item linked to its place. `note` says what happens to the draft
 * when the time is over.
 */
export const Checklist = ({ items, note }: { items: readonly CheckItem[]; note: string | null }) => {
  const { submissions: texts } = useTexts()
  const wordsOf = useCheckWords()
  const stateOf = ({ done, key }: CheckItem) => texts.checkState[done ? 'done' : key === 'uploads' ? 'running' : 'open']
  return (
    <section>
      <h2>{texts.before}</h2>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.key === 'question' ? item.place : item.key}>
            <button
              type="button"
              className={item.key === 'files' && item.files === 0 ? styles.none : undefined}
              onClick={() => goToPlace(item.place)}
            >
              <Shape item={item} />
              <span>
                {wordsOf(item)}
                <span className="vh">{` ${stateOf(item)}`}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {note && <p className={styles.note}>{note}</p>}
    </section>
  )
}
