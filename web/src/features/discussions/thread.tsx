import type { Post as PostData, Thread as ThreadData } from '@tongchuang/contract/discussions.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Post } from './post.tsx'
import { repliesQuery } from './queries.ts'
import { ReplyForm } from './reply-form.tsx'
import type { DiscussionContext } from './discussion-context.ts'
import styles from './thread.module.css'

/**
 * The replies after the first ones: requested by a button, then page by page. For a reader who was sent to one of them,
 * by themselves as far as that one.
 */
const useRest = ({ task, named }: DiscussionContext, thread: ThreadData) => {
  const [isAsked, setAsked] = useState(false)
  const behind = thread.replies_next
  const post = named?.question === thread.id && named.post !== thread.id ? named.post : null
  const isMeant = post !== null && !thread.replies.some(({ id }) => id === post)
  const rest = useInfiniteQuery({
    ...repliesQuery(task.id, thread.id, behind ?? ''),
    enabled: (isAsked || isMeant) && behind !== null,
  })
  const { fetchNextPage } = rest
  const more = behind === null ? [] : (rest.data?.pages.flatMap(({ list }) => list) ?? [])
  const isThere = isMeant && more.some(({ id }) => id === post)
  const isFurtherOn = isMeant && !isThere && rest.hasNextPage && !rest.isFetching && !rest.error
  useEffect(() => {
    if (isFurtherOn) void fetchNextPage()
  }, [isFurtherOn, fetchNextPage])
  useEffect(() => {
    if (isThere) document.getElementById(`discussion-${post}`)?.scrollIntoView({ block: 'center' })
  }, [isThere, post])
  return {
    more,
    left: Math.max(0, thread.reply_count - thread.replies.length - more.length),
    hasMore: behind !== null && (rest.data === undefined || rest.hasNextPage),
    isBusy: rest.isFetching && (isAsked || isMeant),
    error: rest.error,
    retry: () => void rest.refetch(),
    ask: () => (isAsked || isMeant ? void fetchNextPage() : setAsked(true)),
  }
}

const nameOf = ({ author }: PostData): string | null => ('nickname' in author && !author.mine ? author.nickname : null)

/** A question with its replies: the marked answer on white paper, an open question in a dashed bubble. */
export const Thread = ({ thread, context }: { thread: ThreadData; context: DiscussionContext }) => {
  const { discussions: texts } = useTexts()
  const rest = useRest(context, thread)
  // The post being answered; a reply to a reply begins with its author's name.
  const [answering, setAnswering] = useState<PostData | null>(null)
  const replies = [...thread.replies, ...rest.more]
  const mayReply = !context.isClosed
  const isOpen = replies.length === 0 && !thread.deleted && mayReply && !answering
  return (
    <article className={styles.thread} aria-label={texts.threadOf(thread.content.slice(0, 40))}>
      <Post
        post={thread}
        context={context}
        onReply={mayReply ? () => setAnswering(thread) : null}
        waits={
          isOpen && (
            <div className={styles.open}>
              <span>{thread.author.mine ? texts.openMine : texts.open}</span>
              {!thread.author.mine && (
                <Button tone="text" size="small" onClick={() => setAnswering(thread)}>
                  {texts.answerIt}
                </Button>
              )}
            </div>
          )
        }
      >
        {replies.length > 0 && (
          <ul className={styles.replies} aria-label={texts.replies}>
            {replies.map((reply) => (
              <li key={reply.id} className={reply.is_answer ? styles.answer : undefined}>
                <Post post={reply} context={context} onReply={mayReply ? () => setAnswering(reply) : null} />
              </li>
            ))}
          </ul>
        )}
        {rest.error ? (
          <RegionError error={rest.error} onRetry={rest.retry} />
        ) : (
          rest.hasMore && (
            <Button tone="text" size="small" className={styles.more} busy={rest.isBusy} onClick={rest.ask}>
              {texts.moreReplies(rest.left)}
            </Button>
          )
        )}
        {answering && (
          <ReplyForm
            key={answering.id}
            context={context}
            root_id={thread.id}
            to={answering.id}
            name={answering.id === thread.id ? null : nameOf(answering)}
            onDone={() => setAnswering(null)}
          />
        )}
      </Post>
    </article>
  )
}
