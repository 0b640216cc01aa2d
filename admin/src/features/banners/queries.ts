import type { Output } from '@tongchuang/contract/call.ts'
import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

export type Banner = Output<typeof bannersAdmin.list>[number]

export const bannersQuery = queryOptions({ queryKey: ['banners'], queryFn: () => sendQuietly(bannersAdmin.list) })

/** The guilds a banner may be for. */
export const guildNamesQuery = queryOptions({
  queryKey: ['guilds', 'names'],
  queryFn: async () =>
    (await sendQuietly(guildSettings.list, { status: 'active', limit: 100 })).list.map(({ id, name }) => ({
      id,
      name,
    })),
})

/** A change answers the whole list, which is shown at once. */
export const useBannerChange = <I>(work: (input: I) => Promise<Banner[]>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, onSuccess: (list) => client.setQueryData(bannersQuery.queryKey, list) })
}
