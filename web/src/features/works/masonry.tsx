import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import styles from './masonry.module.css'
import type { Work } from './queries.ts'
import { ratioOf } from './work-cover.tsx'

const widths = [1024, 720] as const
const queries = widths.map((width) => matchMedia(`(min-width: ${width}px)`))
const subscribe = (changed: () => void) => {
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
  }
}
const countColumns = (): number => 2 + queries.filter(({ matches }) => matches).length

// The height of a card below its cover, as a fraction of the column's width.
const foot = 0.36

/** Adds each work to the shortest column, so that a growing list moves no work already placed. */
const columnsOf = (works: readonly Work[], count: number): Work[][] => {
  const columns = Array.from({ length: count }, (): { height: number; works: Work[] } => ({ height: 0, works: [] }))
  for (const work of works) {
    const shortest = columns.reduce((best, column) => (column.height < best.height - 0.01 ? column : best))
    shortest.height += 1 / ratioOf(work) + foot
    shortest.works.push(work)
  }
  return columns.map((column) => column.works)
}

/** Covers of different heights in two to four columns. */
export const Masonry = ({
  works,
  label,
  children,
}: {
  works: readonly Work[]
  label: string
  children: (work: Work) => ReactNode
}) => {
  const count = useSyncExternalStore(subscribe, countColumns)
  return (
    <div className={styles.columns} data-count={count}>
      {columnsOf(works, count).map((column, place) => (
        <ul key={place} aria-label={place === 0 ? label : `${label} ${place + 1}`}>
          {column.map((work) => (
            <li key={work.id}>{children(work)}</li>
          ))}
        </ul>
      ))}
    </div>
  )
}
