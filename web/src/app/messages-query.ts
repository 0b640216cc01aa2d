import { messages } from '@tongchuang/contract/messages.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messagesKey } from '../queries/keys.ts'

export type MessageType = 'message' | 'notice' | 'todo'
export type Message = Output<typeof messages.list>['list'][number]

/**
 * Unread rows by type. The event stream keeps the counts up to date; they are also read again when the window gets the
 * focus and, in case there is no stream, every two minutes. A failure stays silent: the bell keeps its last number.
 */
export const unreadQuery = queryOptions({
  queryKey: [...messagesKey, 'unread'],
  queryFn: () => sendQuietly(messages.unread),
  meta: { quiet: true },
  refetchInterval: 120_000,
  refetchOnWindowFocus: 'always',
})

/** The messages of one type, newest first. */
export const messagesQuery = (type: MessageType) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey, 'list', type],
    queryFn: ({ pageParam }) =>
      sendQuietly(messages.list, { type, limit: 10, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })

/** Marks the given rows, or all rows, as read. */
export const useRead = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids?: number[]) => send(messages.read, ids ? { ids } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey }),
  })
}

/** Removes the read rows of a type. */
export const useClear = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (type: MessageType) => send(messages.clear, { type }),
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey }),
  })
}
