import { anthologies } from '@tongchuang/contract/anthologies.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { AnthologySheets, MonthChoice, PrintAnthology } from '@tongchuang/ui/anthology.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { titleWith, usePageTitle } from '@tongchuang/ui/page-title.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { anthologyTextsOf } from '@tongchuang/ui/texts/anthology.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { worksKey } from '../../queries/keys.ts'
import styles from './anthology-page.module.css'

const issueQuery = (guild_id: number, month: string | null) =>
  queryOptions({
    queryKey: [...worksKey, 'anthology', guild_id, month],
    queryFn: () => sendQuietly(anthologies.issue, { guild_id, ...(month && { month }) }),
    placeholderData: keepPreviousData,
  })

/** The excellent works of a guild, one month after the other, as sheets for paper. */
export const AnthologyPage = ({ guild_id }: { guild_id: number }) => {
  const texts = anthologyTextsOf[useLanguage()]
  const { shell } = useTexts()
  const [params, setParams] = useSearchParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useQuery(issueQuery(guild_id, params.get('month')))
  const { data } = read
  usePageTitle(titleWith(texts.title, [data?.name]))
  // The link that led here is gone from the page, so the heading takes the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const choose = (month: string) => setParams({ anthology: String(guild_id), month }, { replace: true })
  return (
    <div className={styles.page}>
      <header className={`${styles.head} no-print`}>
        <Link className={styles.back} to={data ? paths.guild({ id: guild_id, name: data.name }) : paths.guilds()}>
          <ChevronLeft size={20} aria-hidden />
          {data?.name ?? shell.titles.guilds}
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        {data && <PrintAnthology issue={data} />}
        <p>{texts.lead}</p>
      </header>
      {data ? (
        <>
          <MonthChoice issue={data} isBusy={read.isPlaceholderData} onChoose={choose} />
          <AnthologySheets
            issue={data}
            linkTo={(work, words) => (
              <Link className="link no-print" to={paths.work(work.id)} aria-label={`${words} ${work.title}`}>
                {words}
              </Link>
            )}
          />
        </>
      ) : read.error ? (
        <ReadFailure of={read} />
      ) : (
        <Skeleton height={480} />
      )}
    </div>
  )
}
