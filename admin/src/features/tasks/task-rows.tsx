import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import table from '@tongchuang/ui/table.module.css'
import { formatDay, formatMoment } from '@tongchuang/ui/time.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { MOST } from './bulk-bar.tsx'
import type { ListedClass, ListedTask } from './queries.ts'
import { Counts, Sums } from './task-counts.tsx'
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

const Status = ({ status }: Pick<ListedClass, 'status'>) => {
  const { tasks } = useTexts()
  return (
    <span className={styles.status} data-status={status}>
      {tasks.statuses[status]}
    </span>
  )
}

const useDue = () => {
  const { tasks } = useTexts()
  const language = useLanguage()
  return {
    of: (due_at: string | null): string => (due_at ? formatMoment(due_at, language) : tasks.noDue),
    /** Formats the due dates from the first class’s to the last’s. */
    range: (classes: readonly ListedClass[]): string => {
      const dates = classes.flatMap(({ due_at }) => due_at ?? []).toSorted()
      const [first, last] = [dates[0], dates.at(-1)]
      if (!first || !last) return tasks.noDue
      if (first === last) return formatMoment(first, language)
      return tasks.classes.list.from(formatDay(first, language), formatDay(last, language))
    },
  }
}

const TaskLine = ({
  task,
  picked,
  withGuild,
  nested = false,
}: {
  task: ListedClass
  picked: Picked
  withGuild: boolean
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
      </th>
      {withGuild && (
        <td className={`${table.clipped} ${rows.guildColumn}`} title={task.guild_name}>
          {nested ? '' : task.guild_name}
        </td>
      )}
      <td>
        <Status status={task.status} />
      </td>
      <td className={rows.due}>{due.of(task.due_at)}</td>
      <Counts task={task} />
    </tr>
  )
}

/** A task of several classes: one row, which unfolds. */
const SetLines = ({ set, picked, withGuild }: { set: ListedTask; picked: Picked; withGuild: boolean }) => {
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
            </span>
          </span>
        </th>
        {withGuild && <td className={rows.guildColumn}>{texts.classes(set.classes.length)}</td>}
        <td>
          {statuses.map((status) => (
            <Status key={status} status={status} />
          ))}
        </td>
        <td className={rows.due}>{due.range(set.classes)}</td>
        <Sums classes={set.classes} />
      </tr>
      {open &&
        set.classes.map((task) => <TaskLine key={task.id} task={task} picked={picked} withGuild={withGuild} nested />)}
    </>
  )
}

const Head = ({
  all,
  picked,
  withGuild,
}: {
  all: readonly number[]
  picked: Picked
  withGuild: boolean
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
        {withGuild && (
          <th scope="col" className={rows.guildColumn}>
            {columns.guild}
          </th>
        )}
        <th scope="col">{columns.status}</th>
        <th scope="col">{columns.due}</th>
        {(['accepted', 'submitted', 'waiting', 'passed'] as const).map((name) => (
          <th key={name} scope="col" className={table.number}>
            {columns[name]}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Tasks as table rows; those of a set share one row. */
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
  return (
    <>
      <ScrollArea label={tasks.title}>
        <table className={table.table}>
          <Head all={idsOfRows(list)} picked={picked} withGuild={withGuild} />
          <tbody>
            {list.map((task) =>
              task.classes.length > 0 ? (
                <SetLines key={task.id} set={task} picked={picked} withGuild={withGuild} />
              ) : (
                <TaskLine key={task.id} task={task} picked={picked} withGuild={withGuild} />
              ),
            )}
          </tbody>
        </table>
      </ScrollArea>
      {list.some(({ classes }) => classes.length > 0) && <p className={styles.quiet}>{tasks.classes.list.sums}</p>}
    </>
  )
}
