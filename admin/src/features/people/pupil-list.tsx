import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { LookFor } from '@tongchuang/ui/look-for.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { PupilActions } from './pupil-actions.tsx'
import { pupilsQuery } from './queries.ts'
import styles from './people.module.css'

type Filter = 'all' | 'never' | 'disabled'

/** Students by name or number; the search and the filter stand in the address. */
export const PupilList = ({
  keyword,
  filter,
  isAdmin,
  onChange,
}: {
  keyword: string
  filter: Filter
  isAdmin: boolean
  onChange: (next: { keyword: string } | { filter: Filter }) => void
}) => {
  const { people } = useTexts()
  const wanted = {
    ...(keyword ? { keyword } : {}),
    ...(filter === 'never' ? { never_in: true } : {}),
    ...(filter === 'disabled' ? { disabled: true } : {}),
  }
  const pupils = useInfiniteQuery(pupilsQuery(wanted))
  const list = pupils.data?.pages.flatMap((page) => page.list) ?? []
  const first = pupils.data?.pages[0]

  return (
    <section aria-label={people.list}>
      <div className={styles.bar}>
        <LookFor label={people.search} value={keyword} onChange={(words) => onChange({ keyword: words })} />
        <Chips
          label={people.filter}
          value={filter}
          onChange={(next) => onChange({ filter: next })}
          items={[
            { value: 'all', label: people.all },
            { value: 'never', label: people.never },
            { value: 'disabled', label: people.disabled },
          ]}
        />
        <output className={styles.total}>{first ? people.total(first.total, first.total_more ?? false) : ''}</output>
      </div>
      {pupils.isError && <RegionError error={pupils.error} onRetry={() => void pupils.refetch()} />}
      {pupils.isPending && <SkeletonList count={10} height={44} gap={4} />}
      {pupils.isSuccess && list.length === 0 && (
        <EmptyState title={keyword ? people.noneFound : people.none}>
          {keyword ? people.noneFoundText : people.noneText}
        </EmptyState>
      )}
      {list.length > 0 && (
        <ScrollArea className={styles.scroll} label={people.list}>
          <table className={styles.table}>
            <caption className="vh">{people.list}</caption>
            <thead>
              <tr>
                {(['studentNo', 'name', 'className', 'guilds', 'lastLogin'] as const).map((head) => (
                  <th key={head} scope="col">
                    {people[head]}
                  </th>
                ))}
                <th scope="col">
                  <span className="vh">{people.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((pupil) => (
                <tr key={pupil.id} data-disabled={pupil.disabled || undefined}>
                  <td className="num">{pupil.student_no ?? <span className={styles.quiet}>{people.noNumber}</span>}</td>
                  <th scope="row">
                    {pupil.real_name || pupil.nickname}
                    <small>{pupil.username}</small>
                  </th>
                  <td>{pupil.class_name}</td>
                  <td>
                    {pupil.guilds.join('、')}
                    {pupil.guild_count > pupil.guilds.length && (
                      <span className={styles.quiet}>
                        {people.more(pupil.guild_count - pupil.guilds.length, pupil.guild_count)}
                      </span>
                    )}
                  </td>
                  <td>
                    {pupil.disabled ? (
                      people.isDisabled
                    ) : pupil.last_login_at ? (
                      <Moment at={pupil.last_login_at} />
                    ) : (
                      people.never
                    )}
                  </td>
                  <td>
                    <PupilActions pupil={pupil} isAdmin={isAdmin} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <LoadMore
        hasMore={pupils.hasNextPage}
        loading={pupils.isFetchingNextPage}
        onMore={() => void pupils.fetchNextPage()}
      />
    </section>
  )
}
