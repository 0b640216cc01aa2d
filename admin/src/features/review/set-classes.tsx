import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { NumbersBelow, type RowNumber } from '@tongchuang/ui/numbers-below.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import table from '@tongchuang/ui/table.module.css'
import { useMedia } from '@tongchuang/ui/use-media.ts'
import type { ReactNode } from 'react'
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

type Shown = { row: Row; average: number | null; withExcused: boolean }

const useNumbers = ({ row, average, withExcused }: Shown): RowNumber[] => {
  const { reviewSets: texts } = useTexts()
  return [
    ...(['people', 'missing', 'waiting'] as const).map((name) => ({ name, word: texts[name], number: row[name] })),
    { name: 'returns', word: texts.returning, number: row.returns },
    ...(withExcused ? [{ name: 'excused', word: texts.excused, number: row.excused }] : []),
    { name: 'results', word: texts.results, number: row.results },
    { name: 'average', word: texts.average, number: average ?? '–' },
  ]
}

/** The numbers of a row: in its cells, or on a phone below its name, each beside its word. */
const Line = ({
  heading,
  isNarrow,
  children,
  ...shown
}: Shown & { heading: ReactNode; isNarrow: boolean; children: ReactNode }) => {
  const numbers = useNumbers(shown)
  return isNarrow ? (
    <th scope="row">
      {heading}
      <NumbersBelow numbers={numbers} />
      {children}
    </th>
  ) : (
    <>
      <th scope="row">{heading}</th>
      {numbers.map(({ name, number }) => (
        <td key={name} className={table.number}>
          {name === 'results' ? <b>{number}</b> : number}
        </td>
      ))}
      <td>{children}</td>
    </>
  )
}

/** A row for each class of a set, and the sums below. */
export const SetClasses = ({ classes, average }: { classes: readonly Class[]; average: number | null }) => {
  const { reviewSets: texts } = useTexts()
  const sum = sumOf(classes)
  const withExcused = sum.excused > 0
  const span = spanOf(classes)
  const isNarrow = useMedia('(max-width: 640px)')
  const shown = { withExcused, isNarrow }
  const heads = useNumbers({ row: sum, average, withExcused })
  return (
    <ScrollArea label={texts.byClass}>
      <table className={`${table.table} ${styles.table}`}>
        <caption className="vh">{texts.byClass}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.class}</th>
            {!isNarrow && (
              <>
                {heads.map(({ name, word }) => (
                  <th key={name} scope="col" className={table.number}>
                    {word}
                  </th>
                ))}
                <th scope="col">{texts.parts}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <tr key={one.task_id}>
              <Line
                {...shown}
                row={rowOf(one)}
                average={one.average}
                heading={
                  <Link className={styles.class} to={adminPaths.review({ task: one.task_id })}>
                    <Emblem hue={one.hue} glyph={one.glyph} flag={one.flag} height={24} />
                    {one.guild_name}
                  </Link>
                }
              >
                {one.average !== null && <Parts parts={one.parts} />}
              </Line>
            </tr>
          ))}
          {classes.length > 1 && (
            <tr className={styles.sum}>
              <Line {...shown} row={sum} average={average} heading={texts.allOf(classes.length)}>
                {span !== null && <span className={styles.span}>{texts.span(span)}</span>}
              </Line>
            </tr>
          )}
        </tbody>
      </table>
    </ScrollArea>
  )
}
