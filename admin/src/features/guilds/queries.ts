import type { Input, Output } from '@tongchuang/contract/call.ts'
import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { categoriesKey, guildsKey, homeKey } from '../../queries/keys.ts'

export type Guild = Output<typeof guildSettings.detail>
export type Staff = Output<typeof guildPeople.staff>[number]
export type Member = Output<typeof guildPeople.members>['list'][number]
export type Invitation = Output<typeof invitationsAdmin.list>['list'][number]
export type Announcement = Output<typeof announcementsAdmin.list>['list'][number]

/** Everything about guilds begins with this key. */

export const guildQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'one', guild_id],
    queryFn: () => sendQuietly(guildSettings.detail, { guild_id }),
  })

export const categoriesQuery = queryOptions({
  queryKey: categoriesKey,
  queryFn: () => sendQuietly(categoriesAdmin.list),
})

const afterOf = (after: string) => (after ? { after } : {})

export const guildListQuery = (wanted: { keyword: string; status: 'active' | 'archived' | undefined }) =>
  infiniteQueryOptions({
    queryKey: [...guildsKey, 'list', wanted],
    queryFn: ({ pageParam }) =>
      sendQuietly(guildSettings.list, {
        limit: 50,
        ...(wanted.keyword && { keyword: wanted.keyword }),
        ...(wanted.status && { status: wanted.status }),
        ...afterOf(pageParam),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export type MemberFilter = Required<Pick<Input<typeof guildPeople.members>, 'status' | 'sort' | 'keyword'>>

export const membersQuery = (guild_id: number, { status, sort, keyword }: MemberFilter) =>
  infiniteQueryOptions({
    queryKey: [...guildsKey, 'members', guild_id, status, sort, keyword],
    queryFn: ({ pageParam }) =>
      sendQuietly(guildPeople.members, {
        guild_id,
        status,
        sort,
        limit: 50,
        ...(keyword && { keyword }),
        ...afterOf(pageParam),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export const staffQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'staff', guild_id],
    queryFn: () => sendQuietly(guildPeople.staff, { guild_id }),
  })

export const requestsQuery = (guild_id: number) =>
  infiniteQueryOptions({
    queryKey: [...guildsKey, 'requests', guild_id],
    queryFn: ({ pageParam }) => sendQuietly(guildsAdmin.joinRequests, { guild_id, limit: 50, ...afterOf(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** The people invited into a guild; `all` includes every answer. */
export const invitationsQuery = (guild_id: number, status: Invitation['status'] | 'all') =>
  infiniteQueryOptions({
    queryKey: [...guildsKey, 'invitations', guild_id, status],
    queryFn: ({ pageParam }) =>
      sendQuietly(invitationsAdmin.list, { guild_id, ...(status !== 'all' && { status }), ...afterOf(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export const announcementsQuery = (guild_id: number) =>
  infiniteQueryOptions({
    queryKey: [...guildsKey, 'announcements', guild_id],
    queryFn: ({ pageParam }) => sendQuietly(announcementsAdmin.list, { guild_id, ...afterOf(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export const repliesQuery = (guild_id: number, id: number) =>
  infiniteQueryOptions({
    queryKey: [...guildsKey, 'replies', id],
    queryFn: ({ pageParam }) => sendQuietly(announcementsAdmin.replies, { guild_id, id, ...afterOf(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export const reachQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'reach', guild_id],
    queryFn: () => sendQuietly(announcementsAdmin.reach, { guild_id }),
  })

export const termPreviewQuery = (guild_id: number, days: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'term', guild_id, days],
    queryFn: () => sendQuietly(termsAdmin.previewCopy, { guild_id, name: '-', days }),
    staleTime: 0,
  })

const updateGuild = (input: Input<typeof guildSettings.update>) => sendQuietly(guildSettings.update, input)

/** Reloads whatever shows guilds and their people, and the number of the user’s guilds. */
const reload = (client: QueryClient) =>
  Promise.all([guildsKey, homeKey, meKey].map((queryKey) => client.invalidateQueries({ queryKey })))

const changing = <I, O>(
  client: QueryClient,
  work: (input: I) => Promise<O>,
  show: (done: O) => unknown = () => null,
) => ({
  mutationFn: work,
  // Not waited for: the change is stored, and a read that hangs keeps nobody from being told.
  onSuccess: (done: O) => {
    show(done)
    void reload(client)
  },
  // Waited for: whoever is told that somebody else was first has what they did before their eyes.
  onError: () => reload(client),
})

/** A mutation of a guild or its people. It is done once it is stored; what shows them is read again behind it. */
export const useGuildChange = <I, O>(work: (input: I) => Promise<O>) => useMutation(changing(useQueryClient(), work))

/** A change of the settings of a guild. The answer is the guild, which shows at once. */
export const useGuildSave = () => {
  const client = useQueryClient()
  return useMutation(
    changing(client, updateGuild, (guild) => client.setQueryData(guildQuery(guild.id).queryKey, guild)),
  )
}

const withCode = (guild: Guild, invite_code: string): Guild => ({
  ...guild,
  invite_code,
  invite_url: guild.invite_url.replace(guild.invite_code, invite_code),
})

/** Gives a guild a new invite code, which shows at once instead of the one that no longer works. */
export const useNewCode = (guild_id: number) => {
  const client = useQueryClient()
  const renew = () => send(guildSettings.renewCode, { guild_id })
  return useMutation(
    changing(client, renew, ({ invite_code }) =>
      client.setQueryData(guildQuery(guild_id).queryKey, (before) => before && withCode(before, invite_code)),
    ),
  )
}

export const answerJoin = (input: Input<typeof guildsAdmin.answerJoin>) => send(guildsAdmin.answerJoin, input)
export const createGuild = (input: Input<typeof guildSettings.create>) => send(guildSettings.create, input)
export const saveStaff = (input: Input<typeof guildPeople.saveStaff>) => sendQuietly(guildPeople.saveStaff, input)
export const removeStaff = (input: Input<typeof guildPeople.removeStaff>) => send(guildPeople.removeStaff, input)
export const removeMembers = (input: Input<typeof guildPeople.remove>) => send(guildPeople.remove, input)
export const restoreMembers = (input: Input<typeof guildPeople.restore>) => send(guildPeople.restore, input)
export const withdrawInvitation = (input: Input<typeof invitationsAdmin.withdraw>) =>
  send(invitationsAdmin.withdraw, input)
export const saveAnnouncement = (input: Input<typeof announcementsAdmin.save>) =>
  sendQuietly(announcementsAdmin.save, input)
export const takeAnnouncementBack = (input: Input<typeof announcementsAdmin.takeBack>) =>
  send(announcementsAdmin.takeBack, input)
export const removeAnnouncement = (input: Input<typeof announcementsAdmin.remove>) =>
  send(announcementsAdmin.remove, input)
export const copyGuild = (input: Input<typeof termsAdmin.copyGuild>) => send(termsAdmin.copyGuild, input)
export const archiveGuild = (guild_id: number) => send(termsAdmin.archiveGuild, { guild_id })
export const reviveGuild = (guild_id: number) => send(termsAdmin.reviveGuild, { guild_id })
