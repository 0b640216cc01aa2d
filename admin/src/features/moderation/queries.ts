import type { Call, Input, Output } from '@tongchuang/contract/call.ts'
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { feedbackAdmin } from '@tongchuang/contract/feedback.admin.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { everyGuild } from '../../queries/guilds.ts'
import { homeKey, moderationKey } from '../../queries/keys.ts'

export type Guild = Output<typeof guildSettings.detail>
export type Report = Output<typeof discussionsAdmin.reports>['list'][number]
export type Post = Output<typeof discussionsAdmin.list>['list'][number]
export type Work = Output<typeof worksAdmin.list>['list'][number]
export type Feedback = Output<typeof feedbackAdmin.list>['list'][number]

type Asked<C extends Call> = Omit<Input<C>, 'after' | 'page' | 'limit'>

const limit = 30
const start = {
  initialPageParam: '',
  getNextPageParam: (page: { next: string | null }) => page.next,
  placeholderData: keepPreviousData,
}
const after = (cursor: string) => (cursor ? { after: cursor } : {})

/** The guilds whose staff the user belongs to, for a select field. */
export const guildsQuery = queryOptions({
  queryKey: [...moderationKey, 'guilds'],
  queryFn: () => everyGuild(),
})

/** One guild with the user’s permissions in it; null if the user is not its staff, as with an old link. */
export const guildQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...moderationKey, 'guild', guild_id],
    queryFn: () =>
      sendQuietly(guildSettings.detail, { guild_id }).catch((error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      }),
  })

export const reportsQuery = (wanted: Asked<typeof discussionsAdmin.reports>) =>
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'reports', wanted],
    queryFn: ({ pageParam }) => sendQuietly(discussionsAdmin.reports, { ...wanted, limit, ...after(pageParam) }),
    ...start,
  })

export const postsQuery = (wanted: Asked<typeof discussionsAdmin.list>) =>
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'posts', wanted],
    queryFn: ({ pageParam }) => sendQuietly(discussionsAdmin.list, { ...wanted, limit, ...after(pageParam) }),
    ...start,
  })

/** The latest post in any of the user’s guilds. */
export const newestPostQuery = queryOptions({
  queryKey: [...moderationKey, 'newest-post'],
  queryFn: () => sendQuietly(discussionsAdmin.list, { limit: 1 }),
})

/** The earlier texts of a post. */
export const historyQuery = (discussion_id: number) =>
  queryOptions({
    queryKey: [...moderationKey, 'history', discussion_id],
    queryFn: () => sendQuietly(discussionsAdmin.history, { discussion_id }),
  })

/** The settings of the whole discussion of a task. */
export const roomQuery = (task_id: number) =>
  queryOptions({
    queryKey: [...moderationKey, 'room', task_id],
    queryFn: () => sendQuietly(discussionsAdmin.settings, { task_id }),
  })

export const worksQuery = (wanted: Asked<typeof worksAdmin.list>) =>
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'works', wanted],
    queryFn: ({ pageParam }) => sendQuietly(worksAdmin.list, { ...wanted, limit, ...after(pageParam) }),
    ...start,
  })

export const ownFeedbackQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...moderationKey, 'own-feedback', guild_id],
    queryFn: () => sendQuietly(feedbackAdmin.mine, { guild_id }),
  })

export const feedbackQuery = (wanted: Asked<typeof feedbackAdmin.list>) =>
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'feedback', wanted],
    queryFn: ({ pageParam }) => sendQuietly(feedbackAdmin.list, { ...wanted, limit, ...after(pageParam) }),
    ...start,
  })

export const unsealedQuery = infiniteQueryOptions({
  queryKey: [...moderationKey, 'unsealed'],
  queryFn: ({ pageParam }) => sendQuietly(feedbackAdmin.unsealed, { limit, ...after(pageParam) }),
  ...start,
})

/** A mutation that changes these lists; its caller reports the answer. */
export const useChange = <C extends Call>(call: C) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<C>) => send(call, ...([input] as never)),
    // Also after a refusal: somebody else has answered, and the list shows it.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: moderationKey }),
        client.invalidateQueries({ queryKey: homeKey }),
      ]),
  })
}
