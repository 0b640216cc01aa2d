import type { Output } from '@tongchuang/contract/call.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import type { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { guildsKey, homeKey, invitationsKey } from '../../queries/keys.ts'

export type Invitation = Output<typeof invitationsAdmin.own>[number]
export type Home = Output<typeof schoolAdmin.home>

/** The pending invitations of the user, newest first. */
export const invitationsQuery = queryOptions({
  queryKey: invitationsKey,
  queryFn: () => sendQuietly(invitationsAdmin.own),
})

/**
 * Answers an invitation; if it is no longer valid, the list shows what is left. `onAnswered` runs before the list drops
 * the invitation, so that its place can be kept.
 */
export const useAnswerInvitation = (onAnswered: (answer: Output<typeof invitationsAdmin.answer>) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: number; accept: boolean }) => send(invitationsAdmin.answer, input),
    onSuccess: onAnswered,
    onSettled: () =>
      Promise.all(
        [invitationsKey, guildsKey, homeKey, meKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
}
