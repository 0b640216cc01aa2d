import type { Input } from '@tongchuang/contract/call.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { everyPage } from './every-page.ts'
import { guildsKey } from './keys.ts'

/** All matching guilds, newest first, for a select field; a school may have more than one page of them. */
export const everyGuild = (wanted: Pick<Input<typeof guildSettings.list>, 'status' | 'leads'> = {}) =>
  everyPage((from) => sendQuietly(guildSettings.list, { ...wanted, ...from }))

/** The guilds the user leads that are not archived, in which something new can be created. */
export const ledGuildsQuery = queryOptions({
  queryKey: [...guildsKey, 'led'],
  queryFn: () => everyGuild({ status: 'active', leads: true }),
})
