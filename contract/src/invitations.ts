import { call } from './call.ts'
import { Emblem } from './guilds.ts'
import { boolean, fields, id, instant, list, none, oneOf, string } from './schema.ts'

/** What somebody is asked to become in a guild. */
export const invitedRole = () => oneOf('student', 'assistant', 'teacher')

/** An invitation into a guild that waits for the caller's answer. */
export const OwnInvitation = fields({
  id: id(),
  guild_id: id(),
  name: string(),
  ...Emblem,
  role: invitedRole(),
  title: string(),
  can_review: boolean(),
  can_moderate: boolean(),
  can_admit: boolean(),
  can_see_grades: boolean(),
  /** The nickname of the person who invites. */
  invited_by: string(),
  created_at: instant(),
})

export const Answered = fields({
  id: id(),
  guild_id: id(),
  name: string(),
  role: invitedRole(),
  status: oneOf('accepted', 'declined'),
})

/**
 * The refusals of an answer: the invitation is no longer valid or was answered differently, the guild is archived or
 * full, or the part needs a teacher’s account.
 */
export const answerRefusals = ['NOT_FOUND', 'INVITATION', 'ARCHIVED', 'FULL', 'ROLE'] as const

export const invitations = {
  own: call({
    method: 'GET',
    path: '/api/guild/invitations',
    access: 'student',
    summary: 'Invitations into guilds that wait for the caller’s answer, newest first, 50 at most.',
    input: none(),
    output: list(OwnInvitation),
    refusals: [],
  }),
  answer: call({
    method: 'POST',
    path: '/api/guild/answer_invitation',
    access: 'student',
    summary:
      'Accept an invitation, which makes the caller student, assistant or teacher of the guild, or decline it. Repeating it changes nothing.',
    input: fields({ id: id(), accept: boolean() }),
    output: Answered,
    refusals: answerRefusals,
  }),
}
