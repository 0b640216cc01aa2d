import type { Input, Output } from '@tongchuang/contract/call.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { rosterKey } from '../../queries/keys.ts'

export type RosterImport = Output<typeof rosterAdmin.get>
export type Mapping = NonNullable<RosterImport['mapping']>
export type Status = Output<typeof rosterAdmin.rows>['list'][number]['status']

const oneKey = (id: number) => [...rosterKey, 'one', id] as const
const rowsKey = (id: number) => [...rosterKey, 'rows', id] as const

/** One import; asked again twice a second while the server is at work on it. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: () => sendQuietly(rosterAdmin.get, { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'applying' || state.data?.state === 'undoing' ? 500 : false),
  })

/** The rows of a checked import, some at a time. */
export const rowsQuery = (id: number, status: Status | 'all') =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(id), status],
    queryFn: ({ pageParam }) =>
      sendQuietly(rosterAdmin.rows, {
        id,
        limit: 50,
        ...(status === 'all' ? {} : { status }),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** The imports before this one. */
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

/** Every step answers the import as it is then. */
const useStep = <V>(work: (input: V) => Promise<RosterImport>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: (one) => {
      client.setQueryData(importQuery(one.id).queryKey, one)
      void client.invalidateQueries({ queryKey: rowsKey(one.id) })
      void client.invalidateQueries({ queryKey: importsQuery.queryKey })
    },
  })
}

export const useReadList = () => useStep((input: Input<typeof rosterAdmin.read>) => send(rosterAdmin.read, input))
export const useCheckList = () => useStep((input: Input<typeof rosterAdmin.check>) => send(rosterAdmin.check, input))
export const useApplyList = () => useStep((id: number) => send(rosterAdmin.apply, { id, consent: true }))
export const useUndoList = () => useStep((id: number) => send(rosterAdmin.undo, { id }))
