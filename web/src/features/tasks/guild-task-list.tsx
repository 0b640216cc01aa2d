import type { TaskCard } from '@tongchuang/contract/tasks.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { Tabs } from '@tongchuang/ui/tabs.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-task-list.module.css'
import { taskListQuery } from './queries.ts'
import type { TaskSort, TaskType } from './queries.ts'
import { TaskRow, TaskRows } from './task-row.tsx'
import { groupOf } from './wording.ts'

const sorts = ['default', 'due', 'new'] as const
const groups = ['todo', 'open', 'done', 'shut'] as const

const Grouped = ({ list }: { list: readonly TaskCard[] }) => {
  const { square } = useTexts()
  return groups.map((group) => {
    const own = list.filter(({ state }) => groupOf(state) === group)
    if (own.length === 0) return null
    return (
      <section key={group} aria-label={square.groups[group]}>
        <p className={styles.group}>
          {square.groups[group]} <span className="num">{own.length}</span>
        </p>
        <TaskRows>
          {own.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </TaskRows>
      </section>
    )
  })
}

const Nothing = ({ type, allPath }: { type: TaskType; allPath: string }) => {
  const { square, standing } = useTexts()
  return type === 'all' ? (
    <EmptyState
      title={square.noneHere}
      action={
        <Link className={buttonClass()} to={paths.square()}>
          {standing.toSquare}
        </Link>
      }
    >
      {square.noneHereHint}
    </EmptyState>
  ) : (
    <EmptyState
      picture="compass"
      title={square.noMatch}
      action={
        <Link className={buttonClass()} to={allPath} replace state={{ quiet: true }}>
          {square.clearFilters}
        </Link>
      }
    />
  )
}

const List = ({
  guild_id,
  type,
  sort,
  allPath,
}: {
  guild_id: number
  type: TaskType
  sort: TaskSort
  allPath: string
}) => {
  const { square } = useTexts()
  const query = useInfiniteQuery(taskListQuery({ guild_id, type, sort, limit: 50 }))
  if (query.error && !query.data)
    return <RegionError what={square.tasksFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={4} height={98} />
  const list = query.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <Nothing type={type} allPath={allPath} />
  return (
    <>
      {sort === 'default' ? (
        <Grouped list={list} />
      ) : (
        <div className={styles.flat}>
          <TaskRows>
            {list.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </TaskRows>
        </div>
      )}
      <LoadMore of={query} />
    </>
  )
}

type Props = {
  guild_id: number
  type: TaskType
  counts: readonly { type: TaskCard['type']; count: number }[]
  pathOf: (type: TaskType) => string
}

/** The tasks of a guild: the type in the path, the order in the query. */
export const GuildTaskList = ({ guild_id, type, counts, pathOf }: Props) => {
  const { square, tasks } = useTexts()
  const [params, setParams] = useSearchParams()
  const sort = sorts.find((value) => value === params.get('sort')) ?? 'default'
  const tabs = [{ type: 'all' as const, count: counts.reduce((sum, { count }) => sum + count, 0) }, ...counts]
  return (
    <section className={styles.list} aria-labelledby="guild-tasks">
      <div className={styles.head}>
        <h2 id="guild-tasks">{square.tasks}</h2>
        <Pick
          label={square.sort}
          value={sort}
          items={sorts.map((value) => ({ value, label: square.sorts[value] }))}
          onChange={(next) =>
            setParams(next === 'default' ? {} : { sort: next }, { replace: true, preventScrollReset: true })
          }
        />
      </div>
      <Tabs label={square.types}>
        {tabs.map((tab) => (
          <Link
            key={tab.type}
            to={{ pathname: pathOf(tab.type), search: params.toString() }}
            replace
            state={{ quiet: true }}
            aria-current={tab.type === type ? 'page' : undefined}
          >
            {tasks.types[tab.type]} <i>{tab.count}</i>
          </Link>
        ))}
      </Tabs>
      <List guild_id={guild_id} type={type} sort={sort} allPath={pathOf('all')} />
    </section>
  )
}
