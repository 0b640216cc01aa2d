import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { NumbersBelow } from '@tongchuang/ui/numbers-below.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import table from '@tongchuang/ui/table.module.css'
import { useMedia } from '@tongchuang/ui/use-media.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import type { ClassCounts } from './queries.ts'
import own from './handed-in.module.css'
import styles from './statistics.module.css'

const BAR = 132

/** The submissions of a class as a bar: on time solid, late striped, missing empty; the numbers are shown beside it. */
const Bar = ({ students, on_time, late }: Pick<ClassCounts, 'students' | 'on_time' | 'late'>) => {
  const wide = (count: number): number => (students === 0 ? 0 : (count / students) * BAR)
  return (
    <svg className={styles.bar} viewBox={`0 0 ${BAR} 14`} width={BAR} height={14} aria-hidden>
      <defs>
        <pattern id="late-stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={styles.ground} />
          <rect width="3" height="6" className={styles.stripe} />
        </pattern>
      </defs>
      <rect x={wide(on_time)} width={wide(late)} height={14} fill="url(#late-stripes)" />
      <rect width={wide(on_time)} height={14} className={styles.onTime} />
      <rect x={0.5} y={0.5} width={BAR - 1} height={13} rx={2} className={styles.frame} />
    </svg>
  )
}

const Key = ({ kind, children }: { kind: 'onTime' | 'stripe' | 'nothing'; children: string }) => (
  <span>
    <i className={`${own.swatch} ${own[`${kind}Swatch`]}`} aria-hidden />
    {children}
  </span>
)

const counts = ['students', 'on_time', 'late', 'nothing', 'waiting'] as const
const columns = [...counts, 'average'] as const

type Row = Pick<ClassCounts, (typeof columns)[number]>

const sumOf = (classes: readonly ClassCounts[], average: number | null): Row => {
  const sum = (name: (typeof counts)[number]): number => classes.reduce((all, one) => all + one[name], 0)
  return {
    ...{ students: sum('students'), on_time: sum('on_time'), late: sum('late'), nothing: sum('nothing') },
    ...{ waiting: sum('waiting'), average },
  }
}

/** The numbers of a row: in its cells, or on a phone below its name, each beside its word. */
const Line = ({ row, isNarrow, children }: { row: Row; isNarrow: boolean; children: ReactNode }) => {
  const { statistics } = useTexts()
  const numbers = columns.map((name) => ({ name, word: statistics.columns[name], number: row[name] ?? '–' }))
  return isNarrow ? (
    <th scope="row">
      {children}
      <NumbersBelow numbers={numbers} />
      <Bar {...row} />
    </th>
  ) : (
    <>
      <th scope="row">{children}</th>
      <td className={styles.broad}>
        <Bar {...row} />
      </td>
      {numbers.map(({ name, number }) => (
        <td key={name} className={`${table.number} num`}>
          {number}
        </td>
      ))}
    </>
  )
}

/** The submissions by class; with several classes, also the sums. */
export const HandedIn = ({ classes, average }: { classes: readonly ClassCounts[]; average: number | null }) => {
  const { statistics } = useTexts()
  const isNarrow = useMedia('(max-width: 640px)')
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{statistics.handedIn}</h2>
        <p className={styles.keys}>
          <Key kind="onTime">{statistics.columns.on_time}</Key>
          <Key kind="stripe">{statistics.columns.late}</Key>
          <Key kind="nothing">{statistics.columns.nothing}</Key>
        </p>
      </div>
      <ScrollArea label={statistics.handedIn}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className="vh">{statistics.handedIn}</caption>
          <thead>
            <tr>
              <th scope="col">{statistics.classLabel}</th>
              {!isNarrow && (
                <>
                  <th scope="col" className={styles.broad}>
                    <span className="vh">{statistics.bar}</span>
                  </th>
                  {columns.map((name) => (
                    <th key={name} scope="col" className={table.number}>
                      {statistics.columns[name]}
                    </th>
                  ))}
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {classes.map((one) => (
              <tr key={one.task_id}>
                <Line row={one} isNarrow={isNarrow}>
                  <Link to={adminPaths.missing(one.task_id)} aria-label={statistics.namesOf(one.guild_name)}>
                    {one.guild_name}
                  </Link>
                  {one.due_at && (
                    <small>
                      {statistics.due.before}
                      <Moment at={one.due_at} />
                      {statistics.due.after}
                    </small>
                  )}
                </Line>
              </tr>
            ))}
            {classes.length > 1 && (
              <tr className={styles.sum}>
                <Line row={sumOf(classes, average)} isNarrow={isNarrow}>
                  {statistics.sum}
                </Line>
              </tr>
            )}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
