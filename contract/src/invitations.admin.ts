import { call } from './call.ts'
import { Answered, answerRefusals, invitedRole, OwnInvitation } from './invitations.ts'
import {
  boolean,
  fields,
  id,
  instant,
  list,
  none,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
} from './schema.ts'

const status = () => oneOf('waiting', 'accepted', 'declined', 'withdrawn')

/**
 * An invitation as the staff of its guild see it: only the nickname of the person, and the 学号 where the reader already
 * knows it.
 */
const GuildInvitation = fields({
  id: id(),
  nickname: string(),
  /** Null unless the reader imported the person in a list of their own or is in charge of them. */
  student_no: nullable(string()),
  role: invitedRole(),
  title: string(),
  invited_by: string(),
  status: status(),
  created_at: instant(),
  answered_at: nullable(instant()),
})

export const invitationsAdmin = {
  own: call({
    method: 'GET',
    path: '/api/admin/invitation/own',
    access: 'staff',
    summary: 'Invitations into guilds that wait for the caller’s answer, newest first, 50 at most.',
    input: none(),
    output: list(OwnInvitation),
    refusals: [],
  }),
  answer: call({
    method: 'POST',
    path: '/api/admin/invitation/answer',
    access: 'staff',
    summary:
      'Accept an invitation, which makes the caller student, assistant or teacher of the guild, or decline it. Repeating it changes nothing.',
    input: fields({ id: id(), accept: boolean() }),
    output: Answered,
    refusals: answerRefusals,
  }),
  list: call({
    method: 'GET',
    path: '/api/admin/guild/invitations',
    access: 'staff',
    summary: 'The invitations into a guild with their answers, newest first; for staff who may admit students.',
    input: fields({ guild_id: id(), status: optional(status()), ...paging }),
    output: pageOf(GuildInvitation),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/admin/guild/withdraw_invitation',
    access: 'staff',
    summary: 'Withdraws an invitation that has not been answered yet.',
    input: fields({ guild_id: id(), id: id() }),
    output: GuildInvitation,
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'INVITATION'],
  }),
}
