import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useTexts } from '../../locales/texts.ts'
import { InviteForm } from './invite-form.tsx'

/** Joins a guild that requires its invite code. */
export const CodeDialog = ({ guild, onClose }: { guild: GuildCard; onClose: () => void }) => {
  const { guilds } = useTexts()
  return (
    <Dialog title={guilds.codeTitle(guild.name)} onClose={onClose}>
      {guild.teacher && <p>{guilds.codeText(guild.teacher)}</p>}
      <InviteForm guild_id={guild.id} heading={false} />
    </Dialog>
  )
}
