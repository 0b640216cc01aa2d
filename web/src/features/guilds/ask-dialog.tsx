import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { SendArea } from '@tongchuang/ui/send-area.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useStudentText } from '@tongchuang/ui/use-student-text.ts'
import { useUiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useTexts } from '../../locales/texts.ts'
import { useJoin } from './queries.ts'

/** Asks the teachers of a guild for admission, with an optional message. */
export const AskDialog = ({ guild, onClose }: { guild: GuildCard; onClose: () => void }) => {
  const { guilds } = useTexts()
  const ui = useUiTexts()
  const { text: message, write: setMessage, send } = useStudentText(`join:${guild.id}`)
  const join = useJoin()
  const onSuccess = ({ status }: { status: string }) => {
    showToast(status === 'member' ? guilds.joinedNow(guild.name) : guilds.asked, 'success')
    onClose()
  }
  const ask = () =>
    // A failure has already been shown.
    void send(() => join.mutateAsync({ guild_id: guild.id, message: message.trim() }, { onSuccess })).catch(
      () => undefined,
    )
  return (
    <Dialog
      title={guilds.askTitle(guild.name)}
      onClose={onClose}
      unsaved={false}
      actions={
        <Button tone="primary" busy={join.isPending} onClick={ask}>
          {guilds.askSend}
        </Button>
      }
    >
      <p>{guilds.askText}</p>
      <SendArea
        label={guilds.askLabel}
        aside={ui.optional}
        hint={guilds.askHint}
        maxLength={200}
        rows={3}
        value={message}
        onSend={() => join.isPending || ask()}
        onChange={(event) => setMessage(event.target.value)}
      />
    </Dialog>
  )
}
