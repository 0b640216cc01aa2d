import { adminPaths } from '@tongchuang/contract/paths.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatRelative } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { missingOfSetQuery } from './queries.ts'
import styles from './set-summary.module.css'

/** Up to ten students who have submitted nothing: their state, and whether they were reminded. */
export const SetMissing = ({ set_id, missing }: { set_id: number; missing: number }) => {
  const { reviewSets: texts } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  const query = useQuery(missingOfSetQuery(set_id))
  const list = query.data?.list ?? []
  return (
    <section className={styles.waiting} aria-labelledby="missing">
      <h2 id="missing">{texts.theMissing(missing)}</h2>
      <ReadFailure of={query} />
      {query.isPending && <SkeletonList count={2} height={48} gap={2} />}
      <ul>
        {list.map(({ student, guild_name, state, reminded_at }) => (
          <li key={student.user_id}>
            <span>
              <b>{student.real_name || student.nickname}</b>
              <small>
                {guild_name} · {texts.missingStates[state]}
              </small>
            </span>
            <small>
              {reminded_at === null ? texts.notReminded : texts.reminded(formatRelative(reminded_at, language, now))}
            </small>
          </li>
        ))}
      </ul>
      {missing > list.length && list.length > 0 && (
        <Link className="link" to={adminPaths.missingInSet(set_id)}>
          {texts.allMissing(missing)}
        </Link>
      )}
    </section>
  )
}
