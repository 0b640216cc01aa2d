import { Button } from '@tongchuang/ui/button.tsx'
import { FieldFrame } from '@tongchuang/ui/field.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { usePermitted } from '@tongchuang/ui/permission.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useCheckList, useChooseSheet } from './queries.ts'
import type { Mapping, RosterImport } from './queries.ts'
import styles from './roster.module.css'

const everybodys = ['student_no', 'real_name', 'class_name', 'grade', 'gender', 'email'] as const
const schools = [...everybodys, 'guild', 'role'] as const
type Part = (typeof schools)[number]
const isNeeded = (part: Part) => part === 'student_no' || part === 'real_name'

/** The second step: choosing the sheet and the columns, next to the first rows. */
export const MatchColumns = ({ one, onChecked }: { one: RosterImport; onChecked: () => void }) => (
  <section className={styles.match}>
    <Columns key={`${one.sheet} ${one.head_line}`} one={one} onChecked={onChecked} />
  </section>
)

const Columns = ({ one, onChecked }: { one: RosterImport; onChecked: () => void }) => {
  const { roster, shell } = useTexts()
  const isAdmin = usePermitted(['admin'])
  const [head, setHead] = useState(one.has_header ? one.head_line : 0)
  const [chosen, setChosen] = useState<Partial<Record<Part, number | null>>>(one.mapping ?? {})
  const [isOfSheet, setOfSheet] = useState(one.mapping?.class_of_sheet ?? false)
  const checking = useCheckList()
  const { student_no, real_name, class_name = null, grade = null } = chosen
  const { gender = null, email = null, guild = null, role = null } = chosen
  const isWhole = typeof student_no === 'number' && typeof real_name === 'number'
  const check = () => {
    if (!isWhole) return
    const everybody = { student_no, real_name, class_name, grade, gender, email }
    const ofSheet = isOfSheet && { class_of_sheet: true, class_name: null }
    const mapping: Mapping = { ...everybody, ...(isAdmin && { guild, role }), ...ofSheet }
    checking.mutate(
      { id: one.id, has_header: head > 0, ...(head > 0 && { head_line: head }), mapping },
      { onSuccess: onChecked },
    )
  }
  const hidden = one.sheets.reduce(
    (sum, sheet, at) => sum + (one.sheet === null || one.sheet === at ? sheet.hidden : 0),
    0,
  )
  const read = Object.values(chosen).map((at) => (typeof at === 'number' ? one.columns[at] : undefined))
  const notRead = one.not_read.filter((name) => !read.includes(name))
  const named = one.sample[one.sample_lines.indexOf(head)]
  const columns = one.columns.map((name, at) =>
    named ? named[at] || roster.column(at) : head > 0 ? name : roster.column(at),
  )

  return (
    <>
      <p className={styles.quiet}>{roster.encoding(one.encoding)}</p>
      {hidden > 0 && (
        <Notice asking title={roster.hiddenRows(hidden)}>
          {roster.hiddenRowsText}
        </Notice>
      )}
      <div className={styles.places}>
        {one.sheets.length > 1 && <SheetChoice one={one} />}
        <SelectField label={roster.headLine} value={String(head)} onChange={(line) => setHead(Number(line))}>
          <option value="0">{roster.noHead}</option>
          {one.sample_lines.map((line, at) => (
            <option key={line} value={line}>
              {roster.headAt(line, shell.listed((one.sample[at] ?? []).filter(Boolean).slice(0, 3)))}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles.columns}>
        {(isAdmin ? schools : everybodys).map((part) => (
          <ColumnChoice
            key={part}
            part={part}
            columns={columns}
            value={chosen[part] ?? null}
            onChange={(at) => {
              setChosen({ ...chosen, [part]: at })
              if (part === 'class_name') setOfSheet(false)
            }}
            {...(part === 'class_name' && one.sheets.length > 1 && { isOfSheet, onSheet: () => setOfSheet(true) })}
          />
        ))}
      </div>
      {typeof grade === 'number' && <p className={styles.quiet}>{roster.gradeMeans}</p>}
      {typeof email === 'number' && <p className={styles.quiet}>{roster.emailMeans}</p>}
      {notRead.length > 0 && (
        <p className={styles.quiet}>{roster.notRead(shell.listed(notRead), one.guild_name ?? '')}</p>
      )}
      {typeof guild === 'number' && <p className={styles.quiet}>{roster.guildMeans}</p>}
      <Sample one={one} head={head} columns={columns} />
      <div className={styles.actions}>
        <Button tone="primary" busy={checking.isPending} blocked={!isWhole} onClick={check}>
          {roster.check}
        </Button>
        {!isWhole && <span className={styles.quiet}>{roster.needsBoth}</span>}
      </div>
    </>
  )
}

/** Chooses the sheet of a workbook; the page then shows that sheet. */
const SheetChoice = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  const choosing = useChooseSheet()
  return (
    <SelectField
      label={roster.sheet}
      hint={choosing.isPending ? roster.reading : roster.sheetHint(one.sheets.length)}
      value={one.sheet === null ? 'all' : String(one.sheet)}
      onChange={(value) => choosing.mutate({ id: one.id, sheet: value === 'all' ? null : Number(value) })}
    >
      {one.sheets.map(({ name, rows }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a sheet is its place
        <option key={at} value={at} disabled={rows === null}>
          {rows === null ? roster.sheetTooLarge(name) : roster.sheetRows(name, rows)}
        </option>
      ))}
      <option value="all">{roster.allSheets}</option>
    </SelectField>
  )
}

const Sample = ({ one, head, columns }: { one: RosterImport; head: number; columns: readonly string[] }) => {
  const { roster } = useTexts()
  const rows = one.sample
    .map((cells, at) => ({ cells, line: one.sample_lines[at] ?? 0 }))
    .filter(({ line }) => line > head)
  return (
    <ScrollArea label={roster.sample}>
      <table className={styles.table}>
        <caption className="vh">{roster.sample}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              {roster.line}
            </th>
            {columns.map((name, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its place
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, line }) => (
            <tr key={line}>
              <td className={styles.number}>{line}</td>
              {columns.map((_, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                <td key={at}>{cells[at] || <span className={styles.quiet}>{roster.emptyCell}</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

const ColumnChoice = ({
  part,
  columns,
  value,
  onChange,
  isOfSheet = false,
  onSheet,
}: {
  part: Part
  columns: readonly string[]
  value: number | null
  onChange: (at: number | null) => void
  /** Whether the name of each sheet is taken instead of a column; offered with `onSheet`. */
  isOfSheet?: boolean
  onSheet?: () => void
}) => {
  const { roster } = useTexts()
  const id = useId()
  return (
    <FieldFrame id={id} label={roster.parts[part]}>
      <select
        id={id}
        className={styles.select}
        value={isOfSheet ? 'sheet' : (value ?? '')}
        onChange={({ target }) =>
          target.value === 'sheet' ? onSheet?.() : onChange(target.value === '' ? null : Number(target.value))
        }
      >
        <option value="">{isNeeded(part) ? roster.choose : roster.noColumn}</option>
        {onSheet && <option value="sheet">{roster.ofSheet}</option>}
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
