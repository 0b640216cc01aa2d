import { Button } from '@tongchuang/ui/button.tsx'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './entered-import.module.css'
import { useCheckTable, type EnteredImport } from './queries.ts'

const parts = ['student_no', 'score', 'text'] as const

/** The third step: which column holds what, beside the first rows as they were read. */
export const MatchTable = ({ one, onChecked }: { one: EnteredImport; onChecked: () => void }) => {
  const { enteredImport: texts } = useTexts()
  const [hasHeader, setHasHeader] = useState(one.has_header)
  const [chosen, choose] = useState<Partial<Record<(typeof parts)[number], number | null>>>(one.mapping ?? {})
  const checking = useCheckTable()
  const { student_no, score, text = null } = chosen
  const isWhole = typeof student_no === 'number' && typeof score === 'number'
  const check = () => {
    if (!isWhole) return
    const { task = null, version = null } = one.mapping ?? {}
    checking.mutate(
      { id: one.id, has_header: hasHeader, mapping: { student_no, score, text, task, version } },
      { onSuccess: onChecked },
    )
  }
  return (
    <section className={styles.match} aria-label={texts.steps.columns}>
      <CheckRow checked={hasHeader} onChange={setHasHeader}>
        {texts.hasHeader}
      </CheckRow>
      <div className={styles.fields}>
        {parts.map((part) => (
          <SelectField
            key={part}
            label={texts.parts[part]}
            value={String(chosen[part] ?? '')}
            onChange={(next) => choose({ ...chosen, [part]: next === '' ? null : Number(next) })}
          >
            <option value="">{part === 'text' ? texts.noColumn : texts.choose}</option>
            {one.columns.map((name, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its place
              <option key={at} value={at}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <ScrollArea label={texts.sample}>
        <table className={styles.table}>
          <caption className="vh">{texts.sample}</caption>
          <tbody>
            {one.sample.map((cells, line) => (
              // oxlint-disable-next-line react/no-array-index-key -- a row is its place
              <tr key={line}>
                {one.columns.map((_, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                  <td key={at}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <div className={styles.buttons}>
        <Button tone="primary" busy={checking.isPending} blocked={!isWhole} onClick={check}>
          {texts.check}
        </Button>
        {!isWhole && <span className={styles.quiet}>{texts.needsBoth}</span>}
      </div>
    </section>
  )
}
