import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { useParams } from 'react-router'
import { InvitePoster } from '../features/guilds/invite.tsx'
import { NotFound } from '../features/not-found/not-found.tsx'

/** /admin/guilds/:id/invite: the invite code for the projector. */
export const GuildInvitePage = () => <InvitePoster guild_id={idInAddress(useParams().id) ?? 0} absent={<NotFound />} />
