import type { Input } from '@tongchuang/contract/call.ts'
import type { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './people.module.css'
import { exportPeople } from './queries.ts'

const save = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Saves students as a file with the columns an import reads: the selected ones, or all listed ones. */
export const SaveList = ({
  wanted,
  label,
}: {
  wanted: Omit<Input<typeof peopleAdmin.exportList>, 'format'>
  label: string
}) => {
  const { people } = useTexts()
  const take = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') => exportPeople({ ...wanted, format }),
    onSuccess: ({ url }) => save(url),
  })
  return (
    <Popover
      label={label}
      className={styles.formats ?? ''}
      button={(trigger) => (
        <Button {...trigger} busy={take.isPending}>
          <Download size={16} aria-hidden />
          {label}
        </Button>
      )}
    >
      {(close) => (
        <>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              tone="text"
              onClick={() => {
                take.mutate(format)
                close()
              }}
            >
              {people.formats[format]}
            </Button>
          ))}
        </>
      )}
    </Popover>
  )
}
