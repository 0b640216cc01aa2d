import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { GridFilter } from './queries.ts'
import styles from './export-menu.module.css'

const save = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** The exports: the shown table as a workbook or CSV, and for a single guild also the works. */
export const ExportMenu = ({ filter, note }: { filter: GridFilter; note?: string | undefined }) => {
  const { grades } = useTexts()
  const [comments, setComments] = useState(false)
  const { guild_id, set_id, type, keyword, class_name, having } = filter
  const take = useMutation({
    mutationFn: (what: 'xlsx' | 'csv' | 'works') =>
      what === 'works'
        ? send(gradesAdmin.exportWorks, { ...(guild_id && { guild_id }) })
        : send(gradesAdmin.exportGrades, {
            ...(guild_id ? { guild_id } : { across: true }),
            ...(set_id && { set_id }),
            format: what,
            comments,
            ...(type && { type }),
            ...(keyword && { keyword }),
            ...(class_name && { class_name }),
            ...(having && { having }),
          }),
    onSuccess: ({ url }) => save(url),
  })
  return (
    <Popover
      label={grades.export}
      className={styles.panel ?? ''}
      button={(trigger) => (
        <Button {...trigger} busy={take.isPending}>
          <Download size={16} aria-hidden />
          {grades.export}
        </Button>
      )}
    >
      {(close) => (
        <>
          {(
            [
              ['xlsx', grades.xlsx, grades.xlsxNote],
              ['csv', grades.csv, grades.csvNote],
              ...(guild_id ? [['works', grades.works, grades.worksNote] as const] : []),
            ] as const
          ).map(([what, name, note]) => (
            <button
              key={what}
              type="button"
              className={styles.item}
              onClick={() => {
                take.mutate(what)
                close()
              }}
            >
              {name}
              <small>{note}</small>
            </button>
          ))}
          <label className={styles.check}>
            <input type="checkbox" checked={comments} onChange={(event) => setComments(event.target.checked)} />
            {grades.comments}
          </label>
          <p className={styles.note}>{grades.heldNote}</p>
          {note && <p className={styles.note}>{note}</p>}
        </>
      )}
    </Popover>
  )
}
