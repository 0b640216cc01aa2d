import { GuildList } from '../features/guilds/guild-list.tsx'

/** /admin/guilds: the guilds one is staff of. */
export const GuildsPage = () => <GuildList />
