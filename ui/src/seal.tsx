import { Suspense } from 'react'
import { lazyDecoration } from './lazy-part.tsx'
import { SealMark } from './seal-mark.tsx'
import styles from './seal.module.css'

// Loaded on demand, because the animation plays only once for each picked work.
const Stamp = lazyDecoration(() => import('./stamp.tsx').then((module) => module.Stamp))

/**
 * The seal 优 on a work; `first` animates the stamping. Decoration in a box that the caller places; the words stand
 * beside it.
 */
export const Seal = ({
  moment,
  className,
}: {
  moment: 'asking' | 'first' | 'known'
  className?: string | undefined
}) => {
  const waiting = [styles.seal, styles.asking, className].filter(Boolean).join(' ')
  const still = [styles.seal, className].filter(Boolean).join(' ')
  const mark = (
    <span className={moment === 'known' ? still : waiting} data-moment={moment} aria-hidden>
      <SealMark />
    </span>
  )
  if (moment !== 'first') return mark
  return (
    <Suspense fallback={mark}>
      <span className={still} data-moment={moment} aria-hidden>
        <Stamp />
      </span>
    </Suspense>
  )
}
