import type { Ranking } from '@tongchuang/contract/rankings.ts'
import { rankings, usualPeriod } from '@tongchuang/contract/rankings.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { rankingsKey } from '../../queries/keys.ts'

export type { Place, Ranking } from '@tongchuang/contract/rankings.ts'
export type ListName = 'excellent' | 'workhard'

type RankingFilter = { guild_id?: number | undefined; period?: string; limit?: number }

/** One of the two rankings; it changes within a minute of a release, so it is polled while it is visible. */
export const rankingQuery = (
  list: ListName,
  { guild_id, period = usualPeriod[list], limit = 10 }: RankingFilter = {},
) =>
  queryOptions({
    queryKey: [...rankingsKey, list, guild_id ?? 0, period, limit],
    queryFn: (): Promise<Ranking> =>
      sendQuietly(list === 'excellent' ? rankings.excellent : rankings.workHard, {
        period,
        limit,
        ...(guild_id ? { guild_id } : {}),
      }),
    // The places of one list are never shown as those of the other, whose numbers mean something else.
    placeholderData: (before, last) => (last?.queryKey[1] === list ? before : undefined),
    refetchInterval: 60_000,
  })
