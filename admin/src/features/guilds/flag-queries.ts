import type { FlagCode } from '@tongchuang/contract/flags.ts'
import { flagsAdmin } from '@tongchuang/contract/flags.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { guildsKey } from '../../queries/keys.ts'

/** The guilds with a similar flag; while another flag is compared, the previous result is kept. */
export const flagsAlikeQuery = (guild_id: number, flag: FlagCode, glyph: string) =>
  queryOptions({
    queryKey: [...guildsKey, 'alike', guild_id, flag, glyph],
    queryFn: () => sendQuietly(flagsAdmin.alike, { guild_id, flag, glyph }),
    placeholderData: keepPreviousData,
  })

export const flagHistoryQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'flags', guild_id],
    queryFn: () => sendQuietly(flagsAdmin.history, { guild_id }),
  })
