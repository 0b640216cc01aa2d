import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import table from '@tongchuang/ui/table.module.css'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { BulkBar } from './bulk-bar.tsx'
import { guildChoicesQuery, taskListQuery } from './queries.ts'
import type { Filter, ListedTask } from './queries.ts'
import styles from './tasks.module.css'

const statuses = ['draft', 'scheduled', 'open', 'closed', 'archived', 'trashed'] as const
const types = ['main', 'side', 'daily', 'event'] as const
const sorts = ['new', 'due', 'title'] as const

type Params = ReturnType<typeof useSearchParamsState>

const filterOf = (params: Params, guild_id: number | undefined): Filter => {
  const status = statuses.find((one) => one === params.get('status'))
  const type = types.find((one) => one === params.get('type'))
  const keyword = params.get('q')
  const sort = sorts.find((one) => one === params.get('sort'))
  return {
    ...(guild_id !== undefined && { guild_id }),
    ...(status && { status }),
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
            {guilds.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {choice('status', tasks.statusFilter, tasks.statuses, tasks.all)}
      {choice('type', tasks.typeFilter, tasks.types, tasks.all)}
      {choice('sort', tasks.sort, tasks.sorts, null)}
    </div>
  )
}

/** A number that leads to what it counts. */
const Counted = ({ count, to, children }: { count: number; to: string; children: string }) =>
  count === 0 ? (
    count
  ) : (
    <Link to={to} aria-label={`${children} ${count}`} className={styles.counted}>
      {count}
    </Link>
  )

const Counts = ({ task }: { task: ListedTask }) => {
  const { columns } = useTexts().tasks
  return (
    <>
      {(['accepted', 'submitted'] as const).map((who) => (
        <td key={who} className={table.number}>
          <Counted count={task[who]} to={adminPaths.holders(task.id, who)}>
            {columns[who]}
          </Counted>
        </td>
      ))}
      {(
        [
          ['waiting', null],
          ['passed', 'released'],
        ] as const
      ).map(([name, state]) => (
        <td key={name} className={table.number}>
          <Counted count={task[name]} to={adminPaths.review({ task: task.id, ...(state && { state }) })}>
            {columns[name]}
          </Counted>
        </td>
      ))}
    </>
  )
}

type Picked = { ids: readonly number[]; set: (ids: readonly number[]) => void } | null

const Rows = ({ list, picked, withGuild }: { list: readonly ListedTask[]; picked: Picked; withGuild: boolean }) => {
  const { tasks } = useTexts()
  const language = useLanguage()
  const { columns } = tasks
  return (
    <ScrollArea label={tasks.title}>
      <table className={table.table}>
        <thead>
          <tr>
            {picked && (
              <td className={table.pick}>
                <input
                  type="checkbox"
                  aria-label={tasks.pickAll}
                  checked={picked.ids.length > 0 && picked.ids.length === Math.min(100, list.length)}
                  onChange={(event) => picked.set(event.target.checked ? list.slice(0, 100).map(({ id }) => id) : [])}
                />
              </td>
            )}
            <th scope="col">{columns.title}</th>
            {withGuild && <th scope="col">{columns.guild}</th>}
            <th scope="col">{columns.status}</th>
            <th scope="col">{columns.due}</th>
            {(['accepted', 'submitted', 'waiting', 'passed'] as const).map((name) => (
              <th key={name} scope="col" className={table.number}>
                {columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((task) => (
            <tr key={task.id}>
              {picked && (
                <td className={table.pick}>
                  <input
                    type="checkbox"
                    aria-label={tasks.pick(task.title)}
                    checked={picked.ids.includes(task.id)}
                    onChange={(event) =>
                      picked.set(
                        event.target.checked ? [...picked.ids, task.id] : picked.ids.filter((id) => id !== task.id),
                      )
                    }
                  />
                </td>
              )}
              <th scope="row">
                <Link to={adminPaths.task(task.id)}>{task.title || tasks.editor.noTitle}</Link>
                <small>{[tasks.types[task.type], task.chapter].filter(Boolean).join(' · ')}</small>
              </th>
              {withGuild && (
                <td className={table.clipped} title={task.guild_name}>
                  {task.guild_name}
                </td>
              )}
              <td>
                <span className={styles.status} data-status={task.status}>
                  {tasks.statuses[task.status]}
                </span>
              </td>
              <td>{task.due_at ? formatMoment(task.due_at, language) : tasks.noDue}</td>
              <Counts task={task} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** Tasks in a table: filtered and sorted by the address, changed many at once. */
export const TaskTable = ({ guild_id, may_pick }: { guild_id?: number; may_pick: boolean }) => {
  const { tasks } = useTexts()
  const params = useSearchParamsState()
  const chosen = guild_id ?? idInAddress(params.get('guild'))
  const filter = filterOf(params, chosen)
  const query = useInfiniteQuery({ ...taskListQuery(filter), placeholderData: (before) => before })
  const [ids, setIds] = useState<readonly number[]>([])
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const shown = ids.filter((id) => list.some((task) => task.id === id))
  const isFiltered =
    (guild_id === undefined && chosen !== undefined) ||
    filter.status !== undefined ||
    filter.type !== undefined ||
    filter.keyword !== undefined
  return (
    <>
      <Filters params={params} withGuild={guild_id === undefined} />
      {shown.length > 0 && (
        <BulkBar ids={[...shown]} guild_id={guild_id} inBin={filter.status === 'trashed'} onDone={() => setIds([])} />
      )}
      {query.error && !query.data && (
        <RegionError what={tasks.failed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!query.error && !query.data && <SkeletonList count={6} height={48} gap={8} />}
      {query.data && list.length === 0 && (
        <EmptyState
          picture={isFiltered ? 'plane' : 'desk'}
          title={isFiltered ? tasks.noneFound : tasks.none}
          action={isFiltered && <Button onClick={params.reset}>{tasks.showAll}</Button>}
        >
          {!isFiltered && tasks.noneHint}
        </EmptyState>
      )}
      {list.length > 0 && (
        <Rows list={list} picked={may_pick ? { ids: shown, set: setIds } : null} withGuild={guild_id === undefined} />
      )}
      <LoadMore of={query} />
    </>
  )
}
