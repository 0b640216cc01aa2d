import type { Post } from '@tongchuang/contract/discussions.ts'
import { IconButton } from '@tongchuang/ui/button.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './post.module.css'
import { ReportPost } from './report-post.tsx'
import type { DiscussionContext } from './discussion-context.ts'

type Props = { post: Post; author: string; context: DiscussionContext; onEdit: () => void; onRemove: () => void }

/** The menu of less frequent actions: change, delete, report. `author` is the id of the element that names them. */
export const PostMenu = ({ post, author, context, onEdit, onRemove }: Props) => {
  const { discussions: texts } = useTexts()
  const [isReporting, setReporting] = useState(false)
  const { can } = post
  const items = [
    ...(can.edit ? [{ label: texts.edit, run: onEdit }] : []),
    ...(can.delete ? [{ label: texts.remove, run: onRemove }] : []),
    ...(can.report ? [{ label: texts.report, run: () => setReporting(true) }] : []),
  ]
  if (items.length === 0) return null
  return (
    <>
      <Popover
        label={texts.more}
        className={styles.menu}
        button={(trigger) => (
          <IconButton {...trigger} label={texts.more} aria-describedby={author} className={styles.more}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        )}
      >
        {(close) =>
          items.map(({ label, run }) => (
            <button
              key={label}
              type="button"
              onClick={() => {
                close()
                run()
              }}
            >
              {label}
            </button>
          ))
        }
      </Popover>
      {isReporting && <ReportPost id={post.id} task_id={context.task.id} onClose={() => setReporting(false)} />}
    </>
  )
}
