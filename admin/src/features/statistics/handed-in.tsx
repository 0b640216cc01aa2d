import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import table from '@tongchuang/ui/table.module.css'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import type { ClassCounts } from './queries.ts'
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
    <i className={`${styles.swatch} ${styles[`${kind}Swatch`]}`} aria-hidden />
    {children}
  </span>
)

const sum = (classes: readonly ClassCounts[], name: 'students' | 'on_time' | 'late' | 'nothing' | 'waiting'): number =>
  classes.reduce((all, one) => all + one[name], 0)

const counts = ['students', 'on_time', 'late', 'nothing', 'waiting'] as const

/** The submissions by class; with several classes, also the sums. */
export const HandedIn = ({ classes, average }: { classes: readonly ClassCounts[]; average: number | null }) => {
  const { statistics } = useTexts()
  const cell = (value: number | null) => <td className={`${table.number} num`}>{value ?? '–'}</td>
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
              <th scope="col" className={styles.broad}>
                <span className="vh">{statistics.bar}</span>
              </th>
              {[...counts, 'average' as const].map((name) => (
                <th key={name} scope="col" className={table.number}>
                  {statistics.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map((one) => (
              <tr key={one.task_id}>
                <th scope="row">
                  <Link to={adminPaths.missing(one.task_id)} aria-label={statistics.namesOf(one.guild_name)}>
                    {one.guild_name}
                  </Link>
                  {one.due_at && (
                    <small>
                      {statistics.due.before} <Moment at={one.due_at} /> {statistics.due.after}
                    </small>
                  )}
                </th>
                <td className={styles.broad}>
                  <Bar {...one} />
                </td>
                {counts.map((name) => (
                  <td key={name} className={`${table.number} num`}>
                    {one[name]}
                  </td>
                ))}
                {cell(one.average)}
              </tr>
            ))}
            {classes.length > 1 && (
              <tr className={styles.sum}>
                <th scope="row">{statistics.sum}</th>
                <td className={styles.broad}>
                  <Bar
                    students={sum(classes, 'students')}
                    on_time={sum(classes, 'on_time')}
                    late={sum(classes, 'late')}
                  />
                </td>
                {counts.map((name) => (
                  <td key={name} className={`${table.number} num`}>
                    {sum(classes, name)}
                  </td>
                ))}
                {cell(average)}
              </tr>
            )}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
