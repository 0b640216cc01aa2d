import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { useKeptQuery } from '@tongchuang/ui/kept-query.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { BulkBar, RefusedDialog, type BulkRefusal } from './bulk-bar.tsx'
import { guildChoicesQuery, taskListQuery } from './queries.ts'
import type { Filter } from './queries.ts'
import { leftOut, TaskRows } from './task-rows.tsx'
import styles from './tasks.module.css'

const statuses = ['draft', 'scheduled', 'open', 'closed', 'archived', 'trashed'] as const
// Not a status, but chosen among them: open tasks that are due within a week.
const dueSoon = 'soon'
const types = ['main', 'side', 'daily', 'event'] as const
const sorts = ['new', 'due', 'title'] as const

const kept = ['guild'] as const
const nothing: never[] = []
const cleared = { q: null, guild: null, status: null, type: null }

/** The search and filters in the address; in the list of all guilds’ tasks, the chosen guild is remembered. */
const useParams = (ofAll: boolean) => {
  const { query, change } = useKeptQuery(ofAll ? kept : nothing)
  return {
    get: (name: string) => (query.get(name) ?? '').slice(0, 60),
    set: (name: string, value: string) => change({ [name]: value }),
    reset: () => change(cleared),
  }
}

type Params = ReturnType<typeof useParams>

const filterOf = (params: Params, guild_id: number | undefined): Filter => {
  const status = statuses.find((one) => one === params.get('status'))
  const type = types.find((one) => one === params.get('type'))
  const keyword = params.get('q')
  const sort = sorts.find((one) => one === params.get('sort'))
  return {
    ...(guild_id !== undefined && { guild_id }),
    ...(status && { status }),
    ...(params.get('status') === dueSoon && { due_soon: true }),
    ...(type && { type }),
    ...(keyword && { keyword }),
    ...(sort && { sort }),
  }
}

const Filters = ({ params, withGuild }: { params: Params; withGuild: boolean }) => {
  const { tasks } = useTexts()
  const guilds = useQuery({ ...guildChoicesQuery, enabled: withGuild })
  const choice = (
    name: 'status' | 'type' | 'sort',
    label: string,
    words: Readonly<Record<string, string>>,
    first: string | null,
  ) => (
    <div className={styles.choice}>
      <SelectField label={label} value={params.get(name)} onChange={(next) => params.set(name, next)}>
        {first !== null && <option value="">{first}</option>}
        {Object.entries(words).map(([value, text]) => (
          <option key={value} value={first === null && value === 'new' ? '' : value}>
            {text}
          </option>
        ))}
      </SelectField>
    </div>
  )
  return (
    <div className={styles.filters}>
      <ReadFailure of={guilds} />
      <SearchField label={tasks.search} value={params.get('q')} onChange={(keyword) => params.set('q', keyword)} />
      {withGuild && (
        <div className={styles.choice}>
          <SelectField label={tasks.guild} value={params.get('guild')} onChange={(next) => params.set('guild', next)}>
            <option value="">{tasks.allGuilds}</option>
            {params.get('guild') !== '' && !guilds.data?.some(({ id }) => String(id) === params.get('guild')) && (
              <option value={params.get('guild')}>{`#${params.get('guild')}`}</option>
            )}
            {guilds.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {choice('status', tasks.statusFilter, { ...tasks.statuses, [dueSoon]: tasks.dueSoon }, tasks.all)}
      {choice('type', tasks.typeFilter, tasks.types, tasks.all)}
      {choice('sort', tasks.sort, tasks.sorts, null)}
    </div>
  )
}

/** Tasks in a table, filtered and sorted by the address; several can be changed at once. */
export const TaskTable = ({ guild_id, may_pick }: { guild_id?: number; may_pick: boolean }) => {
  const { tasks } = useTexts()
  const params = useParams(guild_id === undefined)
  const chosen = guild_id ?? idInAddress(params.get('guild'))
  const filter = filterOf(params, chosen)
  const query = useInfiniteQuery({ ...taskListQuery(filter), placeholderData: (before) => before })
  const [ids, setIds] = useState<readonly number[]>([])
  const [refused, setRefused] = useState<readonly BulkRefusal[]>([])
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const known = new Map(list.flatMap((task) => [task, ...task.classes]).map((task) => [task.id, task]))
  const shown = ids.filter((id) => known.has(id))
  const isFiltered =
    (guild_id === undefined && chosen !== undefined) ||
    filter.status !== undefined ||
    filter.due_soon === true ||
    filter.type !== undefined ||
    filter.keyword !== undefined
  return (
    <>
      <Filters params={params} withGuild={guild_id === undefined} />
      {shown.length > 0 && (
        <BulkBar
          picked={shown.flatMap((id) => known.get(id) ?? [])}
          left={leftOut(list, query.data?.pages[0]?.total ?? 0, shown)}
          guild_id={guild_id}
          inBin={filter.status === 'trashed'}
          onDone={(left) => {
            // Changed tasks are no longer selected: another press acts only on the refused ones.
            setIds(left.map(({ id }) => id))
            setRefused(left)
          }}
        />
      )}
      {refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />}
      {query.error && !query.data && (
        <RegionError what={tasks.failed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!query.error && !query.data && <SkeletonList count={6} height={48} gap={8} />}
      {query.data && list.length === 0 && (
        <EmptyState
          picture={isFiltered ? 'compass' : 'lamp'}
          title={isFiltered ? tasks.noneFound : tasks.none}
          action={isFiltered && <Button onClick={params.reset}>{tasks.showAll}</Button>}
        >
          {!isFiltered && tasks.noneHint}
        </EmptyState>
      )}
      {list.length > 0 && (
        <TaskRows
          list={list}
          picked={may_pick ? { ids: shown, set: setIds } : null}
          withGuild={guild_id === undefined}
        />
      )}
      <LoadMore of={query} />
    </>
  )
}
