import { Button } from '@tongchuang/ui/button.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import styles from './gallery.module.css'
import type { WorkPages } from './queries.ts'
import { WorkCard } from './work-card.tsx'

type Props = {
  query: UseInfiniteQueryResult<WorkPages>
  month: boolean
  onOpen: (id: number) => void
  onAll: () => void
}

/** The aspect ratios of the covers: the first is twice as wide as the others, and as high. */
const ratios = [1.44, 0.72, 0.72] as const

const Waiting = ({ title }: { title: string }) => (
  <div className={styles.section}>
    <div className={styles.title}>{title}</div>
    <div className={styles.featured}>
      {ratios.map((ratio, place) => (
        <div key={place} className={styles.bones}>
          <div style={{ aspectRatio: ratio }}>
            <Skeleton height="100%" />
          </div>
        </div>
      ))}
    </div>
  </div>
)

/** The works staff picked last, before all others; absent if there are none. */
export const FeaturedRow = ({ query, month, onOpen, onAll }: Props) => {
  const { works: texts } = useTexts()
  const page = query.data?.pages[0]
  if (query.isPending) return <Waiting title={month ? texts.featuredMonth : texts.featured} />
  if (!page) return <ReadFailure of={query} what={texts.featuredFailed} />
  if (page.list.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="works-featured">
      <h2 id="works-featured">
        {month ? texts.featuredMonth : texts.featured}
        <small>{texts.featuredHint}</small>
        {page.total > 3 && (
          <Button tone="text" className={styles.aside} onClick={onAll}>
            {texts.allFeatured(page.total, page.total_more === true)}
          </Button>
        )}
      </h2>
      <ul className={styles.featured} data-count={page.list.length}>
        {page.list.map((work, place) => (
          <li key={work.id}>
            <WorkCard work={work} ratio={ratios[place] ?? 1} eager onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}
