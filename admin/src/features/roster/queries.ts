import type { Input, Output } from '@tongchuang/contract/call.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { everyPage } from '../../queries/every-page.ts'
import { categoriesKey, rosterKey, staffKey } from '../../queries/keys.ts'

export type RosterImport = Output<typeof rosterAdmin.get>
export type Mapping = NonNullable<RosterImport['mapping']>
export type Status = Output<typeof rosterAdmin.rows>['list'][number]['status']

const oneKey = (id: number) => [...rosterKey, 'one', id] as const
const rowsKey = (id: number) => [...rosterKey, 'rows', id] as const
const guildsKeyOf = (id: number) => [...rosterKey, 'guilds', id] as const

export type RosterRow = Output<typeof rosterAdmin.rows>['list'][number]
export type RosterGuild = Output<typeof rosterAdmin.guilds>[number]

/** One import; requested again twice a second while the server is processing it. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: () => sendQuietly(rosterAdmin.get, { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'applying' || state.data?.state === 'undoing' ? 500 : false),
  })

/** The rows of a checked import, some at a time; `guild`: those that come to one guild of the list. */
export const rowsQuery = (id: number, status: Status | 'all', guild?: string) =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(id), status, guild ?? null],
    queryFn: ({ pageParam }) =>
      sendQuietly(rosterAdmin.rows, {
        id,
        limit: 50,
        ...(status === 'all' ? {} : { status }),
        ...(guild === undefined ? {} : { guild }),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** The earlier imports. */
export const importsQuery = infiniteQueryOptions({
  queryKey: [...rosterKey, 'list'],
  queryFn: ({ pageParam }) => sendQuietly(rosterAdmin.list, { limit: 20, ...(pageParam ? { after: pageParam } : {}) }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
})

export const slipsQuery = (id: number) =>
  queryOptions({
    queryKey: [...rosterKey, 'slips', id],
    queryFn: () => sendQuietly(rosterAdmin.slips, { id }),
    staleTime: 0,
  })

/** A mutation for one step; the server returns the updated import. */
const useStep = <V>(work: (input: V) => Promise<RosterImport>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: (one) => {
      client.setQueryData(importQuery(one.id).queryKey, one)
      void client.invalidateQueries({ queryKey: rowsKey(one.id) })
      void client.invalidateQueries({ queryKey: guildsKeyOf(one.id) })
      void client.invalidateQueries({ queryKey: importsQuery.queryKey })
    },
  })
}

export const useReadList = () => useStep((input: Input<typeof rosterAdmin.read>) => send(rosterAdmin.read, input))
export const useCheckList = () => useStep((input: Input<typeof rosterAdmin.check>) => send(rosterAdmin.check, input))
export const useChooseSheet = () =>
  useStep((input: Input<typeof rosterAdmin.chooseSheet>) => send(rosterAdmin.chooseSheet, input))
export const useRepairRow = () => useStep((input: Input<typeof rosterAdmin.repair>) => send(rosterAdmin.repair, input))
export const useApplyList = () => useStep((id: number) => send(rosterAdmin.apply, { id, consent: true }))
export const useUndoList = () => useStep((id: number) => send(rosterAdmin.undo, { id }))

/** The guilds a checked list names. */
export const listGuildsQuery = (id: number) =>
  queryOptions({ queryKey: guildsKeyOf(id), queryFn: () => sendQuietly(rosterAdmin.guilds, { id }) })

/** Sets how a guild of the list will be created or filled. */
export const useSettleGuild = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<Input<typeof rosterAdmin.settleGuild>, 'id'>) =>
      send(rosterAdmin.settleGuild, { id, ...input }),
    onSuccess: (guilds) => {
      client.setQueryData(guildsKeyOf(id), guilds)
      void client.invalidateQueries({ queryKey: oneKey(id) })
      void client.invalidateQueries({ queryKey: rowsKey(id) })
    },
  })
}

/** The categories a new guild can belong to, and the teachers who can lead it. */
export const shelvesQuery = queryOptions({
  queryKey: [...categoriesKey, 'list'],
  queryFn: () => sendQuietly(categoriesAdmin.list),
})
export const leadersQuery = queryOptions({
  queryKey: [...staffKey, 'leaders'],
  queryFn: () => everyPage((from) => sendQuietly(staffAdmin.list, { role: 'teacher', ...from })),
})
