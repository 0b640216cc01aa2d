import type { Post as PostData, Thread as ThreadData } from '@tongchuang/contract/discussions.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import type { PagedRead } from '@tongchuang/ui/paged-read.ts'
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
  const ask = () => {
    if (rest.isLoadingError) void rest.refetch()
    else if (isAsked || isMeant) void fetchNextPage()
    else setAsked(true)
  }
  const pages: PagedRead = {
    hasNextPage: behind !== null && (rest.data === undefined || rest.hasNextPage),
    isFetchingNextPage: rest.isFetchingNextPage || rest.isLoading,
    isFetchNextPageError: rest.isFetchNextPageError || rest.isLoadingError,
    error: rest.error,
    fetchNextPage: ask,
  }
  return { more, left: Math.max(0, thread.reply_count - thread.replies.length - more.length), pages }
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
        <LoadMore
          of={rest.pages}
          isByButton
          className={styles.more}
          label={texts.moreReplies(rest.left)}
          button={{ tone: 'text', size: 'small' }}
        />
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
