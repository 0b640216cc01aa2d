import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { guildsKey } from './keys.ts'

/** The guilds one leads that are not archived: where something new can be made. */
export const ledGuildsQuery = queryOptions({
  queryKey: [...guildsKey, 'led'],
  queryFn: async () => (await sendQuietly(guildSettings.list, { status: 'active', limit: 100 })).list,
})
