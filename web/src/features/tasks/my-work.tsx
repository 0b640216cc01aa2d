import { paths } from '@tongchuang/contract/paths.ts'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { Tabs } from '@tongchuang/ui/tabs.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './my-work.module.css'
import { doingQuery, myVersionsQuery } from './queries.ts'
import type { MyVersion } from './queries.ts'
import { TaskRow, TaskRows } from './task-row.tsx'
import { VersionRow } from './version-row.tsx'

const tabs = ['doing', 'submitted', 'returned', 'reviewed'] as const
type Tab = (typeof tabs)[number]

/** The list named by the address; by default the tasks under way. */
export const shownWork = (named: string | null): Tab => tabs.find((value) => value === named) ?? 'doing'

/** The newest version of each task that was neither withdrawn nor returned after the result; it represents the task. */
const newestOfEach = (list: readonly MyVersion[]): MyVersion[] => {
  const seen = new Set<number>()
  return list.filter(
    ({ task_id, status, went_back }) => status !== 'withdrawn' && !went_back && !seen.has(task_id) && seen.add(task_id),
  )
}

const Nothing = ({ tab }: { tab: Tab }) => {
  const { center, standing } = useTexts()
  const { title, hint } = center.empty[tab]
  return (
    <EmptyState
      title={title}
      action={
        <Link className={buttonClass()} to={paths.square()}>
          {standing.toSquare}
        </Link>
      }
    >
      {hint}
    </EmptyState>
  )
}

/**
 * The user's tasks under way, submitted, returned and reviewed: four lists with their counts, the shown one in the
 * address.
 */
export const MyWork = () => {
  const { center } = useTexts()
  const [params] = useSearchParams()
  const tab = shownWork(params.get('tab'))
  const doing = useQuery(doingQuery())
  const mine = useInfiniteQuery(myVersionsQuery)
  const versions = newestOfEach(mine.data?.pages.flatMap((page) => page.list) ?? [])
  const underWay = (state: string) => doing.data?.filter((task) => task.state === state)
  const waiting = versions.filter(({ state }) => state === 'submitted')
  const reviewed = versions.filter(({ state }) => state === 'passed' || state === 'failed')
  // The count of the loaded versions, marked as a lower bound while there are more.
  const soFar = (n: number) => mine.data && (mine.hasNextPage ? center.moreThan(n) : n)
  const counts: Record<Tab, number | string | undefined> = {
    doing: underWay('doing')?.length,
    submitted: soFar(waiting.length),
    returned: underWay('returned')?.length,
    reviewed: soFar(reviewed.length),
  }
  const source = tab === 'doing' || tab === 'returned' ? doing : mine
  const rows = tab === 'submitted' ? waiting : reviewed

  const list = () => {
    if (!source.data) return source.error ? undefined : <SkeletonList count={3} height={98} />
    if (counts[tab] === 0) return <Nothing tab={tab} />
    if (tab === 'doing' || tab === 'returned') {
      return (
        <TaskRows>
          {underWay(tab)?.map((task) => (
            <TaskRow key={task.id} task={task} withGuild />
          ))}
        </TaskRows>
      )
    }
    return (
      <TaskRows>
        {rows.map((version) => (
          <VersionRow key={version.id} version={version} />
        ))}
      </TaskRows>
    )
  }

  return (
    <section className={styles.work} aria-labelledby="my-work">
      <h2 id="my-work">{center.myTasks}</h2>
      <Tabs label={center.myTasks}>
        {tabs.map((value) => (
          <Link
            key={value}
            to={value === 'doing' ? '.' : `?tab=${value}`}
            replace
            preventScrollReset
            aria-current={value === tab ? 'page' : undefined}
          >
            {center.tabs[value]}
            {counts[value] !== undefined && <i> {counts[value]}</i>}
          </Link>
        ))}
      </Tabs>
      {/* Both are shown, since the counts of the other lists depend on them. */}
      <ReadFailure of={[doing, mine]} />
      {list()}
      {source === mine && <LoadMore of={mine} />}
    </section>
  )
}
