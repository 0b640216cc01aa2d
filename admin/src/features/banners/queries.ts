import type { Output } from '@tongchuang/contract/call.ts'
import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { bannersKey } from '../../queries/keys.ts'

export type Banner = Output<typeof bannersAdmin.list>[number]

export const bannersQuery = queryOptions({ queryKey: bannersKey, queryFn: () => sendQuietly(bannersAdmin.list) })

/** A mutation whose answer is the whole list, which is shown at once. */
export const useBannerChange = <I>(work: (input: I) => Promise<Banner[]>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, onSuccess: (list) => client.setQueryData(bannersQuery.queryKey, list) })
}
