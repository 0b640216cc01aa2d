import { adminPages, adminPaths } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { useKeptQuery } from '@tongchuang/ui/kept-query.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { PageFailure } from '@tongchuang/ui/page-failure.tsx'
import { leading, Permission } from '@tongchuang/ui/permission.tsx'
import { PrintButton } from '@tongchuang/ui/print-button.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { totalShown } from '@tongchuang/ui/total-shown.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Legend } from './cell.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { EntryLegend } from './entry-line.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from './grade-board.module.css'
import { Filters, GuildPicker } from './grade-filters.tsx'
import { Grid } from './grid.tsx'
import { filterOf } from './grid-filter.ts'
import { gradedGuildsQuery, gridQuery, type GradedGuild, type GridFilter, type GridPage } from './queries.ts'
import { pastedRowsOf } from './pasted-rows.ts'
import { ReleaseHeld } from './release-held.tsx'
import { UnseenEntries } from './unseen-entries.tsx'
import { useColumns } from './use-columns.ts'
import { useEntering } from './use-entering.ts'
import { MOST_ON_PAPER } from './use-visible-cells.ts'

const none: never[] = []
// The most guilds shown together; users with more see one guild at a time.
const MOST_TOGETHER = 20
const kept = ['guild', 'class'] as const

/** The held results of the classes whose results the user may release; none if a filter hides some of them. */
const releasable = (
  page: GridPage | undefined,
  { keyword, class_name, having }: GridFilter,
  guilds: readonly GradedGuild[],
) => {
  if (!page || keyword || class_name || (having && having !== 'held')) return none
  const led = new Set(guilds.filter(({ may_export }) => may_export).map(({ id }) => id))
  return page.tasks.map((task) => {
    const members = task.members.filter(({ guild_id }) => led.has(guild_id))
    return { ...task, members, held: members.reduce((sum, one) => sum + one.held, 0) }
  })
}

type BoardProps = {
  /** Undefined for all guilds. */
  guild: GradedGuild | undefined
  guilds: readonly GradedGuild[]
  mayAll: boolean
  query: URLSearchParams
  change: ReturnType<typeof useKeptQuery>['change']
}

type Shown = ReturnType<typeof useShown>

/** The grid of the filter in the address, with its rows and columns. */
const useShown = ({ guild, query }: Pick<BoardProps, 'guild' | 'query'>) => {
  const { filter, sort } = filterOf(query, guild?.id)
  const grid = useInfiniteQuery(gridQuery(filter))
  const [page] = grid.data?.pages ?? []
  const rows = useMemo(() => grid.data?.pages.flatMap(({ students }) => students.list) ?? [], [grid.data])
  const columns = useColumns(guild?.id ?? 'all', page?.tasks ?? none, rows)
  return { filter, sort, grid, page, columns }
}

/** The heading of the grid: the guild it shows, and the actions for all of it. */
const Head = ({ guild, guilds, mayAll, change, shown }: BoardProps & { shown: Shown }) => {
  const { grades } = useTexts()
  const { filter, grid, page, columns } = shown
  const lastTyped = guild && page?.tasks.findLast((task) => task.may_enter)
  const mayExport = guild ? guild.may_export : guilds.some(({ may_export }) => may_export)
  return (
    <header className={styles.head}>
      <h1 tabIndex={-1}>{grades.heading}</h1>
      <GuildPicker
        guild={guild?.id}
        guilds={guilds}
        mayAll={mayAll}
        onGuild={(id) =>
          change({ guild: id, q: null, class: null, show: null, type: null, sort: null, desc: null, set: null }, {})
        }
      />
      <span className={`${styles.actions} no-print`}>
        {page && page.tasks.length > 1 && (
          <ColumnMenu tasks={page.tasks} hidden={columns.hidden} onChange={columns.change} />
        )}
        <PrintButton pages={grid}>{grades.print}</PrintButton>
        {lastTyped && (
          <Link className={buttonClass()} to={adminPaths.grades({ guild: guild.id, enter: lastTyped.id })}>
            {grades.entering.byTable}
          </Link>
        )}
        {mayExport && (
          <ExportMenu
            filter={filter}
            note={guild || guilds.every(({ may_export }) => may_export) ? undefined : grades.exportLed}
          />
        )}
        <ReleaseHeld tasks={releasable(page, filter, guilds)} />
      </span>
    </header>
  )
}

