import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import table from '@tongchuang/ui/table.module.css'
import { formatDay, formatMoment } from '@tongchuang/ui/time.ts'
import { useMedia } from '@tongchuang/ui/use-media.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { MOST } from './bulk-bar.tsx'
import type { ListedClass, ListedTask } from './queries.ts'
import { counted, Counts, countsOf, sumsOf } from './task-counts.tsx'
import { Facts, Status } from './task-facts.tsx'
import rows from './task-rows.module.css'
import styles from './tasks.module.css'

type Picked = { ids: readonly number[]; set: (ids: readonly number[]) => void } | null

/** The ids of all tasks of a row. */
const idsOf = ({ id, classes }: ListedTask): number[] => (classes.length > 0 ? classes.map((one) => one.id) : [id])

/** The tasks of the first rows, up to the maximum of one call; a set is included completely or not at all. */
const idsOfRows = (list: readonly ListedTask[]): number[] => {
  const ids: number[] = []
  for (const task of list) {
    const own = idsOf(task)
    if (ids.length + own.length > MOST) break
    ids.push(...own)
  }
  return ids
}

/** How many rows of the whole list stay as they are if the page was selected; 0 for a selection made by hand. */
export const leftOut = (list: readonly ListedTask[], total: number, ids: readonly number[]): number => {
  const picked = new Set(ids)
  if (!idsOfRows(list).every((id) => picked.has(id))) return 0
  return total - list.filter((task) => idsOf(task).every((id) => picked.has(id))).length
}

const PickBox = ({ ids, label, picked }: { ids: readonly number[]; label: string; picked: Picked }) =>
  picked && (
    <td className={table.pick}>
      <input
        type="checkbox"
        aria-label={label}
        checked={ids.every((id) => picked.ids.includes(id))}
        // Some of its classes are selected: this must be visible while the row is closed, too.
        ref={(box) => {
          if (box) box.indeterminate = new Set(ids.map((id) => picked.ids.includes(id))).size > 1
        }}
        onChange={(event) => {
          const others = picked.ids.filter((id) => !ids.includes(id))
          picked.set(event.target.checked ? [...others, ...ids] : others)
        }}
      />
    </td>
  )

const useDue = () => {
  const { tasks } = useTexts()
  const language = useLanguage()
  const of = (due_at: string | null): string => (due_at ? formatMoment(due_at, language) : tasks.noDue)
  /** Formats the due dates from the first class’s to the last’s. */
  const range = (classes: readonly ListedClass[]): string => {
    const dates = classes.flatMap(({ due_at }) => due_at ?? []).toSorted()
    const [first, last] = [dates[0], dates.at(-1)]
    if (!first || !last || first === last) return of(first ?? null)
    return tasks.classes.list.from(formatDay(first, language), formatDay(last, language))
  }
  /** With the name of the column, where there is none. */
  const named = (words: string): string => (words === tasks.noDue ? words : `${tasks.columns.due} ${words}`)
  return {
    of,
    range,
    said: (due_at: string | null) => named(of(due_at)),
    saidRange: (classes: readonly ListedClass[]) => named(range(classes)),
  }
}

const TaskLine = ({
  task,
  picked,
  withGuild,
  isNarrow,
  nested = false,
}: {
  task: ListedClass
  picked: Picked
  withGuild: boolean
  isNarrow: boolean
  /** Whether the row is a class below its set. */
  nested?: boolean
}) => {
  const { tasks } = useTexts()
  const due = useDue()
  const title = task.title || tasks.editor.noTitle
  const label = nested ? `${title} ${task.guild_name}` : title
  return (
    <tr className={nested ? rows.nested : undefined}>
      <PickBox ids={[task.id]} label={tasks.pick(label)} picked={picked} />
      <th scope="row">
        {nested ? (
          <Link to={adminPaths.task(task.id)} className={rows.guild} aria-label={label}>
            <Emblem hue={task.hue} glyph={task.glyph} flag={task.flag} height={18} />
            {task.guild_name}
          </Link>
        ) : (
          <>
            <Link to={adminPaths.task(task.id)}>{title}</Link>
            <small>
              {[tasks.types[task.type], task.chapter].filter(Boolean).join(' · ')}
              {withGuild && <span className={rows.inGuild}> · {task.guild_name}</span>}
            </small>
          </>
        )}
        {isNarrow && <Facts statuses={[task.status]} due={due.said(task.due_at)} counts={countsOf(task)} />}
      </th>
      {!isNarrow && (
        <>
          {withGuild && (
            <td className={`${table.clipped} ${rows.guildColumn}`} title={task.guild_name}>
              {nested ? '' : task.guild_name}
            </td>
          )}
          <td>
            <Status status={task.status} />
          </td>
          <td className={rows.due}>{due.of(task.due_at)}</td>
          <Counts counts={countsOf(task)} />
        </>
      )}
    </tr>
  )
}

