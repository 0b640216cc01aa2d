import { unansweredAtMost } from '@tongchuang/contract/discussions.ts'
import type { Thread as ThreadData } from '@tongchuang/contract/discussions.ts'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { createSendOnce } from '@tongchuang/ui/send-once.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Composer } from './composer.tsx'
import styles from './discussion.module.css'
import { draftKey } from './draft-key.ts'
import { discussionQuery, namedQuery, useCreate } from './queries.ts'
import type { Sort } from './queries.ts'
import type { DiscussionContext } from './discussion-context.ts'
import { Thread } from './thread.tsx'

/** The form for asking a question; its text stays on this device until it is sent. */
const Ask = ({ context, postFirst }: { context: DiscussionContext; postFirst: boolean }) => {
  const { discussions: texts } = useTexts()
  const place = draftKey(useProfile().id, context.task.id, null)
  const kept = keptText(place)
  const [text, setText] = useState(kept.read)
  const [sendOnce] = useState(createSendOnce)
  const create = useCreate(context.task.id)
  const write = (next: string) => {
    setText(next)
    kept.write(next)
  }
  return (
    <>
      {postFirst && <p className={styles.first}>{texts.postFirst}</p>}
      <Composer
        task_id={context.task.id}
        label={texts.ask}
        placeholder={texts.ask}
        send={texts.send}
        text={text}
        onText={write}
        onSend={async ({ content, mentions, anonymous }) => {
          await sendOnce([content, anonymous], (key) => create.mutateAsync({ content, mentions, anonymous, key }))
          // Text typed while sending stays as the next question.
          setText((now) => (now === content ? '' : now))
          kept.sent(content)
          context.tell(texts.sent)
        }}
        mayHide={context.mayHide}
        place={place}
      />
    </>
  )
}

/**
 * Brings the reader to the post that the address of the page names: the address came from a notice about it. A question
 * further on than the list reaches is asked for by itself. If the post is gone, the discussion is what there is.
 */
const useNamedPost = (task_id: number, threads: readonly ThreadData[], isThere: boolean) => {
  const { hash } = useLocation()
  const post = Number(/^#discussion-(\d+)$/.exec(hash)?.[1] ?? 0)
  const isShown = threads.some(({ id, replies }) => id === post || replies.some((reply) => reply.id === post))
  const found = useInfiniteQuery({ ...namedQuery(task_id, post), enabled: isThere && post > 0 && !isShown })
  const question = found.data?.pages[0]?.list[0]
  useEffect(() => {
    if (!isThere || !hash.startsWith('#discussion')) return
    const element = document.getElementById(hash.slice(1))
    if (element) element.scrollIntoView({ block: 'center' })
    else document.getElementById('discussion')?.scrollIntoView()
  }, [isThere, hash, question?.id])
  return { found, question, named: question ? { question: question.id, post } : null }
}

/** The discussion of a task: the form for asking, and the questions with their replies, in three orders. */
export const Discussion = ({ task }: { task: { id: number; guild_id: number } }) => {
  const { discussions: texts } = useTexts()
  const [sort, setSort] = useState<Sort>('new')
  const [said, tell] = useState('')
  const list = useInfiniteQuery(discussionQuery(task.id, sort))
  const first = list.data?.pages[0]
  const threads = list.data?.pages.flatMap((page) => page.list) ?? []
  const { found, question, named } = useNamedPost(task.id, threads, first !== undefined)
  const isFurtherOn = sort === 'new' && question !== undefined && !threads.some(({ id }) => id === question.id)
  const shown = isFurtherOn ? [question, ...threads] : threads
  const context: DiscussionContext = {
    task,
    isClosed: first?.closed !== null,
    mayHide: first?.anonymous_allowed ?? false,
    named: sort === 'new' ? named : null,
    tell,
  }
  const sorts = (['new', 'hot', 'unanswered'] as const).map((value) => ({
    value,
    label:
      value === 'unanswered' && first && first.unanswered > 0
        ? texts.unanswered(first.unanswered < unansweredAtMost ? String(first.unanswered) : '99+')
        : texts.sorts[value],
  }))

  return (
    <section className={`${styles.discussion} no-print`} id="discussion" aria-labelledby="discussion-title">
      <div className={styles.head}>
        <h2 id="discussion-title">
          {texts.title} {first && <small className="num">{texts.count(first.count)}</small>}
        </h2>
        {first && first.count > 0 && <Pick label={texts.sort} items={sorts} value={sort} onChange={setSort} />}
      </div>
      <output className="vh">{said}</output>
      {first &&
        (first.closed ? (
          <p className={styles.closed}>
            <Lock size={18} aria-hidden />
            {texts.closed[first.closed]}
          </p>
        ) : (
          <Ask context={context} postFirst={first.post_first} />
        ))}
      {list.isPending && <SkeletonList count={3} height={120} />}
      {list.error && !list.data && (
        <RegionError what={texts.failed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {first &&
        threads.length === 0 &&
        !first.post_first &&
        (sort === 'unanswered' ? (
          <p className={styles.none}>{texts.allAnswered}</p>
        ) : (
          !first.closed && <EmptyState title={texts.none} />
        ))}
      <ReadFailure of={found} />
      <div className={styles.threads}>
        {shown.map((thread) => (
          <Thread key={thread.id} thread={thread} context={context} />
        ))}
      </div>
      <LoadMore of={list} />
    </section>
  )
}
