import type { Output } from '@tongchuang/contract/call.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { noticesKey } from '../queries/keys.ts'

export type Notice = Output<typeof messagesAdmin.list>['list'][number]

/** The number of unread notices: updated by the event stream, and requested every two minutes in case there is none. */
export const unreadQuery = queryOptions({
  queryKey: [...noticesKey, 'unread'],
  queryFn: () => sendQuietly(messagesAdmin.unread),
  meta: { quiet: true },
  refetchInterval: 120_000,
  refetchOnWindowFocus: 'always',
})

/** The notices of staff, newest first. */
export const noticesQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey, 'list', unread],
    queryFn: ({ pageParam }) =>
      sendQuietly(messagesAdmin.list, {
        limit: 30,
        ...(unread && { unread }),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })

/** Marks some or all notices as read; returns the moment that identifies this change for undoing it. */
export const useRead = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids?: number[]) => send(messagesAdmin.read, ids ? { ids } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey }),
  })
}

/** Undoes one marking as read, identified by its moment. */
export const useKeepUnread = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (read_at: string) => send(messagesAdmin.keepUnread, { read_at }),
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey }),
  })
}
