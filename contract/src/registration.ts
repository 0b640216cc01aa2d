import { newPassword, UserInfo, username } from './accounts.ts'
import { call } from './call.ts'
import { fields, id, integer, line, nullable, optional, text } from './schema.ts'

export const registration = {
  register: call({
    method: 'POST',
    path: '/api/user/register',
    access: 'public',
    summary: 'Registers with a code that was mailed to the email address.',
    input: fields({
      username: username(),
      password: newPassword(),
      nickname: optional(line(30)),
      /** Required; a mobile number alone is refused until text messages can be sent. */
      email: optional(text(254)),
      mobile: optional(text(20)),
      code: text(6, 6),
      consent_version: optional(integer()),
    }),
    output: fields({ userinfo: UserInfo }),
    refusals: ['CLOSED_DOOR', 'NAME_TAKEN', 'NAME_RULE', 'WEAK_PASSWORD', 'CODE_WRONG', 'CONSENT', 'NO_SMS', 'INVALID'],
    limit: 'register',
  }),
  userRegister: call({
    method: 'POST',
    path: '/api/user/userRegister',
    access: 'public',
    summary: 'Registers with the invite code of a guild, which is joined in the same transaction.',
    input: fields({
      username: username(),
      password: newPassword(),
      nickname: optional(line(30)),
      email: optional(text(254)),
      mobile: optional(text(20)),
      invite: optional(text(20)),
      consent_version: optional(integer()),
    }),
    output: fields({ userinfo: UserInfo, guild_id: nullable(id()) }),
    refusals: [
      'CLOSED_DOOR',
      'NAME_TAKEN',
      'NAME_RULE',
      'WEAK_PASSWORD',
      'INVITE',
      'FULL',
      'GUILD_CLOSED',
      'ARCHIVED',
      'CONSENT',
      'INVALID',
    ],
    limit: 'register',
  }),
}
