import { banners } from '@tongchuang/contract/banners.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { bannersKey } from '../../queries/keys.ts'

/** The banners shown now; they change seldom. */
export const bannersQuery = queryOptions({
  queryKey: bannersKey,
  queryFn: () => sendQuietly(banners.active),
  staleTime: 5 * 60_000,
})
