import type { Output } from '@tongchuang/contract/call.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

export type Invitation = Output<typeof invitationsAdmin.own>[number]
export type Home = Output<typeof schoolAdmin.home>

/** What waits for whoever is logged in; the menu reads the same answer. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: () => sendQuietly(schoolAdmin.home),
  refetchInterval: 60_000,
})

/** Who invites whoever is logged in, newest first. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => sendQuietly(invitationsAdmin.own),
})

/**
 * Answers an invitation; where it no longer stands, the list says what is left. `onAnswered` comes before the list forgets the
 * invitation, so that its place can be kept.
 */
export const useAnswerInvitation = (onAnswered: (answer: Output<typeof invitationsAdmin.answer>) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: number; accept: boolean }) => send(invitationsAdmin.answer, input),
    onSuccess: onAnswered,
    onSettled: () =>
      Promise.all([['invitations'], ['guilds'], ['home']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
