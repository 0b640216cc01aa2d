import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useTexts } from '../../locales/texts.ts'
import { InviteForm } from './invite-form.tsx'

/** Joining a guild that asks for its code. */
export const CodeDialog = ({ guild, onClose }: { guild: GuildCard; onClose: () => void }) => {
  const { guilds } = useTexts()
  return (
    <Dialog title={guilds.codeTitle(guild.name)} onClose={onClose}>
      {guild.teacher && <p>{guilds.codeText(guild.teacher)}</p>}
      <InviteForm guild_id={guild.id} heading={false} />
    </Dialog>
  )
}
