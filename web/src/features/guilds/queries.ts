import type { Output } from '@tongchuang/contract/call.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { invitations } from '@tongchuang/contract/invitations.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { bannersKey, guildsKey, invitationsKey, tasksKey } from '../../queries/keys.ts'

export type Guild = Output<typeof catalog.guild>
export type ClassDetail = Output<typeof catalog.classDetail>
export type Invitation = Output<typeof invitations.own>[number]
export type Scope = 'mine' | 'joinable' | 'all'

/** How many announcements the server lists at most. */
export const mostAnnouncements = 100

const listKey = [...guildsKey, 'list'] as const

export const categoriesQuery = queryOptions({
  queryKey: [...guildsKey, 'categories'],
  queryFn: () => sendQuietly(catalog.categories),
  staleTime: 60_000,
})

/** The user's invitations, newest first. */
export const invitationsQuery = queryOptions({ queryKey: invitationsKey, queryFn: () => sendQuietly(invitations.own) })

/** The data of a guild that non-members may see. */
export const guildQuery = (guild_id: number) =>
  queryOptions({ queryKey: [...guildsKey, 'one', guild_id], queryFn: () => sendQuietly(catalog.guild, { guild_id }) })

/** The data of a guild for members. */
export const classQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'class', guild_id],
    queryFn: () => sendQuietly(catalog.classDetail, { guild_id }),
  })

/** Up to 100 announcements of a guild, for a member who wants those before the newest. */
export const announcementsQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'class', guild_id, 'announcements'],
    queryFn: async () =>
      (await sendQuietly(catalog.classDetail, { guild_id, announcements: mostAnnouncements })).announcements,
  })

type GuildListFilter = { scope?: Scope; cate_id?: number | undefined; keyword?: string; limit?: number }

/** Guilds as cards, the user's own first. */
export const guildListQuery = ({ scope = 'all', cate_id, keyword = '', limit = 30 }: GuildListFilter) =>
  infiniteQueryOptions({
    queryKey: [...listKey, scope, cate_id ?? 0, keyword, limit],
    queryFn: ({ pageParam }) =>
      sendQuietly(catalog.guilds, {
        scope,
        limit,
        ...(cate_id ? { cate_id } : {}),
        ...(keyword ? { keyword } : {}),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

type Pages = InfiniteData<Output<typeof catalog.guilds>, string>

const setStatus = (client: QueryClient, id: number, my_status: GuildCard['my_status']) => {
  client.setQueriesData<Pages>(
    { queryKey: listKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          list: page.list.map((guild) => (guild.id === id ? { ...guild, my_status } : guild)),
        })),
      },
  )
  client.setQueryData<Guild>(guildQuery(id).queryKey, (guild) => guild && { ...guild, my_status })
}

/** A change of membership changes the guilds, tasks and banners to show. */
const renew = (client: QueryClient) =>
  Promise.all([guildsKey, tasksKey, bannersKey].map((queryKey) => client.invalidateQueries({ queryKey })))

type Join = { guild_id?: number; code?: string; message?: string }

/**
 * Joins a guild or asks to. For an open guild the membership is shown at once and reverted if the server refuses. The
 * form shows failures of a code.
 */
export const useJoin = ({ quiet = false, open = false }: { quiet?: boolean; open?: boolean } = {}) => {
  const client = useQueryClient()
  const { guilds: texts } = useTexts()
  return useMutation({
    mutationFn: (input: Join) => (quiet ? sendQuietly : send)(guilds.join, input),
    onMutate: async ({ guild_id }) => {
      if (!open || !guild_id) return undefined
      await client.cancelQueries({ queryKey: guildsKey })
      const before = client.getQueriesData({ queryKey: guildsKey })
      setStatus(client, guild_id, 'member')
      return before
    },
    // Shown here because the pressed button is gone by now.
    onSuccess: ({ name }) => {
      if (open) showToast(texts.joinedNow(name), 'success')
    },
    onError: (_error, _input, before) => before?.forEach(([queryKey, data]) => client.setQueryData(queryKey, data)),
    onSettled: () => renew(client),
  })
}

/** Writes, changes or takes back the student's reply to an announcement. */
export const useReply = (guild_id: number) => {
  const client = useQueryClient()
  const renewed = () => client.invalidateQueries({ queryKey: classQuery(guild_id).queryKey })
  return useMutation({
    mutationFn: (input: { guild_id: number; id: number; content: string; was: string }) =>
      send(guilds.replyToAnnouncement, input),
    onSuccess: renewed,
    // What another window has sent meanwhile; refused for anything else, the words stay where they were typed.
    onError: (error) => (error instanceof CallFailed && error.reason === 'CHANGED' ? renewed() : undefined),
  })
}

/** Takes back the request to join. */
export const useCancelJoin = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (guild_id: number) => send(guilds.cancelJoin, { guild_id }),
    onSettled: () => renew(client),
  })
}

/** Leaves a guild. */
export const useLeaveGuild = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (guild_id: number) => send(guilds.leave, { guild_id }),
    onSettled: () => renew(client),
  })
}

/**
 * Answers an invitation; if it is no longer open, the renewed list shows what is left. An assistant gains access to the
 * admin site. `onAnswered` is called before the list drops the invitation, so that its place can be kept.
 */
export const useAnswerInvitation = (onAnswered: (answer: Output<typeof invitations.answer>) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: number; accept: boolean }) => send(invitations.answer, input),
    onSuccess: (answer) => {
      onAnswered(answer)
      if (answer.status === 'declined') return undefined
      return Promise.all([
        renew(client),
        ...(answer.role === 'student' ? [] : [client.invalidateQueries({ queryKey: profileKey })]),
      ])
    },
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}
