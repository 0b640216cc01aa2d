import type { Input, Output } from '@tongchuang/contract/call.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { guildsKey } from './keys.ts'

type Listed = Output<typeof guildSettings.list>

/** All of the guilds that are wanted, newest first, for a choice: a district has more than one answer holds. */
export const everyGuild = async (wanted: Pick<Input<typeof guildSettings.list>, 'status' | 'leads'> = {}) => {
  const all: Listed['list'][number][] = []
  for (let after = ''; ;) {
    const page: Listed = await sendQuietly(guildSettings.list, { ...wanted, limit: 100, ...(after && { after }) })
    all.push(...page.list)
    if (!page.next) return all
    after = page.next
  }
}

/** The guilds one leads that are not archived: where something new can be made. */
export const ledGuildsQuery = queryOptions({
  queryKey: [...guildsKey, 'led'],
  queryFn: () => everyGuild({ status: 'active', leads: true }),
})
