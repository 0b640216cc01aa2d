import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { CommentDialog } from './comment-dialog.tsx'
import { commentsQuery, type SavedComment } from './queries.ts'
import styles from './saved-comments.module.css'
import { reviewKey } from '../../queries/keys.ts'

/** The maximum number of characters of a saved comment. */
const MOST = 500

/**
 * The saved comments: inserting one into the feedback, saving the feedback as one, and changing and removing the user’s
 * own.
 */
export const SavedComments = ({
  guild_id,
  text,
  open,
  onOpen,
  onUse,
}: {
  guild_id: number
  text: string
  open: boolean
  onOpen: (open: boolean) => void
  onUse: (text: string) => void
}) => {
  const { review } = useTexts()
  const client = useQueryClient()
  const [shared, setShared] = useState(false)
  const [editing, setEditing] = useState<SavedComment | null>(null)
  const { data, error, refetch } = useQuery({ ...commentsQuery(guild_id), enabled: open })
  // A text that is too long is not cut off, because it would end in the middle of a sentence.
  const length = [...text.trim()].length
  const renew = () => client.invalidateQueries({ queryKey: [...reviewKey, 'comments'] })
  const add = useMutation({
    mutationFn: () => send(reviewToolsAdmin.addComment, { text: text.trim(), guild_id: shared ? guild_id : null }),
    onSuccess: renew,
  })
  const remove = useMutation({
    mutationFn: (id: number) => send(reviewToolsAdmin.removeComment, { id }),
    onSuccess: renew,
  })
  return (
    <details className={styles.saved} open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>{review.saved}</summary>
      {error && !data && <RegionError error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p>{review.noComments}</p>}
      <ul>
        {data?.map((comment, place) => (
          <li key={comment.id}>
            <button
              type="button"
              aria-keyshortcuts={place < 9 ? String(place + 1) : undefined}
              onClick={() => onUse(comment.text)}
            >
              {place < 9 && <kbd aria-hidden>{place + 1}</kbd>}
              {comment.text}
              {comment.guild_id !== null && <small>{review.sharedHere}</small>}
            </button>
            {comment.mine && (
              <>
                <IconButton label={review.editComment(comment.text)} onClick={() => setEditing(comment)}>
                  <Pencil size={14} aria-hidden />
                </IconButton>
                <IconButton label={review.removeComment(comment.text)} onClick={() => remove.mutate(comment.id)}>
                  <X size={14} aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {text.trim() !== '' && (
        <p className={styles.add}>
          <Button size="small" busy={add.isPending} blocked={length > MOST} onClick={() => add.mutate()}>
            {review.saveThis}
          </Button>
          {length > MOST && <span>{review.savedTooLong(length, MOST)}</span>}
          <label>
            <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
            {review.shareWithGuild}
          </label>
        </p>
      )}
      {editing && <CommentDialog comment={editing} guild_id={guild_id} onClose={() => setEditing(null)} />}
    </details>
  )
}
