import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './moderation.module.css'
import { Person } from './person.tsx'
import { HistoryDialog, ReplyDialog } from './post-dialogs.tsx'
import { postsQuery, useChange, type Guild, type Post } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const Replies = ({ post, guild, at }: { post: Post; guild: Guild; at: number | undefined }) => {
  const replies = useInfiniteQuery(postsQuery({ parent_id: post.id }))
  const list = replies.data?.pages.flatMap((page) => page.list) ?? []
  const { hasNextPage, isFetching, error } = replies
  // The reply that a link leads to may be on a later page.
  const isBehind = at !== undefined && at !== post.id && !list.some(({ id }) => id === at) && hasNextPage
  const more = useEffectEvent(() => void replies.fetchNextPage())
  useEffect(() => {
    if (isBehind && !isFetching && !error) more()
  }, [isBehind, list.length, isFetching, error])
  if (replies.error && !replies.data)
    return <RegionError error={replies.error} onRetry={() => void replies.refetch()} />
  if (!replies.data) return <SkeletonList count={2} height={72} gap={8} />
  return (
    <>
      <ul className={styles.replies}>
        {list.map((reply) => (
          <PostRow key={reply.id} post={reply} guild={guild} inThread at={at} />
        ))}
      </ul>
      <LoadMore of={replies} />
    </>
  )
}

type Asked = 'history' | 'reply' | 'hide'

const PostHead = ({ post, onTask }: { post: Post; onTask: (() => void) | undefined }) => {
  const { moderation } = useTexts()
  const { badge } = 'badge' in post.author ? post.author : { badge: null }
  return (
    <header>
      <Person someone={post.writer} anonymous={post.anonymous} />
      {badge && badge !== 'author' && <span className={styles.mark}>{moderation.badges[badge]}</span>}
      {post.is_answer && <span className={styles.good}>{moderation.isAnswer}</span>}
      {post.pinned && (
        <span className={styles.mark}>
          <Pin size={12} aria-hidden />
          {moderation.pinned}
        </span>
      )}
      <small>
        <Moment at={post.created_at} />
        {onTask && (
          <>
            {' · '}
            <button type="button" className={styles.link} onClick={onTask}>
              {post.task}
            </button>
          </>
        )}
      </small>
    </header>
  )
}

/** Likes, edits and replies; the last two open what they count. */
const PostCounts = ({
  post,
  guild,
  unfolded,
  onUnfold,
  onHistory,
}: {
  post: Post
  guild: Guild
  unfolded: boolean
  onUnfold: (unfolded: boolean) => void
  onHistory: () => void
}) => {
  const { moderation } = useTexts()
  const isQuestion = post.parent_id === null
  return (
    <span className={styles.state}>
      {[isQuestion ? '' : moderation.isReply, moderation.likes(post.like_count)].filter(Boolean).join(' · ')}
      {post.edit_count > 0 && guild.may.moderate && (
        <button type="button" className={styles.link} onClick={onHistory}>
          {moderation.edited(post.edit_count)}
        </button>
      )}
      {isQuestion && post.reply_count > 0 && (
        <button type="button" className={styles.link} aria-expanded={unfolded} onClick={() => onUnfold(!unfolded)}>
          {moderation.replies(post.reply_count)}
        </button>
      )}
    </span>
  )
}

/**
 * The actions of staff on a post: marking as the answer, pinning and restoring happen at once; a reply or hiding first
 * asks for text.
 */
