import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useTexts } from '../../locales/texts.ts'
import { useLeaveGuild } from './queries.ts'

/** Says what leaving a guild means, and leaves it when confirmed. */
export const LeaveDialog = ({ guild, onClose }: { guild: { id: number; name: string }; onClose: () => void }) => {
  const { guilds } = useTexts()
  const leave = useLeaveGuild()
  return (
    <Dialog
      title={guilds.leaveTitle(guild.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{guilds.leaveStay}</Button>
          <Button
            tone="danger"
            busy={leave.isPending}
            onClick={() =>
              leave.mutate(guild.id, {
                onSuccess: () => {
                  showToast(guilds.left(guild.name), 'success')
                  onClose()
                },
              })
            }
          >
            {guilds.leave}
          </Button>
        </>
      }
    >
      {guilds.leaveText.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Dialog>
  )
}
