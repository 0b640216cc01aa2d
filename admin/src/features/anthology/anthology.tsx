import { anthologiesAdmin } from '@tongchuang/contract/anthologies.admin.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { AnthologySheets, MonthChoice, PrintAnthology } from '@tongchuang/ui/anthology.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { anthologyTextsOf } from '@tongchuang/ui/texts/anthology.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { moderationKey } from '../../queries/keys.ts'
import styles from './anthology.module.css'

const issueQuery = (guild_id: number, month: string | null) =>
  queryOptions({
    queryKey: [...moderationKey, 'anthology', guild_id, month],
    queryFn: () => sendQuietly(anthologiesAdmin.issue, { guild_id, ...(month && { month }) }),
    placeholderData: keepPreviousData,
  })

/** The excellent works of a guild by month, as its students see them, to be printed. */
export const Anthology = ({ guild_id, mayReview }: { guild_id: number; mayReview: boolean }) => {
  const texts = anthologyTextsOf[useLanguage()]
  const [params, setParams] = useSearchParams()
  const read = useQuery(issueQuery(guild_id, params.get('month')))
  const { data } = read
  if (!data) return read.error ? <ReadFailure of={read} /> : <Skeleton height={480} />
  return (
    <div className={styles.part}>
      <div className={`${styles.head} no-print`}>
        <MonthChoice
          issue={data}
          isBusy={read.isPlaceholderData}
          onChoose={(month) => setParams({ month }, { replace: true })}
        />
        <PrintAnthology issue={data} />
        <p>{texts.lead}</p>
      </div>
      <AnthologySheets
        issue={data}
        linkTo={(work, words) =>
          mayReview && (
            <Link className="link no-print" to={adminPaths.reviewOf(work.id)} aria-label={`${words} ${work.title}`}>
              {words}
            </Link>
          )
        }
      />
    </div>
  )
}
