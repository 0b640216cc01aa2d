import { paths } from '@tongchuang/contract/paths.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './my-shelf.module.css'
import { worksQuery } from './queries.ts'
import { useFreshLikes } from './use-fresh-likes.ts'
import { ratioOf, WorkCover } from './work-cover.tsx'

const onBoard = 4

/** The works the user shares, as a shelf: the featured ones first, then the newest. */
export const MyShelf = () => {
  const { works: texts } = useTexts()
  const { user_id } = useProfile()
  const query = useInfiniteQuery(worksQuery({ student_id: user_id, sort: 'featured' }, onBoard))
  const [page] = query.data?.pages ?? []
  useFreshLikes(page?.list.map(({ id }) => id) ?? [])
  return (
    <section className={styles.shelf} aria-labelledby="my-shelf">
      <div className={styles.head}>
        <h2 id="my-shelf">{texts.board}</h2>
        {page && page.total > 0 ? (
          <small className="num">{texts.pieces(page.total, page.total_more === true)}</small>
        ) : (
          <small />
        )}
        {page && page.total > 0 && (
          <Link className="link" to={paths.shelf(user_id)}>
            {texts.boardAll}
          </Link>
        )}
      </div>
      {query.error && !page ? (
        <ReadFailure of={query} />
      ) : !page ? (
        <Skeleton height={220} />
      ) : page.list.length === 0 ? (
        <p>{texts.emptyHint}</p>
      ) : (
        <ul className={styles.works}>
          {page.list.map((work) => (
            <li key={work.id} className={styles.work}>
              <div className={styles.cover}>
                <WorkCover work={work} ratio={Math.max(0.85, ratioOf(work))} />
              </div>
              <div className={styles.words}>
                <h3>
                  <Link to={paths.work(work.id)}>{work.title}</Link>
                </h3>
                <small className="num">{texts.likes(work.like_count)}</small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
