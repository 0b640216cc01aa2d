import { Button } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useUiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './new-tasks.module.css'
import { doingQuery, taskListQuery } from './queries.ts'
import { TaskCard } from './task-card.tsx'

const filters = ['available', 'doing', 'returned', 'passed', 'all'] as const
type Filter = (typeof filters)[number]

const filterOf = (value: string | null): Filter => filters.find((filter) => filter === value) ?? 'available'

const Cards = ({ filter, onAll }: { filter: Filter; onAll: () => void }) => {
  const { square } = useTexts()
  const ui = useUiTexts()
  const query = useInfiniteQuery(taskListQuery({ state: filter === 'all' ? undefined : filter, limit: 6 }))
  if (query.error && !query.data) return <RegionError what={square.tasksFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <div className={styles.cards}>
        <Skeleton height={292} radius={16} />
        <Skeleton height={292} radius={16} />
      </div>
    )
  const list = query.data.pages.flatMap((page) => page.list)
  if (list.length === 0) {
    return filter === 'available' ? (
      <EmptyState title={square.noTasks} action={<Button onClick={onAll}>{square.showAll}</Button>}>
        {square.noTasksHint}
      </EmptyState>
    ) : (
      <EmptyState picture="plane" title={square.noMatch}>
        {square.noMatchHint}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.cards}>
        {list.map((task) => (
          <li key={task.id}>
            <TaskCard task={task} />
          </li>
        ))}
      </ul>
      {/* By its button alone: what stands below the list has to be within reach. */}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? ui.loadingMore : ui.more}
          </Button>
        </div>
      )}
    </>
  )
}

/** The tasks of all my guilds, by state; the state is in the address. */
export const NewTasks = ({ guildCount }: { guildCount: number | undefined }) => {
  const { square } = useTexts()
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params.get('state'))
  const doing = useQuery(doingQuery()).data
  const count = (state: string) => doing?.filter((task) => task.state === state).length || undefined
  const choose = (next: Filter) => setParams(next === 'available' ? {} : { state: next }, { replace: true, preventScrollReset: true })
  return (
    <section className={styles.section} aria-labelledby="new-tasks">
      <h2 id="new-tasks">
        {square.newTasks}
        {guildCount !== undefined && guildCount > 0 && <small>{square.fromGuilds(guildCount)}</small>}
      </h2>
      <Chips
        label={square.filter}
        value={filter}
        onChange={choose}
        items={filters.map((value) => ({
          value,
          label: square.filters[value],
          count: value === 'doing' || value === 'returned' ? count(value) : undefined,
        }))}
      />
      <Cards filter={filter} onAll={() => choose('all')} />
    </section>
  )
}
