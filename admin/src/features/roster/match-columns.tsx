import { Button } from '@tongchuang/ui/button.tsx'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { FieldFrame } from '@tongchuang/ui/field.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useCheckList } from './queries.ts'
import type { Mapping, RosterImport } from './queries.ts'
import styles from './roster.module.css'

const parts = ['student_no', 'real_name', 'class_name', 'gender', 'email'] as const
type Part = (typeof parts)[number]
const isNeeded = (part: Part) => part === 'student_no' || part === 'real_name'

/** The second step: which column holds what, beside the first rows as they were read. */
export const MatchColumns = ({ one, onChecked }: { one: RosterImport; onChecked: () => void }) => {
  const { roster } = useTexts()
  const [hasHeader, setHasHeader] = useState(one.has_header)
  const [chosen, setChosen] = useState<Partial<Record<Part, number | null>>>(one.mapping ?? {})
  const checking = useCheckList()
  const { student_no, real_name, class_name = null, gender = null, email = null } = chosen
  const isWhole = typeof student_no === 'number' && typeof real_name === 'number'
  const check = () => {
    if (!isWhole) return
    const mapping: Mapping = { student_no, real_name, class_name, gender, email }
    checking.mutate({ id: one.id, has_header: hasHeader, mapping }, { onSuccess: onChecked })
  }
  const sample = hasHeader ? one.sample.slice(1) : one.sample

  return (
    <section className={styles.match}>
      <p className={styles.quiet}>{roster.encoding(one.encoding)}</p>
      <CheckRow checked={hasHeader} onChange={setHasHeader}>
        {roster.hasHeader}
      </CheckRow>
      <div className={styles.columns}>
        {parts.map((part) => (
          <ColumnChoice
            key={part}
            part={part}
            columns={one.columns}
            value={chosen[part] ?? null}
            onChange={(at) => setChosen({ ...chosen, [part]: at })}
          />
        ))}
      </div>
      {typeof email === 'number' && <p className={styles.quiet}>{roster.emailMeans}</p>}
      <ScrollArea label={roster.sample}>
        <table className={styles.table}>
          <caption className="vh">{roster.sample}</caption>
          <thead>
            <tr>
              {one.columns.map((name, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                <th key={at} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((cells, line) => (
              // oxlint-disable-next-line react/no-array-index-key -- a row is its place
              <tr key={line}>
                {one.columns.map((_, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                  <td key={at}>{cells[at] || <span className={styles.quiet}>{roster.emptyCell}</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <div className={styles.actions}>
        <Button tone="primary" busy={checking.isPending} blocked={!isWhole} onClick={check}>
          {roster.check}
        </Button>
        {!isWhole && <span className={styles.quiet}>{roster.needsBoth}</span>}
      </div>
    </section>
  )
}

const ColumnChoice = ({
  part,
  columns,
  value,
  onChange,
}: {
  part: Part
  columns: readonly string[]
  value: number | null
  onChange: (at: number | null) => void
}) => {
  const { roster } = useTexts()
  const id = useId()
  return (
    <FieldFrame id={id} label={roster.parts[part]}>
      <select
        id={id}
        className={styles.select}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{isNeeded(part) ? roster.choose : roster.noColumn}</option>
        {columns.map((name, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a column is its place
          <option key={at} value={at}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
