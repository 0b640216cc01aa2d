import { Button } from '@tongchuang/ui/button.tsx'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { Columns3 } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './export-menu.module.css'

type Column = { id: number; title: string }

/** Chooses which tasks have a column; the hidden ones are stored on the device. */
export const ColumnMenu = ({
  tasks,
  hidden,
  onChange,
}: {
  tasks: readonly Column[]
  hidden: readonly number[]
  onChange: (hidden: readonly number[]) => void
}) => {
  const { grades } = useTexts()
  const shown = tasks.filter(({ id }) => !hidden.includes(id)).length
  return (
    <Popover
      label={grades.columns}
      className={styles.columns ?? ''}
      button={(trigger) => (
        <Button {...trigger}>
          <Columns3 size={16} aria-hidden />
          {shown === tasks.length ? grades.columns : grades.columnsOf(shown, tasks.length)}
        </Button>
      )}
    >
      {() => (
        <>
          {tasks.map(({ id, title }) => (
            <CheckRow
              key={id}
              checked={!hidden.includes(id)}
              onChange={(isShown) => onChange(isShown ? hidden.filter((one) => one !== id) : [...hidden, id])}
            >
              {title}
            </CheckRow>
          ))}
          {shown < tasks.length && (
            <Button size="small" onClick={() => onChange([])}>
              {grades.allColumns}
            </Button>
          )}
        </>
      )}
    </Popover>
  )
}
