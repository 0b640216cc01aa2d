import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { titleOfChoice } from '@tongchuang/ui/select-field.tsx'
import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { PrintButton } from '@tongchuang/ui/print-button.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Legend } from './cell.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from './grade-board.module.css'
import { EntryLegend } from './entry-line.tsx'
import { Grid } from './grid.tsx'
import { ReleaseHeld } from './release-held.tsx'
import { useColumns } from './use-columns.ts'
import { useEntering } from './use-entering.ts'
import { gradedGuildsQuery, gridQuery, type GridFilter } from './queries.ts'

const none: never[] = []
const havings = ['waiting', 'missing', 'late', 'held', 'returned', 'excused'] as const
const types = ['main', 'side', 'daily', 'event'] as const
const sorts = ['student_no', 'name', 'average'] as const

/** The filter and the order, read from the address. */
const filterOf = (
  params: URLSearchParams,
  guild_id: number,
): { filter: GridFilter; sort: { by: string; descending: boolean } } => {
  const by = params.get('sort') ?? 'student_no'
  const descending = params.get('desc') === '1'
  const task = /^task:([1-9]\d{0,8})$/.exec(by)?.[1]
  const having = havings.find((one) => one === params.get('show'))
  const type = types.find((one) => one === params.get('type'))
  const keyword = params.get('q')?.slice(0, 60)
  const class_name = params.get('class')?.slice(0, 100)
  const filter: GridFilter = {
    guild_id,
    descending,
    ...(task
      ? { sort: 'task' as const, sort_task: Number(task) }
      : { sort: sorts.find((one) => one === by) ?? 'student_no' }),
    ...(having && { having }),
    ...(type && { type }),
    ...(keyword && { keyword }),
    ...(class_name && { class_name }),
  }
  return { filter, sort: { by, descending } }
}

type PickerProps = { guild: number; guilds: readonly { id: number; name: string }[]; onGuild: (id: string) => void }

const GuildPicker = ({ guild, guilds, onGuild }: PickerProps) => {
  const { grades } = useTexts()
  return (
    <select
      ref={(select) => titleOfChoice(select)}
      aria-label={grades.guild}
      value={guild}
      onChange={(event) => onGuild(event.target.value)}
    >
      {guilds.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

type FiltersProps = {
  filter: GridFilter
  /** The first rows; none yet while they are asked for. */
  page: Output<typeof gradesAdmin.grid> | undefined
  onChange: ReturnType<typeof useAddressQuery>['change']
}

/** Whom and what the grid shows: names, a class, a kind of task, a state. */
const Filters = ({ filter, page, onChange }: FiltersProps) => {
  const { grades } = useTexts()
  const [keyword, setKeyword] = useState(filter.keyword ?? '')
  const search = () => onChange({ q: keyword.trim() })
  const onKeyDown = useEnterSubmit(search)
  return (
    <div className={`${styles.filters} no-print`}>
      <input
        type="search"
        aria-label={grades.search}
        placeholder={grades.search}
        maxLength={60}
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={search}
      />
      <select
        ref={(select) => titleOfChoice(select)}
        aria-label={grades.classLabel}
        value={filter.class_name ?? ''}
        onChange={(event) => onChange({ class: event.target.value })}
      >
        <option value="">{grades.allClasses}</option>
        {page?.classes.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        ref={(select) => titleOfChoice(select)}
        aria-label={grades.typeLabel}
        value={filter.type ?? ''}
        onChange={(event) => onChange({ type: event.target.value })}
      >
        <option value="">{grades.allTypes}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {grades.types[type]}
          </option>
        ))}
      </select>
      <Chips
        label={grades.show}
        items={[
          { value: 'all' as const, label: grades.having.all },
          ...havings.map((value) => ({ value, label: grades.having[value], count: page?.counts[value] })),
        ]}
        value={filter.having ?? 'all'}
        onChange={(show) => onChange({ show: show === 'all' ? null : show })}
      />
    </div>
  )
}

const Board = ({
  guild,
  onGuild,
  guilds,
}: {
  guild: { id: number; name: string; may_export: boolean }
  guilds: readonly { id: number; name: string }[]
  onGuild: (id: string) => void
}) => {
  const { grades } = useTexts()
  const { query, change } = useAddressQuery()
  const { filter, sort } = filterOf(query, guild.id)
  const grid = useInfiniteQuery(gridQuery(filter))
  const [page] = grid.data?.pages ?? []
  const rows = useMemo(() => grid.data?.pages.flatMap(({ students }) => students.list) ?? [], [grid.data])
  const entering = useEntering(guild.id)
  const columns = useColumns(guild.id, page?.tasks ?? none, rows)
  const lastTyped = page?.tasks.findLast((task) => task.may_enter)
  const onSort = (by: string) => change({ sort: by, desc: sort.by === by && !sort.descending ? '1' : null })
  return (
    <>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{grades.heading}</h1>
        <GuildPicker guild={guild.id} guilds={guilds} onGuild={onGuild} />
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
          {guild.may_export && <ExportMenu filter={filter} />}
          {guild.may_export && page && <ReleaseHeld tasks={page.tasks} />}
        </span>
      </header>
      <Filters filter={filter} page={page} onChange={change} />
      {grid.isPending && <Skeleton height={480} />}
      {grid.error && <RegionError error={grid.error} onRetry={() => void grid.refetch()} />}
      {page && rows.length === 0 && (
        <EmptyState
          title={grades.noStudents}
          picture="plane"
          action={
            <Button onClick={() => change({ q: null, class: null, type: null, show: null })}>{grades.clear}</Button>
          }
        />
      )}
      {page && rows.length > 0 && (
        <>
          <Grid
            label={grades.table(guild.name)}
            tasks={columns.tasks}
            rows={columns.rows}
            total={page.students.total}
            average={page.average}
            sort={sort}
            onSort={onSort}
            entering={entering}
            onEnd={() => grid.hasNextPage && !grid.isFetchingNextPage && void grid.fetchNextPage()}
          />
          {grid.hasNextPage && <p className="print-only">{grades.printedOnly(rows.length, page.students.total)}</p>}
          <p className={styles.foot}>
            <span>{grades.counted(page.students.total, page.tasks.length)}</span>
            <span className="no-print">{grades.openHint}</span>
            <span>{grades.averagesNote}</span>
            {page.tasks.some((task) => task.may_enter) ? <EntryLegend /> : <Legend />}
          </p>
        </>
      )}
    </>
  )
}

/** The grade grid of a guild one may see. */
export const GradeBoard = () => {
  const { grades } = useTexts()
  const { query, change } = useAddressQuery()
  const guilds = useQuery(gradedGuildsQuery)
  const guild = guilds.data?.find(({ id }) => String(id) === query.get('guild')) ?? guilds.data?.[0]
  return (
    <div className={styles.board}>
      {guilds.isPending && <Skeleton height={480} />}
      {guilds.error && <RegionError error={guilds.error} onRetry={() => void guilds.refetch()} />}
      {guilds.data && !guild && (
        <>
          <h1 tabIndex={-1}>{grades.heading}</h1>
          <EmptyState title={grades.none}>{grades.noneText}</EmptyState>
        </>
      )}
      {guild && (
        <Board
          key={guild.id}
          guild={guild}
          guilds={guilds.data ?? []}
          onGuild={(guild) =>
            change({ guild, q: null, class: null, show: null, type: null, sort: null, desc: null }, {})
          }
        />
      )}
    </div>
  )
}
