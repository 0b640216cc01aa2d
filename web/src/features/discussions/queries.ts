import type { Input, Output } from '@tongchuang/contract/call.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import type { Post } from '@tongchuang/contract/discussions.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { discussionKey, mentionableKey, postPreviewKey, tasksKey } from '../../queries/keys.ts'
import { isPressed } from '../../queries/once-pressed.ts'
import { changePost } from './pages.ts'
import type { Change, Pages } from './pages.ts'

export type Sort = 'new' | 'hot' | 'unanswered'

/** The questions of a task with their first replies. Read again when the window regains the focus. */
export const discussionQuery = (task_id: number, sort: Sort) =>
  infiniteQueryOptions({
    queryKey: [...discussionKey(task_id), 'questions', sort],
    queryFn: ({ pageParam }) =>
      sendQuietly(discussions.list, { task_id, sort, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 5_000,
    refetchOnWindowFocus: 'always',
  })

/** The answer about a post that is gone, or that its reader may not see: no reason for a message. */
const none: Output<typeof discussions.list> = {
  ...{ list: [], next: null, total: 0, count: 0, unanswered: 0 },
  ...{ page: 1, limit: 1, closed: null, post_first: false, anonymous_allowed: false },
}

/** The question of a post that the address of the page names, with its first replies. */
export const namedQuery = (task_id: number, post_id: number) =>
  infiniteQueryOptions({
    queryKey: [...discussionKey(task_id), 'named', post_id],
    queryFn: () =>
      sendQuietly(discussions.list, { task_id, post_id }).catch((error: unknown) => {
        if (isNotFound(error)) return none
        throw error
      }),
    initialPageParam: '',
    getNextPageParam: () => null,
  })

/** The replies of a question after its first ones, loaded on request. */
export const repliesQuery = (task_id: number, parent_id: number, behind: string) =>
  infiniteQueryOptions({
    queryKey: [...discussionKey(task_id), 'replies', parent_id, behind],
    queryFn: ({ pageParam }) => sendQuietly(discussions.list, { task_id, parent_id, after: pageParam }),
    initialPageParam: behind,
    getNextPageParam: (page) => page.next,
  })

/** Members whose names contain the text typed after an @. */
export const namesQuery = (task_id: number, keyword: string | null) =>
  queryOptions({
    queryKey: [...mentionableKey, task_id, keyword],
    queryFn: () => sendQuietly(discussions.mentionable, { task_id, keyword: keyword ?? '' }),
    enabled: keyword !== null,
    staleTime: 60_000,
  })

/** The preview of a text. */
export const previewQuery = (content: string, isShown: boolean) =>
  queryOptions({
    queryKey: [...postPreviewKey, content],
    queryFn: () => sendQuietly(discussions.preview, { content }),
    enabled: isShown,
    gcTime: 0,
  })

const useChange = (task_id: number) => {
  const client = useQueryClient()
  const queryKey = discussionKey(task_id)
  return {
    client,
    queryKey,
    apply: (id: number, change: Change) =>
      client.setQueriesData<Pages>({ queryKey }, (pages) => pages && changePost(pages, id, change)),
    renew: () => client.invalidateQueries({ queryKey }),
  }
}

const liked = (post: Post, like: boolean): Partial<Post> =>
  post.liked === like ? {} : { liked: like, like_count: Math.max(0, post.like_count + (like ? 1 : -1)) }

/** Likes and unlikes a post: shown at once, sent one request after the other, and reverted if the last one fails. */
export const useLike = (task_id: number, post: Pick<Post, 'id'>, told: (words: string) => void) => {
  const { client, queryKey, apply, renew } = useChange(task_id)
  const { discussions: texts } = useTexts()
  const mutationKey = ['like', 'post', post.id]
  const isLast = () => client.isMutating({ mutationKey }) === 1
  const mutation = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (like: boolean) =>
      sendQuietly(like ? discussions.like : discussions.unlike, { discussion_id: post.id }),
    onMutate: (like) => {
      void client.cancelQueries({ queryKey })
      apply(post.id, (before) => liked(before, like))
    },
    onSuccess: (answer) => {
      if (!isLast()) return
      apply(post.id, () => answer)
      told(texts.likes(answer.like_count))
    },
    onError: (error, like) => {
      if (!isLast()) return
      apply(post.id, (before) => liked(before, !like))
      showToast(failureText(error))
      void renew()
    },
  })
  const press: typeof mutation.mutate = (...given) => {
    if (!isPressed(client, mutationKey, given[0])) mutation.mutate(...given)
  }
  return { ...mutation, mutate: press }
}

/** Writes a post; a failure is shown beside the text, which stays. */
export const useCreate = (task_id: number) => {
  const { client, renew } = useChange(task_id)
  return useMutation({
    mutationFn: (input: Omit<Input<typeof discussions.create>, 'task_id'>) =>
      sendQuietly(discussions.create, { task_id, ...input }),
    onSuccess: async () => {
      await renew()
      // Renews the counts on the cards and on the task itself.
      void client.invalidateQueries({ queryKey: tasksKey })
    },
  })
}

/** Changes a post of the user. */
export const useEdit = (task_id: number, discussion_id: number) => {
  const { apply } = useChange(task_id)
  return useMutation({
    mutationFn: (input: { content: string; mentions: number[] }) =>
      sendQuietly(discussions.edit, { discussion_id, ...input }),
    onSuccess: (post) => apply(discussion_id, () => post),
  })
}

/** Deletes a post of the user, or restores it. */
export const useRemove = (discussion_id: number) =>
  useMutation({ mutationFn: (undo: boolean) => send(discussions.remove, { discussion_id, undo }) })

/** Marks the answer, one request after the other; the order of the replies changes with it. */
export const useMark = (task_id: number, discussion_id: number) => {
  const { client, apply, renew } = useChange(task_id)
  const mutationKey = ['mark-answer', task_id]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (answer: boolean) => send(discussions.markAnswer, { discussion_id, answer }),
    onMutate: (is_answer) => apply(discussion_id, () => ({ is_answer })),
    onSettled: () => (client.isMutating({ mutationKey }) > 1 ? undefined : renew()),
  })
}

/** Reports a post to staff; it disappears for the reporter. */
export const useReport = (task_id: number, id: number) => {
  const { renew } = useChange(task_id)
  return useMutation({
    mutationFn: (input: Pick<Input<typeof discussions.report>, 'reason' | 'note'>) =>
      send(discussions.report, { target: 'discussion', id, ...input }),
    onSuccess: renew,
  })
}
