import { guilds } from '@tongchuang/contract/guilds.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery } from '@tanstack/react-query'
import { inviteCode, isInviteCode } from './rules.ts'

export type Invited = Output<typeof guilds.invitePreview>

/** Which guild a code opens, looked up once it is complete. A limit or a fault says nothing about the code: then only the server decides. */
export const useInvite = (typed: string): { guild: Invited | null; looking: boolean; wrong: string | undefined } => {
  const code = inviteCode(typed)
  const preview = useQuery({
    queryKey: ['invite', code],
    queryFn: () => sendQuietly(guilds.invitePreview, { code }),
    enabled: isInviteCode(code),
    staleTime: 60_000,
  })
  const wrong = preview.error instanceof CallFailed && preview.error.reason === 'INVITE' ? preview.error.message : undefined
  return { guild: preview.data ?? null, looking: preview.isFetching, wrong }
}
