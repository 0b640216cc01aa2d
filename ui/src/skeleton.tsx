import { useEffect, useState } from 'react'
import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'
import { useUiTexts } from './ui-texts.ts'

/**
 * A gray placeholder of the height of what is being loaded; it takes its space at once but becomes visible only after
 * 150 ms.
 */
export const Skeleton = ({
  height,
  width = '100%',
  radius = 10,
}: {
  height: number | string
  width?: number | string
  radius?: number
}) => (
  <span
    data-skeleton
    className={styles.bone}
    style={{ height, width, borderRadius: radius } satisfies CSSProperties}
    aria-hidden
  />
)

/** Several rows of the same height, with a message for screen readers once loading takes longer than a moment. */
export const SkeletonList = ({ count, height, gap = 16 }: { count: number; height: number; gap?: number }) => {
  const texts = useUiTexts()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div style={{ display: 'grid', gap }}>
      <output className="vh">{late && texts.loading}</output>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </div>
  )
}
