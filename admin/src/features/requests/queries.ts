import type { Input, Output } from '@tongchuang/contract/call.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

export type Appeal = Output<typeof reviewsAdmin.appeals>['list'][number]
export type Extension = Output<typeof reviewsAdmin.extensions>['list'][number]

// What is answered changes the queue and its counts too: all of it is asked for anew.
const key = ['review'] as const

/** How many of each wait. */
export const summaryQuery = queryOptions({
  queryKey: [...key, 'summary'],
  queryFn: () => sendQuietly(reviewToolsAdmin.summary),
})

/** Appeals: the open ones, or all of them with the open ones first. */
export const appealsQuery = (onlyOpen: boolean) =>
  infiniteQueryOptions({
    queryKey: [...key, 'appeals', onlyOpen],
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
    queryKey: [...key, 'extensions', onlyOpen],
    queryFn: ({ pageParam }) =>
      sendQuietly(reviewsAdmin.extensions, {
        limit: 30,
        ...(onlyOpen && { status: 'open' }),
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** The work an appeal is about, for the scale of its score. */
export const workQuery = (submit_id: number) =>
  queryOptions({
    queryKey: [...key, 'work', submit_id],
    queryFn: () => sendQuietly(reviewToolsAdmin.work, { submit_id }),
    staleTime: 5 * 60_000,
  })

/** The version a receipt stands for. */
export const receiptQuery = (no: string) =>
  queryOptions({
    queryKey: [...key, 'receipt', no],
    queryFn: () => sendQuietly(reviewsAdmin.findReceipt, { no }),
    retry: false,
  })

const useAnswer = <I, O>(work: (input: I) => Promise<O>) => {
  const client = useQueryClient()
  // Also after a refusal: somebody else has answered, and the list shows it.
  return useMutation({ mutationFn: work, onSettled: () => client.invalidateQueries({ queryKey: key }) })
}

export const useAnswerAppeal = () =>
  useAnswer((input: Input<typeof reviewsAdmin.answerAppeal>) => send(reviewsAdmin.answerAppeal, input))
export const useAnswerExtension = () =>
  useAnswer((input: Input<typeof reviewsAdmin.answerExtension>) => send(reviewsAdmin.answerExtension, input))
