import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './dialogs.module.css'
import type { SavedComment } from './queries.ts'
import { reviewKey } from '../../queries/keys.ts'

/** Changes a saved comment of the user, and whether the guild’s reviewers share it. */
export const CommentDialog = ({
  comment,
  guild_id,
  onClose,
}: {
  comment: SavedComment
  guild_id: number
  onClose: () => void
}) => {
  const { review } = useTexts()
  const client = useQueryClient()
  const [text, setText] = useStaffText(`comment:${comment.id}`, comment.text)
  const [shared, setShared] = useState(comment.guild_id !== null)
  const change = useMutation({
    // A comment that is already shared stays with its guild.
    mutationFn: () =>
      send(reviewToolsAdmin.changeComment, {
        id: comment.id,
        text: text.trim(),
        guild_id: shared ? (comment.guild_id ?? guild_id) : null,
      }),
    onSuccess: () => {
      setText(comment.text)
      showToast(review.commentSaved, 'success')
      void client.invalidateQueries({ queryKey: [...reviewKey, 'comments'] })
      onClose()
    },
  })
  const isReady = text.trim() !== ''
  const go = () => {
    if (isReady && !change.isPending) change.mutate()
  }
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <Dialog
      title={review.editTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review.cancel}</Button>
          <Button tone="primary" busy={change.isPending} blocked={!isReady} onClick={go}>
            {review.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextArea
          label={review.feedback}
          rows={4}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <label className={styles.switch}>
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
          {review.shareWithGuild}
        </label>
      </div>
    </Dialog>
  )
}
