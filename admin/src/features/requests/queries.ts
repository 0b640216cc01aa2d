import type { Input, Output } from '@tongchuang/contract/call.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { reviewKey } from '../../queries/keys.ts'
import { renewStandings } from '../../queries/standings.ts'

export type Appeal = Output<typeof reviewsAdmin.appeals>['list'][number]
export type Extension = Output<typeof reviewsAdmin.extensions>['list'][number]

/** Appeals: the open ones, or all of them with the open ones first. */
export const appealsQuery = (onlyOpen: boolean) =>
  infiniteQueryOptions({
    queryKey: [...reviewKey, 'appeals', onlyOpen],
    queryFn: ({ pageParam }) =>
      sendQuietly(reviewsAdmin.appeals, {
        limit: 30,
        ...(onlyOpen && { status: 'open' }),
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** Requests for more time: the open ones, or all of them with the open ones first. */
export const extensionsQuery = (onlyOpen: boolean) =>
  infiniteQueryOptions({
    queryKey: [...reviewKey, 'extensions', onlyOpen],
    queryFn: ({ pageParam }) =>
      sendQuietly(reviewsAdmin.extensions, {
        limit: 30,
        ...(onlyOpen && { status: 'open' }),
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** The version that a receipt confirms. */
export const receiptQuery = (no: string) =>
  queryOptions({
    queryKey: [...reviewKey, 'receipt', no],
    queryFn: () => sendQuietly(reviewsAdmin.findReceipt, { no }),
    retry: false,
  })

const useAnswer = <I, O>(work: (input: I) => Promise<O>) => {
  const client = useQueryClient()
  // Also after a refusal: somebody else has answered, and the list shows it.
  return useMutation({ mutationFn: work, onSettled: () => renewStandings(client) })
}

export const useAnswerAppeal = () =>
  useAnswer((input: Input<typeof reviewsAdmin.answerAppeal>) => send(reviewsAdmin.answerAppeal, input))
export const useAnswerExtension = () =>
  useAnswer((input: Input<typeof reviewsAdmin.answerExtension>) => send(reviewsAdmin.answerExtension, input))
