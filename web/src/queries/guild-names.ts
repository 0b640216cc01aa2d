import { guilds } from '@tongchuang/contract/guilds.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { guildsKey } from './keys.ts'

/** Names and emblems of the user's guilds. */
export const guildNamesQuery = queryOptions({
  queryKey: [...guildsKey, 'names'],
  queryFn: () => sendQuietly(guilds.names),
})
