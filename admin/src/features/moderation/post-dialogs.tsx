import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { postLength } from '@tongchuang/contract/discussions.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { createSendOnce } from '@tongchuang/ui/send-once.ts'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './moderation.module.css'
import { historyQuery, useChange, type Post } from './queries.ts'

/** The earlier texts of a post, newest first, below the current one. */
export const HistoryDialog = ({ post, onClose }: { post: Post; onClose: () => void }) => {
  const { moderation } = useTexts()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(historyQuery(post.id))
  return (
    <Dialog title={moderation.historyOf(post.writer.real_name || post.writer.nickname)} wide onClose={onClose}>
      {error && !data && <RegionError error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonList count={2} height={64} gap={8} />}
      <ol className={styles.versions}>
        {data && (
          <li>
            <small>{moderation.nowSays}</small>
            <StoredHtml html={post.content_html} />
          </li>
        )}
        {data?.map((edit) => (
          <li key={edit.replaced_at}>
            <small>{moderation.saidUntil(formatMoment(edit.replaced_at, language))}</small>
            <StoredHtml html={edit.content_html} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** Replies as staff, with name and badge. Retries of a request never create a second reply. */
export const ReplyDialog = ({ post, onDone, onClose }: { post: Post; onDone: () => void; onClose: () => void }) => {
  const { moderation } = useTexts()
  const [content, setContent] = useStaffText(`reply:${post.id}`)
  const [sendOnce] = useState(createSendOnce)
  const reply = useChange(discussionsAdmin.reply)
  const isReady = content.trim() !== ''
  const sent = () => {
    setContent('')
    onDone()
  }
  const go = () => {
    if (!isReady || reply.isPending) return
    // The call reports its failure.
    sendOnce([content], (key) => reply.mutateAsync({ task_id: post.task_id, parent_id: post.id, content, key })).then(
      sent,
      () => undefined,
    )
  }
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <Dialog
      title={moderation.replyTo(post.writer.real_name || post.writer.nickname)}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{moderation.cancel}</Button>
          <Button tone="primary" busy={reply.isPending} blocked={!isReady} onClick={go}>
            {moderation.reply}
          </Button>
        </>
      }
    >
      <div className={styles.context}>
        <StoredHtml html={post.content_html} />
      </div>
      <TextArea
        label={moderation.replyLabel}
        hint={moderation.replyHint}
        rows={5}
        maxLength={postLength.max}
        value={content}
        readOnly={reply.isPending}
        onChange={(event) => setContent(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Dialog>
  )
}
