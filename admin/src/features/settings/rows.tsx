import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { Trash2 } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './site-settings.module.css'

type Cell = string | number
type Props<T extends Record<string, Cell>> = {
  label: string
  hint: string
  rows: readonly T[]
  columns: readonly { key: keyof T & string; label: string; number?: boolean }[]
  add: string
  fresh: T
  onChange: (rows: T[]) => void
}

/** An editor of a short list whose rows have a few fields each, such as terms or levels. */
export const Rows = <T extends Record<string, Cell>>({
  label,
  hint,
  rows,
  columns,
  add,
  fresh,
  onChange,
}: Props<T>) => {
  const { settings } = useTexts()
  const change = (at: number, key: string, value: Cell) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [key]: value } : row)))
  return (
    <fieldset className={styles.rows}>
      <legend>
        <b>{label}</b>
        <small className={styles.hint}>{hint}</small>
      </legend>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own, and typing must not lose the focus
        <div key={at} className={styles.row}>
          {columns.map((column) => (
            <input
              key={column.key}
              aria-label={`${column.label} ${at + 1}`}
              placeholder={column.label}
              type={column.number ? 'number' : 'text'}
              maxLength={30}
              value={row[column.key]}
              onChange={(event) =>
                change(at, column.key, column.number ? Math.trunc(Number(event.target.value)) : event.target.value)
              }
            />
          ))}
          <IconButton
            label={settings.removeRow(at + 1)}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...rows, fresh])}>
        {add}
      </Button>
    </fieldset>
  )
}
