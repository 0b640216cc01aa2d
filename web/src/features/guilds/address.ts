/** A name as a part of a path; names a browser would resolve away, and none, are a dash. */
const namePart = (name: string): string =>
  name === '' || name === '.' || name === '..' ? '-' : encodeURIComponent(name)

/** Where a guild's tasks are; the name is decoration, the id decides. */
export const guildPath = (guild: { id: number; name: string }, type = 'all'): string =>
  `/square/guild_details/${guild.id}/${namePart(guild.name)}/${type}`

/** The list of guilds, of one category if given. */
export const guildsPath = (cate?: number): string => (cate ? `/tradeunion/index?cate=${cate}` : '/tradeunion/index')

/** The type of tasks in an address: old links carry its number, anything unknown is all. */
export const typeFromPath = (part: string | undefined) => {
  const types = ['all', 'main', 'side', 'daily', 'event'] as const
  return types.find((type, number) => part === type || part === String(number)) ?? 'all'
}
