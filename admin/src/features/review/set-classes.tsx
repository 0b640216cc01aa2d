import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import table from '@tongchuang/ui/table.module.css'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import type { Class } from './release-class.tsx'
import styles from './set-summary.module.css'
import { rowOf, spanOf, sumOf, type Row } from './set-sums.ts'

const from = ['<60', '60', '70', '80', '90'] as const
const HIGH = 24

/** The number of results in each of five ranges of percent as bars up to 24 px high; a hidden text says the same. */
const Parts = ({ parts }: { parts: readonly number[] }) => {
  const { reviewSets: texts } = useTexts()
  const most = Math.max(1, ...parts)
  const words = texts.partsInWords(parts)
  return (
    <>
      <span className="vh">{words}</span>
      <div className={styles.parts} title={words} aria-hidden>
        {parts.map((many, at) => (
          <span key={from[at]}>
            <i style={{ height: many === 0 ? 0 : Math.max(2, Math.round((many / most) * HIGH)) }} />
            {from[at]}
          </span>
        ))}
      </div>
    </>
  )
}

const Numbers = ({ row, withExcused, average }: { row: Row; withExcused: boolean; average: number | null }) => (
  <>
    {(['people', 'missing', 'waiting', 'returns'] as const).map((name) => (
      <td key={name} className={table.number}>
        {row[name]}
      </td>
    ))}
    {withExcused && <td className={table.number}>{row.excused}</td>}
    <td className={table.number}>
      <b>{row.results}</b>
    </td>
    <td className={table.number}>{average ?? '–'}</td>
  </>
)

/** A row for each class of a set, and the sums below. */
export const SetClasses = ({ classes, average }: { classes: readonly Class[]; average: number | null }) => {
  const { reviewSets: texts } = useTexts()
  const sum = sumOf(classes)
  const withExcused = sum.excused > 0
  const span = spanOf(classes)
  const heads = [
    'people',
    'missing',
    'waiting',
    'returning',
    ...(withExcused ? (['excused'] as const) : []),
    'results',
    'average',
  ] as const
  return (
    <ScrollArea label={texts.byClass}>
      <table className={`${table.table} ${styles.table}`}>
        <caption className="vh">{texts.byClass}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.class}</th>
            {heads.map((name) => (
              <th key={name} scope="col" className={table.number}>
                {texts[name]}
              </th>
            ))}
            <th scope="col">{texts.parts}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <tr key={one.task_id}>
              <th scope="row">
                <Link className={styles.class} to={adminPaths.review({ task: one.task_id })}>
                  <Emblem hue={one.hue} glyph={one.glyph} flag={one.flag} height={24} />
                  {one.guild_name}
                </Link>
              </th>
              <Numbers row={rowOf(one)} withExcused={withExcused} average={one.average} />
              <td>{one.average === null ? '' : <Parts parts={one.parts} />}</td>
            </tr>
          ))}
          {classes.length > 1 && (
            <tr className={styles.sum}>
              <th scope="row">{texts.allOf(classes.length)}</th>
              <Numbers row={sum} withExcused={withExcused} average={average} />
              <td>{span !== null && texts.span(span)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </ScrollArea>
  )
}
