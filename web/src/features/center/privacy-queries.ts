import { calendar } from '@tongchuang/contract/calendar.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { calendarKey, deletionKey, exportKey, noticeSettingsKey } from '../../queries/keys.ts'

/** How each topic reaches the user. */
export const noticesQuery = queryOptions({
  queryKey: noticeSettingsKey,
  queryFn: () => sendQuietly(messages.settings),
})

/** The user's private calendar address. */
export const calendarQuery = queryOptions({ queryKey: calendarKey, queryFn: () => sendQuietly(calendar.get) })

export const useCalendar = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: Input<typeof calendar.change>['action']) => send(calendar.change, { action }),
    onSuccess: (next) => client.setQueryData(calendarQuery.queryKey, next),
  })
}

// The link to the copy expires after 15 minutes; the page may lie open for longer.
const linkAgeMs = 5 * 60_000

/** The progress of the copy of the user's data, polled while it is being made; then its link, renewed in time. */
export const exportQuery = queryOptions({
  queryKey: exportKey,
  queryFn: () => sendQuietly(privacy.exported),
  refetchInterval: ({ state }) =>
    state.data?.status === 'waiting' ? 2_000 : state.data?.status === 'ready' && linkAgeMs,
  staleTime: linkAgeMs,
})

export const useExport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(privacy.export),
    onSuccess: (next) => client.setQueryData(exportQuery.queryKey, next),
  })
}

/** The user's request to delete the account. */
export const deletionQuery = queryOptions({ queryKey: deletionKey, queryFn: () => sendQuietly(privacy.deletion) })

export const useDeletion = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<typeof privacy.askDeletion>) => sendQuietly(privacy.askDeletion, input),
    onSuccess: (next) => client.setQueryData(deletionQuery.queryKey, next),
  })
}
