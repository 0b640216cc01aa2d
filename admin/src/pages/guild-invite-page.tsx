import { useParams } from 'react-router'
import { InvitePoster } from '../features/guilds/invite.tsx'

/** /admin/guilds/:id/invite: the invite code for the projector. */
export const GuildInvitePage = () => <InvitePoster guild_id={Number(useParams().id)} />
