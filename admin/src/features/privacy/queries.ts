import type { Call, Input, Output } from '@tongchuang/contract/call.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { privacyKey } from '../../queries/keys.ts'

export type DeletionRequest = Output<typeof privacyAdmin.list>['list'][number]
export type RequestStatus = DeletionRequest['status']

/** Requests in one state, or the accounts nobody has used for three years. */
export const requestsQuery = (status: RequestStatus) =>
  infiniteQueryOptions({
    queryKey: [...privacyKey, status],
    queryFn: ({ pageParam }) =>
      sendQuietly(privacyAdmin.list, { status, limit: 50, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

const useAnswer = <C extends Call>(call: C) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<C>) => send(call, ...([input] as never)),
    // Also after a refusal: somebody else has answered, and the list shows it.
    onSettled: () => client.invalidateQueries({ queryKey: privacyKey }),
  })
}

export const useApprove = () => useAnswer(privacyAdmin.approve)
export const useRefuse = () => useAnswer(privacyAdmin.refuse)