const PostActs = ({ post, guild, onAsk }: { post: Post; guild: Guild; onAsk: (asked: Asked) => void }) => {
  const { moderation } = useTexts()
  const pin = useChange(discussionsAdmin.pin)
  const restore = useChange(discussionsAdmin.restore)
  const mark = useChange(discussionsAdmin.markAnswer)
  const isQuestion = post.parent_id === null
  return (
    <span className={styles.acts}>
      {isQuestion && guild.status === 'active' && (
        <Button size="small" tone="text" onClick={() => onAsk('reply')}>
          {moderation.reply}
        </Button>
      )}
      {!isQuestion && (
        <Button
          size="small"
          tone="text"
          busy={mark.isPending}
          onClick={() => mark.mutate({ discussion_id: post.id, answer: !post.is_answer })}
        >
          {post.is_answer ? moderation.unmark : moderation.mark}
        </Button>
      )}
      {guild.may.moderate && (
        <>
          {isQuestion && (
            <Button
              size="small"
              tone="text"
              busy={pin.isPending}
              onClick={() => pin.mutate({ discussion_id: post.id, pinned: !post.pinned })}
            >
              {post.pinned ? moderation.unpin : moderation.pin}
            </Button>
          )}
          {post.visibility === 'shown' ? (
            <Button size="small" onClick={() => onAsk('hide')}>
              {moderation.hide}
            </Button>
          ) : (
            <Button
              size="small"
              busy={restore.isPending}
              onClick={() =>
                restore.mutate(
                  { discussion_id: post.id },
                  { onSuccess: () => showToast(moderation.restored, 'success') },
                )
              }
            >
              {moderation.restore}
            </Button>
          )}
        </>
      )}
    </span>
  )
}

const PostDialogs = ({
  post,
  open,
  onClose,
  onReplied,
}: {
  post: Post
  open: Asked | null
  onClose: () => void
  onReplied: () => void
}) => {
  const { moderation } = useTexts()
  const hide = useChange(discussionsAdmin.hide)
  return (
    <>
      {open === 'history' && <HistoryDialog post={post} onClose={onClose} />}
      {open === 'reply' && (
        <ReplyDialog
          post={post}
          onDone={() => {
            onClose()
            onReplied()
          }}
          onClose={onClose}
        />
      )}
      {open === 'hide' && (
        <ReasonDialog
          about={`post:${post.id}`}
          title={moderation.hidePost}
          text={moderation.authorReads}
          label={moderation.reason}
          action={moderation.hide}
          danger
          busy={hide.isPending}
          onGo={(reason) =>
            hide.mutateAsync({ discussion_id: post.id, reason }).then(() => {
              showToast(moderation.hid, 'success')
              onClose()
            })
          }
          onClose={onClose}
        />
      )}
    </>
  )
}

/** A post with its author (even if it is anonymous), and the actions of staff on it. */
export const PostRow = ({
  post,
  guild,
  inThread = false,
  at,
  onTask,
}: {
  post: Post
  guild: Guild
  inThread?: boolean
  /** The post a link leads to: this one, or one below it. */
  at?: number | undefined
  onTask?: () => void
}) => {
  const { moderation } = useTexts()
  const [open, setOpen] = useState<Asked | null>(null)
  const [unfolded, setUnfolded] = useState(at !== undefined && !inThread && post.reply_count > 0)
  const row = useRef<HTMLLIElement>(null)
  const isMeant = at === post.id
  useEffect(() => {
    if (isMeant) row.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  const name = post.writer.real_name || post.writer.nickname
  return (
    <li
      ref={row}
      className={inThread ? styles.reply : styles.card}
      aria-current={isMeant || undefined}
      data-out={post.visibility !== 'shown' || undefined}
      aria-label={moderation.postOf(name)}
    >
      <PostHead post={post} onTask={onTask} />
      <div className={styles.said}>
        {post.deleted ? <p className={styles.quiet}>{moderation.deleted}</p> : <StoredHtml html={post.content_html} />}
      </div>
      {post.visibility === 'held' && <p className={styles.warn}>{moderation.heldHint}</p>}
      {post.visibility === 'hidden' && <p className={styles.warn}>{moderation.hiddenBecause(post.hidden_reason)}</p>}
      {!post.deleted && (
        <footer>
          <PostCounts
            post={post}
            guild={guild}
            unfolded={unfolded}
            onUnfold={setUnfolded}
            onHistory={() => setOpen('history')}
          />
          <PostActs post={post} guild={guild} onAsk={setOpen} />
        </footer>
      )}
      {unfolded && <Replies post={post} guild={guild} at={at} />}
      <PostDialogs post={post} open={open} onClose={() => setOpen(null)} onReplied={() => setUnfolded(true)} />
    </li>
  )
}
