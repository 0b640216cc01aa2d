import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { tasksKey } from '../../queries/keys.ts'
import styles from './task-history.module.css'
import shared from './tasks.module.css'

/**
 * The history of a task, newest first: its creation, changes of its state, and edits made after it was published.
 * Requested when it is opened.
 */
export const TaskHistory = ({ id }: { id: number }) => {
  const { editor } = useTexts().tasks
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [...tasksKey, 'history', id],
    queryFn: () => sendQuietly(taskEditing.history, { id }),
    enabled: open,
  })
  const words: Readonly<Record<string, string>> = editor.historyActs
  const parts: Readonly<Record<string, string>> = editor.historyParts
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{editor.history}</summary>
      {error && !data && <RegionError error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={shared.quiet}>{editor.noHistory}</p>}
      <ol>
        {data?.map(({ id, action, changed, actor, at }) => (
          <li key={id}>
            <b>
              {words[action] ?? action}
              {changed.length > 0 && editor.historyOf([...new Set(changed.flatMap((part) => parts[part] ?? []))])}
            </b>
            <small>
              {actor && `${actor} · `}
              <Moment at={at} />
            </small>
          </li>
        ))}
      </ol>
    </details>
  )
}
