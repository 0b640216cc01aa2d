import type { Input, Output } from '@tongchuang/contract/call.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { reviewKey } from '../../queries/keys.ts'

export type QueueFilter = Omit<Input<typeof reviewsAdmin.queue>, 'page' | 'after' | 'limit'>

/** The queue, page by page. */
export const queueQuery = (filter: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: [...reviewKey, 'queue', filter],
    queryFn: ({ pageParam }) =>
      sendQuietly(reviewsAdmin.queue, { ...filter, limit: 50, ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export type SavedComment = Output<typeof reviewToolsAdmin.comments>[number]

/** The user’s saved comments and those of a guild. */
export const commentsQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...reviewKey, 'comments', guild_id],
    queryFn: () => sendQuietly(reviewToolsAdmin.comments, { guild_id }),
  })

/** The progress of reviews in each class of a set. */
export const standingQuery = (set_id: number) =>
  queryOptions({
    queryKey: [...reviewKey, 'set', set_id],
    queryFn: () => sendQuietly(reviewSetsAdmin.standing, { set_id }),
    staleTime: 0,
  })

/** The first ten students with nothing handed in for a task of several classes. */
export const missingOfSetQuery = (set_id: number) =>
  queryOptions({
    queryKey: [...reviewKey, 'missing-names', set_id],
    queryFn: () => sendQuietly(reviewToolsAdmin.missing, { set_id, limit: 10 }),
  })

/** Picks of assistants that a release would show as passed. */
export const proposedQuery = (set_id: number) =>
  queryOptions({
    queryKey: [...reviewKey, 'proposed', set_id],
    queryFn: () => sendQuietly(worksAdmin.proposed, { set_id }),
    staleTime: 0,
  })

/** A preview of releasing the results of a task. */
export const releaseQuery = (task_id: number) =>
  queryOptions({
    queryKey: [...reviewKey, 'release', task_id],
    queryFn: () => sendQuietly(reviewsAdmin.release, { task_id, preview: true }),
    staleTime: 0,
  })
