import { GuildList } from '../features/guilds/guild-list.tsx'

/** /admin/guilds: the guilds whose staff the user belongs to. */
export const GuildsPage = () => <GuildList />
