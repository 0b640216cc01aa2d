import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { titleOfChoice } from '@tongchuang/ui/select-field.tsx'
import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import table from '@tongchuang/ui/data-table.module.css'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Field, FieldFrame } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useDebouncedSearch } from '@tongchuang/ui/use-debounced-search.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import styles from './audit-list.module.css'
import { filterOf } from './filter.ts'
import { everyGuild } from '../../queries/guilds.ts'
import { auditKey } from '../../queries/keys.ts'

type Entry = Output<typeof auditAdmin.list>['list'][number]

const Row = ({ entry }: { entry: Entry }) => {
  const { audit, shell } = useTexts()
  const language = useLanguage()
  const sentences: Readonly<Record<string, string>> = audit.sentences
  const about = [entry.task, entry.guild].filter(Boolean).join(' · ')
  const input = entry.input === '{}' ? '' : entry.input
  const outcome =
    entry.outcome === 'DONE'
      ? audit.done
      : entry.outcome === 'BEGUN'
        ? audit.begun
        : entry.outcome === 'FAILED'
          ? audit.failed
          : audit.refused
  return (
    <tr>
      <td className={styles.at}>{formatMoment(entry.at, language)}</td>
      <th scope="row">
        {entry.nickname || audit.gone(entry.user_id)}
        <span className={table.sub}>
          {[entry.role && shell.roles[entry.role], entry.username].filter(Boolean).join(' · ')}
        </span>
      </th>
      <td>
        {sentences[entry.call] ?? entry.call}
        {about && <span className={table.sub}>{about}</span>}
        {input && (
          <details className={styles.input}>
            <summary>{audit.sent}</summary>
            <code>{input}</code>
          </details>
        )}
      </td>
      <td>
        <span className={entry.outcome === 'DONE' ? styles.done : styles.refused}>{outcome}</span>
        {entry.refusal && <span className={table.sub}>{entry.refusal}</span>}
      </td>
      <td className={styles.address}>{entry.address}</td>
    </tr>
  )
}

/** The filter by person, act, guild and time; each choice is kept in the address. */
const AuditFilter = () => {
  const { audit } = useTexts()
  const { query, change } = useAddressQuery()
  // Archived guilds are included, because their records can be searched too.
  const guilds = useQuery({
    queryKey: [...auditKey, 'guilds'],
    queryFn: async () => (await everyGuild()).toSorted((one, other) => one.name.localeCompare(other.name)),
  })
  const [call, guild] = [query.get('call') ?? '', query.get('guild') ?? '']
  const who = useDebouncedSearch(query.get('who') ?? '', (words) => change({ who: words }))
  const bind = (name: string) => ({
    value: query.get(name) ?? '',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <>
      <search className={styles.filter}>
        <Field label={audit.who} maxLength={60} {...who.field} />
        <FieldFrame id="audit-call" label={audit.what}>
          <select ref={(select) => titleOfChoice(select)} id="audit-call" className={styles.select} {...bind('call')}>
            <option value="">{audit.anything}</option>
            {call !== '' && !(call in audit.sentences) && <option value={call}>{call}</option>}
            {Object.entries(audit.sentences).map(([call, sentence]) => (
              <option key={call} value={call}>
                {sentence}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FieldFrame id="audit-guild" label={audit.guild}>
          <select ref={(select) => titleOfChoice(select)} id="audit-guild" className={styles.select} {...bind('guild')}>
            <option value="">{audit.anyGuild}</option>
            {guild !== '' && !guilds.data?.some(({ id }) => String(id) === guild) && (
              <option value={guild}>{`#${guild}`}</option>
            )}
            {guilds.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </FieldFrame>
        <Field label={audit.from} type="date" {...bind('from')} />
        <Field label={audit.to} type="date" {...bind('to')} />
      </search>
      <ReadFailure of={guilds} />
    </>
  )
}

/** What the staff have done, newest first; the filter is in the address. */
export const AuditList = () => {
  const { audit } = useTexts()
  const { query } = useAddressQuery()
  const filter = filterOf(query)
  const rows = useInfiniteQuery({
    queryKey: [...auditKey, filter],
    queryFn: ({ pageParam }) =>
      sendQuietly(auditAdmin.list, { ...filter, limit: 50, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch } = rows
  const list = data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <PageHead title={audit.title} lead={audit.lead} />
      <AuditFilter />
      {error && !data ? (
        <RegionError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonList count={8} height={48} gap={4} />
      ) : list.length === 0 ? (
        <EmptyState picture="compass" title={audit.nothing}>
          {audit.nothingHint}
        </EmptyState>
      ) : (
        <ScrollArea label={audit.title}>
          <table className={table.table}>
            <thead>
              <tr>
                <th>{audit.at}</th>
                <th>{audit.who}</th>
                <th>{audit.what}</th>
                <th>{audit.outcome}</th>
                <th>{audit.address}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <LoadMore of={rows} />
    </>
  )
}
