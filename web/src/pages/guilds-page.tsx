import { GuildList } from '../features/guilds/guild-list.tsx'

/** Every guild of the school, mine first, and the ways into the others. */
export const GuildsPage = () => <GuildList />