/** A task of several classes: one row, which unfolds. */
const SetLines = ({ set, ...shown }: { set: ListedTask; picked: Picked; withGuild: boolean; isNarrow: boolean }) => {
  const { picked, withGuild, isNarrow } = shown
  const { tasks } = useTexts()
  const texts = tasks.classes.list
  const due = useDue()
  const [open, setOpen] = useState(false)
  const title = set.title || tasks.editor.noTitle
  const statuses = [...new Set(set.classes.map(({ status }) => status))]
  return (
    <>
      <tr>
        <PickBox ids={idsOf(set)} label={tasks.pick(title)} picked={picked} />
        <th scope="row">
          <span className={rows.head}>
            <button
              type="button"
              className={rows.opener}
              aria-expanded={open}
              aria-label={open ? texts.close(title) : texts.open(title)}
              onClick={() => setOpen(!open)}
              onKeyDown={({ key }) => {
                if (key === 'ArrowRight') setOpen(true)
                if (key === 'ArrowLeft') setOpen(false)
              }}
            >
              {open ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
            </button>
            <span>
              <Link to={adminPaths.task(set.classes[0]?.id ?? set.id)}>{title}</Link>
              <small>
                {`${tasks.types[set.type]} · ${texts.together}`}
                {withGuild && <span className={rows.inGuild}> · {texts.classes(set.classes.length)}</span>}
              </small>
              {isNarrow && <Facts statuses={statuses} due={due.saidRange(set.classes)} counts={sumsOf(set.classes)} />}
            </span>
          </span>
        </th>
        {!isNarrow && (
          <>
            {withGuild && <td className={rows.guildColumn}>{texts.classes(set.classes.length)}</td>}
            <td>
              {statuses.map((status) => (
                <Status key={status} status={status} />
              ))}
            </td>
            <td className={rows.due}>{due.range(set.classes)}</td>
            <Counts counts={sumsOf(set.classes)} />
          </>
        )}
      </tr>
      {open && set.classes.map((task) => <TaskLine key={task.id} task={task} {...shown} nested />)}
    </>
  )
}

const Head = ({
  all,
  picked,
  withGuild,
  isNarrow,
}: {
  all: readonly number[]
  picked: Picked
  withGuild: boolean
  isNarrow: boolean
}): ReactNode => {
  const { tasks } = useTexts()
  const { columns } = tasks
  return (
    <thead>
      <tr>
        {picked && (
          <td className={table.pick}>
            <input
              type="checkbox"
              aria-label={tasks.pickAll}
              checked={picked.ids.length > 0 && picked.ids.length === all.length}
              onChange={(event) => picked.set(event.target.checked ? all : [])}
            />
          </td>
        )}
        <th scope="col">{columns.title}</th>
        {!isNarrow && (
          <>
            {withGuild && (
              <th scope="col" className={rows.guildColumn}>
                {columns.guild}
              </th>
            )}
            <th scope="col">{columns.status}</th>
            <th scope="col">{columns.due}</th>
            {counted.map((name) => (
              <th key={name} scope="col" className={table.number}>
                {columns[name]}
              </th>
            ))}
          </>
        )}
      </tr>
    </thead>
  )
}

/**
 * Tasks as table rows; those of a set share one row. On a phone a row has everything below the title, and nothing is
 * pushed aside.
 */
export const TaskRows = ({
  list,
  picked,
  withGuild,
}: {
  list: readonly ListedTask[]
  picked: Picked
  withGuild: boolean
}) => {
  const { tasks } = useTexts()
  const isNarrow = useMedia('(max-width: 640px)')
  const shown = { picked, withGuild, isNarrow }
  return (
    <>
      <ScrollArea label={tasks.title}>
        <table className={`${table.table} ${rows.table}`}>
          <Head all={idsOfRows(list)} {...shown} />
          <tbody>
            {list.map((task) =>
              task.classes.length > 0 ? (
                <SetLines key={task.id} set={task} {...shown} />
              ) : (
                <TaskLine key={task.id} task={task} {...shown} />
              ),
            )}
          </tbody>
        </table>
      </ScrollArea>
      {list.some(({ classes }) => classes.length > 0) && <p className={styles.quiet}>{tasks.classes.list.sums}</p>}
    </>
  )
}
