import { ArrowDown, ArrowUp } from 'lucide-react'
import styles from './move-buttons.module.css'

/** One of the two directions; `onMove` is null if the row is at that end. */
type Way = { label: string; onMove: (() => void) | null }

/** Two arrows that move a row of a list up or down. */
export const MoveButtons = ({ up, down }: { up: Way; down: Way }) => (
  <span className={styles.pair}>
    {([up, down] as const).map(({ label, onMove }, place) => (
      // A disabled button would lose the focus when its row arrives at the end.
      <button
        key={place === 0 ? 'up' : 'down'}
        type="button"
        aria-label={label}
        aria-disabled={onMove === null || undefined}
        onClick={() => onMove?.()}
      >
        {place === 0 ? <ArrowUp size={16} aria-hidden /> : <ArrowDown size={16} aria-hidden />}
      </button>
    ))}
  </span>
)
