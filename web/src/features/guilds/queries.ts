import type { Output } from '@tongchuang/contract/call.ts'
import { directory } from '@tongchuang/contract/directory.ts'
import type { GuildCard } from '@tongchuang/contract/directory.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

export type Guild = Output<typeof directory.guild>
export type ClassDetail = Output<typeof directory.classDetail>
export type Scope = 'mine' | 'joinable' | 'all'

/** Everything about guilds begins with this key. */
const key = ['guilds'] as const
const listKey = [...key, 'list'] as const

export const categoriesQuery = queryOptions({
  queryKey: [...key, 'categories'],
  queryFn: () => sendQuietly(directory.categories),
  staleTime: 60_000,
})

/** Names and emblems of the guilds I am in. */
export const namesQuery = queryOptions({ queryKey: [...key, 'names'], queryFn: () => sendQuietly(guilds.names) })

/** The public face of a guild. */
export const guildQuery = (guild_id: number) =>
  queryOptions({ queryKey: [...key, 'one', guild_id], queryFn: () => sendQuietly(directory.guild, { guild_id }) })

/** The inside of a guild, for members. */
export const classQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...key, 'class', guild_id],
    queryFn: () => sendQuietly(directory.classDetail, { guild_id }),
  })

type Wanted = { scope?: Scope; cate_id?: number | undefined; keyword?: string; limit?: number }

/** Guilds as cards, mine first. */
export const guildListQuery = ({ scope = 'all', cate_id, keyword = '', limit = 30 }: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...listKey, scope, cate_id ?? 0, keyword, limit],
    queryFn: ({ pageParam }) =>
      sendQuietly(directory.guilds, {
        scope,
        limit,
        ...(cate_id ? { cate_id } : {}),
        ...(keyword ? { keyword } : {}),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

type Pages = InfiniteData<Output<typeof directory.guilds>, string>

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

/** Whoever belongs to another guild than before sees other tasks. */
const renew = (client: QueryClient) =>
  Promise.all([key, ['tasks'], ['banners']].map((queryKey) => client.invalidateQueries({ queryKey })))

type Join = { guild_id?: number; code?: string; message?: string }

/**
 * Joins a guild or asks to. An open guild shows the membership at once and takes it back when the server says no.
 * Failures of a code are the form's to show.
 */
export const useJoin = ({ quiet = false, open = false }: { quiet?: boolean; open?: boolean } = {}) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Join) => (quiet ? sendQuietly : send)(guilds.join, input),
    onMutate: async ({ guild_id }) => {
      if (!open || !guild_id) return undefined
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueriesData({ queryKey: key })
      setStatus(client, guild_id, 'member')
      return before
    },
    onError: (_error, _input, before) => before?.forEach(([queryKey, data]) => client.setQueryData(queryKey, data)),
    onSettled: () => renew(client),
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
