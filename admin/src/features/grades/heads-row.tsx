import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatDay } from '@tongchuang/ui/time.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { Column } from './column-member.ts'
import entryStyles from './entry.module.css'
import styles from './grid.module.css'
import { headsOf } from './heads.ts'
import { columnWidth } from './use-visible-cells.ts'

export type Sort = { by: string; descending: boolean }

export type HeadsProps = {
  tasks: readonly Column[]
  sort: Sort
  onSort: (by: string) => void
  /** The guild names, if there are several; each row then shows its student’s guilds. */
  guilds?: ReadonlyMap<number, string> | undefined
  /** The range of columns that are drawn; the others become a gap. */
  start: number
  stop: number
}

/** The gap left in a row by columns that are out of view. */
export const Gap = ({ columns }: { columns: number }) =>
  columns > 0 && <td aria-hidden className={styles.gap} style={{ minWidth: columns * columnWidth }} />

const Head = ({
  name,
  short = name,
  note,
  by,
  sort,
  onSort,
  className,
  column,
}: {
  name: string
  /** The text shown above the column. */
  short?: string
  note?: string
  by: string
  sort: Sort
  onSort: (by: string) => void
  className?: string | undefined
  /** Its index among all columns, from 1. */
  column?: number
}) => {
  const { grades } = useTexts()
  const isSorted = sort.by === by
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-colindex={column}
      className={className}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" title={grades.sortBy(name)} onClick={() => onSort(by)}>
        <b>{short}</b>
        {isSorted && <Arrow size={14} aria-hidden />}
        {note && <small>{note}</small>}
      </button>
    </th>
  )
}

/** Formats the due dates of a column, from the first class’s day to the last’s. */
const useDays = () => {
  const language = useLanguage()
  return ({ members }: Pick<Column, 'members'>): string => {
    const days = members.flatMap(({ due_at }) => due_at ?? []).toSorted()
    const [first, last] = [days[0], days.at(-1)].map((day) => (day ? formatDay(day, language) : ''))
    return first === last ? (first ?? '') : `${first}–${last}`
  }
}

/** The column headings, each a button that sorts. */
export const Heads = ({ tasks, sort, onSort, guilds, start, stop }: HeadsProps) => {
  const { grades } = useTexts()
  const daysOf = useDays()
  const heads = useMemo(() => headsOf(tasks.map(({ title }) => title)), [tasks])
  return (
    <tr>
      <Head name={grades.student} by="name" sort={sort} onSort={onSort} className={`${styles.name} ${styles.left}`} />
      {guilds ? (
        <Head name={grades.guild} by="guild" sort={sort} onSort={onSort} className={styles.left} />
      ) : (
        <Head name={grades.class} by="class" sort={sort} onSort={onSort} className={styles.left} />
      )}
      <Head name={grades.average} by="average" sort={sort} onSort={onSort} className={styles.mean} />
      <Gap columns={start} />
      {tasks.slice(start, stop).map((task, index) => (
        <Head
          key={task.id}
          column={start + index + 4}
          name={task.title}
          short={heads[start + index] ?? task.title}
          note={[
            task.channel === 'offline' ? grades.entering.offline : grades.types[task.type],
            daysOf(task),
            // Beside means in percent, a 36 of 40 would read like a fail.
            task.max_score !== 100 && grades.outOf(task.max_score),
            task.members.length > 1 && grades.ofClasses(task.members.length),
          ]
            .filter(Boolean)
            .join(' · ')}
          className={task.may_enter ? entryStyles.head : undefined}
          by={`task:${task.id}`}
          sort={sort}
          onSort={onSort}
        />
      ))}
      <Gap columns={tasks.length - stop} />
    </tr>
  )
}
