import { paths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './new-tasks.module.css'
import { taskListQuery } from './queries.ts'
import { TaskCard } from './task-card.tsx'

const filters = ['available', 'doing', 'returned', 'passed', 'all'] as const
type Filter = (typeof filters)[number]

const filterOf = (value: string | null): Filter => filters.find((filter) => filter === value) ?? 'available'

const listOf = (filter: Filter) => taskListQuery({ state: filter === 'all' ? undefined : filter, limit: 6 })

/**
 * The empty state: if there are no new tasks or none at all, it links to the works; if a filter finds nothing, it
 * offers to clear the filter.
 */
const Nothing = ({
  filter,
  hasOthers,
  onChoose,
}: {
  filter: Filter
  hasOthers: boolean
  onChoose: (filter: Filter) => void
}) => {
  const { square } = useTexts()
  if (filter !== 'available' && filter !== 'all') {
    return (
      <EmptyState
        picture="compass"
        title={square.noMatch}
        action={<Button onClick={() => onChoose('available')}>{square.clearFilters}</Button>}
      />
    )
  }
  return (
    <EmptyState
      title={square.noTasks}
      action={
        <>
          <Link className={buttonClass()} to={paths.works()}>
            {square.toWorks}
          </Link>
          {hasOthers && (
            <Button tone="text" onClick={() => onChoose('all')}>
              {square.showAll}
            </Button>
          )}
        </>
      }
    >
      {square.noTasksHint}
    </EmptyState>
  )
}

const Cards = ({ filter, onChoose }: { filter: Filter; onChoose: (filter: Filter) => void }) => {
  const { square } = useTexts()
  const query = useInfiniteQuery(listOf(filter))
  if (query.error && !query.data)
    return <RegionError what={square.tasksFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <div className={styles.cards}>
        <Skeleton height={292} radius={16} />
        <Skeleton height={292} radius={16} />
      </div>
    )
  const list = query.data.pages.flatMap((page) => page.list)
  if (list.length === 0)
    return (
      <Nothing
        filter={filter}
        hasOthers={filter !== 'all' && (query.data.pages[0]?.states.all ?? 0) > 0}
        onChoose={onChoose}
      />
    )
  return (
    <>
      <ul className={styles.cards}>
        {list.map((task) => (
          <li key={task.id}>
            <TaskCard task={task} />
          </li>
        ))}
      </ul>
      <LoadMore of={query} isByButton className={styles.more} />
    </>
  )
}

/** The tasks of all the user's guilds, filtered by state; the state is in the address. */
export const NewTasks = ({ guildCount }: { guildCount: number | undefined }) => {
  const { square } = useTexts()
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params.get('state'))
  // The counts arrive with the cards; until then those of the previous filter stay.
  const { data, isPending } = useInfiniteQuery({ ...listOf(filter), placeholderData: (before) => before })
  const counts = data?.pages[0]?.states
  const choose = (next: Filter) =>
    setParams(next === 'available' ? {} : { state: next }, { replace: true, preventScrollReset: true })
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
          count: isPending ? null : counts?.[value],
        }))}
      />
      <Cards filter={filter} onChoose={choose} />
    </section>
  )
}
