import type { Post as PostData } from '@tongchuang/contract/discussions.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button } from '@tongchuang/ui/button.tsx'
import { seedOf } from '@tongchuang/ui/hues.ts'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { useStudentText } from '@tongchuang/ui/use-student-text.ts'
import { CircleCheck, Pin, Reply, ThumbsUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Composer } from './composer.tsx'
import styles from './post.module.css'
import { PostMenu } from './post-menu.tsx'
import { useEdit, useLike, useMark, useRemove } from './queries.ts'
import type { DiscussionContext } from './discussion-context.ts'

/** Where the author of a post stands: what tells its buttons from those of the other posts. */
const authorOf = ({ id }: PostData) => `author-${id}`

/** Name, badges and time of a post. */
const Head = ({ post }: { post: PostData }) => {
  const { discussions: texts } = useTexts()
  const { author } = post
  const name = post.deleted ? texts.deleted : 'anonymous' in author ? texts.someone : author.nickname
  return (
    <p className={styles.name}>
      <b id={authorOf(post)} className={post.deleted ? styles.quiet : undefined}>
        {name}
      </b>
      {'badge' in author && author.badge && (
        <span className={`${styles.badge} ${author.badge === 'author' ? styles.author : ''}`}>
          {texts.badges[author.badge]}
        </span>
      )}
      {author.mine && <span className={styles.mine}>{texts.me}</span>}
      {'level' in author && !author.badge && <span>{texts.level(author.level)}</span>}
      <Moment at={post.created_at} />
      {post.edited_at && <span>{texts.edited}</span>}
      {post.pinned && (
        <span className={styles.pinned}>
          <Pin size={14} aria-hidden />
          {texts.pinned}
        </span>
      )}
      {post.is_answer && (
        <span className={styles.answer}>
          <CircleCheck size={16} aria-hidden />
          {texts.answer}
        </span>
      )}
    </p>
  )
}

const Picture = ({ post: { author } }: { post: PostData }) =>
  'anonymous' in author ? (
    <Avatar id={0} name="" src={null} size={36} />
  ) : (
    <Avatar id={seedOf(author.nickname)} name={author.nickname} src={author.avatar || undefined} size={36} />
  )

const Like = ({ post, context }: { post: PostData; context: DiscussionContext }) => {
  const { discussions: texts } = useTexts()
  const like = useLike(context.task.id, post, context.tell)
  const count = post.like_count > 0 ? <span className="num">{post.like_count}</span> : null
  if (post.author.mine) {
    return (
      <span className={styles.op}>
        <ThumbsUp size={18} aria-hidden />
        <span className="vh">{texts.likes(post.like_count)}</span>
        <span aria-hidden>{count}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      className={styles.op}
      aria-pressed={post.liked}
      aria-label={texts.likeThis(post.like_count)}
      aria-describedby={authorOf(post)}
      onClick={() => like.mutate(!post.liked)}
    >
      <ThumbsUp size={18} aria-hidden fill={post.liked ? 'currentColor' : 'none'} />
      {count}
    </button>
  )
}

/** Replaces a post that was just deleted: offers to bring it back until the list is read again. */
const Removed = ({ post, onBack }: { post: PostData; onBack: () => void }) => {
  const { discussions: texts } = useTexts()
  const undo = useRemove(post.id)
  const place = useRef<HTMLDivElement>(null)
  // The pressed button disappears with the post, so the focus moves to the button in its place.
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={place} className={styles.removed}>
      <span>{texts.removed}</span>
      <Button tone="text" size="small" busy={undo.isPending} onClick={() => undo.mutate(true, { onSuccess: onBack })}>
        {texts.undo}
      </Button>
    </div>
  )
}

/** The user's own post while it is being changed. */
const Editing = ({ post, context, onDone }: { post: PostData; context: DiscussionContext; onDone: () => void }) => {
  const { discussions: texts } = useTexts()
  const place = `post-edit:${post.id}`
  const { text, write, send: sendWords } = useStudentText(place, post.content)
  const edit = useEdit(context.task.id, post.id)
  const send = async ({ content, mentions }: { content: string; mentions: number[] }) => {
    await sendWords(() => edit.mutateAsync({ content, mentions }))
    onDone()
  }
  return (
    <Composer
      task_id={context.task.id}
      label={texts.editLabel}
      placeholder=""
      send={texts.save}
      text={text}
      onText={write}
      onSend={send}
      place={`words:${useProfile().id}:${place}`}
      begin={post.content}
      onCancel={onDone}
      focused
    />
  )
}

type Acts = { post: PostData; context: DiscussionContext; onReply: (() => void) | null }

/** A post as it stands: its author, its text, and the actions open to the reader. */
const Shown = ({ post, context, onReply, onRemoved }: Acts & { onRemoved: () => void }) => {
  const { discussions: texts } = useTexts()
  const [isEditing, setEditing] = useState(false)
  const remove = useRemove(post.id)
  const mark = useMark(context.task.id, post.id)
  return (
    <>
      <Head post={post} />
      {isEditing ? (
        <Editing post={post} context={context} onDone={() => setEditing(false)} />
      ) : (
        !post.deleted && <StoredHtml html={post.content_html} className={styles.text} />
      )}
      {!post.deleted && !isEditing && (
        <div className={styles.ops}>
          <Like post={post} context={context} />
          {onReply && (
            <button type="button" className={styles.op} aria-describedby={authorOf(post)} onClick={onReply}>
              <Reply size={18} aria-hidden />
              {texts.reply}
            </button>
          )}
          {post.can.answer && (
            <button
              type="button"
              className={styles.op}
              aria-pressed={post.is_answer}
              onClick={() => mark.mutate(!post.is_answer)}
            >
              <CircleCheck size={18} aria-hidden />
              {post.is_answer ? texts.unmark : texts.mark}
            </button>
          )}
          <PostMenu
            post={post}
            author={authorOf(post)}
            context={context}
            onEdit={() => setEditing(true)}
            onRemove={() => remove.mutate(false, { onSuccess: onRemoved })}
          />
        </div>
      )}
    </>
  )
}

type Props = Acts & {
  /** What is said below a question that waits for a reply; it goes with the question. */
  waits?: ReactNode
  /** The replies of a question, which stay when it is deleted. */
  children?: ReactNode
}

/** A question or a reply, or in its place the offer to bring it back. */
export const Post = ({ post, context, onReply, waits, children }: Props) => {
  const { discussions: texts } = useTexts()
  const [isRemoved, setRemoved] = useState(false)
  return (
    <div className={styles.post} id={`discussion-${post.id}`}>
      <Picture post={post} />
      <div className={styles.body}>
        {isRemoved ? (
          <Removed post={post} onBack={() => setRemoved(false)} />
        ) : (
          <Shown
            post={post}
            context={context}
            onReply={onReply}
            onRemoved={() => {
              setRemoved(true)
              context.tell(texts.removed)
            }}
          />
        )}
        {!isRemoved && waits}
        {children}
      </div>
    </div>
  )
}
