import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Choice } from './choice.tsx'
import { guildQuery, guildsQuery, type Guild } from './queries.ts'
import { useListFilter } from './use-list-filter.ts'

// The parameters of the address that belong to a single guild.
const nothing = { guild: null, task: null, post: null, q: null, assistant: null, month: null }

/**
 * Lets the user choose one of their guilds and renders a part of it. If the address names none: `lively`, otherwise the
 * newest guild that is not archived.
 */
export const InGuild = ({
  lively,
  children,
}: {
  /** The guild with the latest activity; undefined until it is known. */
  lively?: number | undefined
  children: (guild: Guild, choice: ReactNode) => ReactNode
}) => {
  const { moderation } = useTexts()
  const filter = useListFilter()
  const guilds = useQuery(guildsQuery)
  const guild_id =
    filter.guild_id ?? lively ?? (guilds.data?.find(({ status }) => status === 'active') ?? guilds.data?.[0])?.id ?? 0
  const guild = useQuery({ ...guildQuery(guild_id), enabled: guild_id > 0 })
  if (guilds.data?.length === 0) return <EmptyState title={moderation.noGuild}>{moderation.noGuildHint}</EmptyState>
  const failed = [guilds, guild].some(({ error, data }) => error && !data)
  if (failed) return <ReadFailure of={[guilds, guild]} />
  if (guild.data === null)
    return (
      <EmptyState
        picture="compass"
        title={filter.post_id === undefined ? moderation.guildGone : moderation.postGone}
        action={<Button onClick={() => filter.change(nothing)}>{moderation.ownGuilds}</Button>}
      >
        {filter.post_id !== undefined && moderation.guildGone}
      </EmptyState>
    )
  if (!guilds.data || !guild.data) return <SkeletonList count={4} height={96} gap={12} />
  const chosen = guild.data
  // The address may name a guild that the list of choices does not reach.
  const known = guilds.data.some(({ id }) => id === chosen.id) ? guilds.data : [chosen, ...guilds.data]
  const choice = (
    <Choice
      label={moderation.guild}
      value={String(chosen.id)}
      items={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(guild) => filter.change({ ...nothing, guild })}
    />
  )
  return children(chosen, choice)
}
