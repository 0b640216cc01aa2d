import type { Input } from '@tongchuang/contract/call.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { everyPage } from './every-page.ts'
import { guildsKey } from './keys.ts'

/** All of the guilds that are wanted, newest first, for a choice: a district has more than one answer holds. */
export const everyGuild = (wanted: Pick<Input<typeof guildSettings.list>, 'status' | 'leads'> = {}) =>
  everyPage((from) => sendQuietly(guildSettings.list, { ...wanted, ...from }))

/** The guilds one leads that are not archived: where something new can be made. */
export const ledGuildsQuery = queryOptions({
  queryKey: [...guildsKey, 'led'],
  queryFn: () => everyGuild({ status: 'active', leads: true }),
})
