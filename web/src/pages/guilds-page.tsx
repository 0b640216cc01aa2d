import { GuildList } from '../features/guilds/guild-list.tsx'

/** Every guild of the school, the user's own first, and how to join the others. */
export const GuildsPage = () => <GuildList />
