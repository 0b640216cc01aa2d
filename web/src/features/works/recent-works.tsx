import { paths } from '@tongchuang/contract/paths.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { worksQuery } from './queries.ts'
import styles from './recent-works.module.css'
import { useFreshLikes } from './use-fresh-likes.ts'
import { WorkCard } from './work-card.tsx'

const shown = 4

/** The most recently featured works, in a row for the square; absent if there are none. */
export const RecentWorks = () => {
  const { works: texts } = useTexts()
  const query = useInfiniteQuery(worksQuery({ featured: true, sort: 'new' }, shown))
  const list = query.data?.pages[0]?.list
  useFreshLikes(list?.map(({ id }) => id) ?? [])
  if (list?.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="recent-works">
      <h2 id="recent-works">
        {texts.recent}
        <Link className="link" to={paths.works()}>
          {texts.toGallery}
        </Link>
      </h2>
      <ReadFailure of={query} />
      {(list || !query.isError) && (
        <ul className={styles.row}>
          {list
            ? list.map((work) => (
                <li key={work.id}>
                  <WorkCard work={work} ratio={4 / 3} />
                </li>
              ))
            : Array.from({ length: shown }, (_, place) => (
                <li key={place}>
                  <Skeleton height={220} />
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}