const Board = (props: BoardProps) => {
  const { guild, change } = props
  const { grades } = useTexts()
  const shown = useShown(props)
  const { filter, sort, grid, page, columns } = shown
  const entering = useEntering(guild?.id ?? 'all')
  const names = useMemo(
    () => (guild ? undefined : new Map(page?.guilds.map(({ id, name }) => [id, name]))),
    [guild, page?.guilds],
  )
  const onSort = (by: string) => change({ sort: by, desc: sort.by === by && !sort.descending ? '1' : null })
  const clear = () => change({ q: null, class: null, type: null, show: null, set: null })
  const isEmpty = columns.rows.length === 0
  // The set was deleted, or the user sees none of its classes.
  const isAbsent = isNotFound(grid.error)
  return (
    <>
      <Head {...props} shown={shown} />
      <Filters filter={filter} page={page} onChange={change} />
      {grid.isPending && <Skeleton height={480} />}
      {grid.error && !isAbsent && <RegionError error={grid.error} onRetry={() => void grid.refetch()} />}
      {page && page.guilds_left > 0 && (
        <p className={styles.left}>{grades.guildsLeft(page.guilds.length, page.guilds_left)}</p>
      )}
      {(isAbsent || (page && isEmpty)) && (
        <EmptyState
          title={grades.noStudents}
          picture="compass"
          action={<Button onClick={clear}>{grades.clear}</Button>}
        />
      )}
      {page && <UnseenEntries all={page.tasks} {...{ tasks: columns.tasks, rows: columns.rows, entering }} />}
      {page && !isEmpty && !isAbsent && (
        <>
          <Grid
            label={grades.table(guild?.name ?? grades.allGuilds)}
            tasks={columns.tasks}
            rows={columns.rows}
            readRows={pastedRowsOf(filter, columns.rows, grid.hasNextPage)}
            total={
              page.students.total_more && grid.hasNextPage ? null : Math.max(page.students.total, columns.rows.length)
            }
            average={page.average}
            sort={sort}
            onSort={onSort}
            entering={entering}
            guilds={names}
            onEnd={() => grid.hasNextPage && !grid.isFetchingNextPage && void grid.fetchNextPage()}
          />
          {grid.hasNextPage && (
            <p className="print-only">{grades.printedOnly(columns.rows.length, totalShown(page.students))}</p>
          )}
          {columns.tasks.length > MOST_ON_PAPER && (
            <p className="print-only">{grades.printedTasks(MOST_ON_PAPER, columns.tasks.length)}</p>
          )}
          <p className={styles.foot}>
            <span>{grades.counted(totalShown(page.students), page.tasks.length)}</span>
            <span className="no-print">{grades.openHint}</span>
            <span>{grades.averagesNote}</span>
            {columns.tasks.some((task) => !task.may_enter) && <Legend />}
            {columns.tasks.some((task) => task.may_enter) && (
              <EntryLegend isAlone={columns.tasks.every((task) => task.may_enter)} />
            )}
          </p>
        </>
      )}
    </>
  )
}

/** A link for creating the first guild, shown to users who may create one. */
const ToGuilds = () => {
  const { shell } = useTexts()
  return (
    <Permission roles={leading}>
      <Link className={buttonClass('primary')} to={adminPages.guilds}>
        {shell.toGuilds}
      </Link>
    </Permission>
  )
}

/** The grade grid of one guild or of all the user’s guilds. */
export const GradeBoard = () => {
  const { grades, shell } = useTexts()
  const me = useMe()
  const { query, change } = useKeptQuery(kept)
  const guilds = useQuery(gradedGuildsQuery)
  const count = guilds.data?.length ?? 0
  const mayAll = count > 1 && count <= MOST_TOGETHER
  const asked = guilds.data?.find(({ id }) => String(id) === query.get('guild'))
  // A task of a set is always shown in all its classes, regardless of how many other guilds there are.
  const guild = asked ?? (mayAll || query.has('set') ? undefined : guilds.data?.[0])
  return (
    <div className={styles.board}>
      {guilds.isPending && <Skeleton height={480} />}
      {guilds.error && !guilds.data && (
        <PageFailure title={grades.heading} error={guilds.error} onRetry={() => void guilds.refetch()} />
      )}
      {count === 0 && guilds.data && (
        <>
          <h1 tabIndex={-1}>{grades.heading}</h1>
          {me.guilds === 0 ? (
            <EmptyState title={shell.noGuild} action={<ToGuilds />}>
              {grades.noGuildText}
            </EmptyState>
          ) : (
            <EmptyState title={grades.none}>{grades.noneText}</EmptyState>
          )}
        </>
      )}
      {count > 0 && asked === undefined && query.get('guild') && (
        <p className={styles.left}>{grades.guildAbsent(guild?.name ?? grades.allGuilds)}</p>
      )}
      {count > 0 && guilds.data && (
        <Board
          key={guild?.id ?? 'all'}
          guild={guild}
          guilds={guilds.data}
          mayAll={mayAll || guild === undefined}
          query={query}
          change={change}
        />
      )}
    </div>
  )
}
