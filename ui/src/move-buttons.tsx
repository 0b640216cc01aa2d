import { ArrowDown, ArrowUp } from 'lucide-react'
import styles from './move-buttons.module.css'

type Way = { label: string; disabled: boolean; onClick: () => void }

/** Two arrows that move a row of a list up or down. */
export const MoveButtons = ({ up, down }: { up: Way; down: Way }) => (
  <span className={styles.pair}>
    {([up, down] as const).map(({ label, ...rest }, place) => (
      <button key={place === 0 ? 'up' : 'down'} type="button" aria-label={label} {...rest}>
        {place === 0 ? <ArrowUp size={16} aria-hidden /> : <ArrowDown size={16} aria-hidden />}
      </button>
    ))}
  </span>
)
