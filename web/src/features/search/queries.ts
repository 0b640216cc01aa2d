import { search } from '@tongchuang/contract/search.ts'
import type { Found } from '@tongchuang/contract/search.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchKey } from '../../queries/keys.ts'

export type { Found } from '@tongchuang/contract/search.ts'
export type Kind = Found['kind']

/** The first few results of each kind. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [...searchKey, q],
    queryFn: () => sendQuietly(search.search, { q }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

/** All results of one kind. */
export const kindQuery = (q: string, kind: Kind) =>
  infiniteQueryOptions({
    queryKey: [...searchKey, q, kind],
    queryFn: ({ pageParam }) => sendQuietly(search.search, { q, kind, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: ({ groups }) => groups[0]?.next,
    enabled: q !== '',
  })
