import { guilds } from '@tongchuang/contract/guilds.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useEffect, useState } from 'react'
import { inviteCode, isInviteCode } from './rules.ts'

export type Invited = Output<typeof guilds.invitePreview>
type Found = { code: string; guild: Invited | null; wrong: string | undefined }

const nothing: Found = { code: '', guild: null, wrong: undefined }

const look = async (code: string): Promise<Found> => {
  try {
    return { code, guild: await sendQuietly(guilds.invitePreview, { code }), wrong: undefined }
  } catch (failure) {
    // A limit or a fault says nothing about the code; the server then checks it at the registration.
    return {
      code,
      guild: null,
      wrong: failure instanceof CallFailed && failure.reason === 'INVITE' ? failure.message : undefined,
    }
  }
}

/** The guild a code admits to, looked up once the code is complete. */
export const useInvite = (typed: string): { guild: Invited | null; looking: boolean; wrong: string | undefined } => {
  const code = inviteCode(typed)
  const complete = isInviteCode(code)
  const [found, setFound] = useState<Found>(nothing)

  useEffect(() => {
    if (!complete) return
    let latest = true
    void look(code).then((answer) => {
      if (latest) setFound(answer)
    })
    return () => {
      latest = false
    }
  }, [code, complete])

  const { guild, wrong } = complete && found.code === code ? found : nothing
  return { guild, wrong, looking: complete && found.code !== code }
}
