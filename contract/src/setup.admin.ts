import { roleKey, username, newPassword } from './accounts.ts'
import { call } from './call.ts'
import { boolean, fields, id, integer, line, list, nullable, oneOf, optional, string, text } from './schema.ts'

/** The one-time key of the printed link. */
const key = () => text(128, 1)

export const setupAdmin = {
  check: call({
    method: 'POST',
    path: '/api/admin/setup/check',
    access: 'public',
    summary:
      'Checks whether the one-time link is still valid, and answers what is known already; NOT_FOUND once the school has an administrator.',
    input: fields({ key: key() }),
    output: fields({
      site_name: string(),
      /** The public address the server was started with; null where the page may ask for it. */
      base_url: nullable(string()),
      /** Whether the sample school can be loaded as well. */
      sample: boolean(),
    }),
    refusals: ['NOT_FOUND', 'SETUP_KEY'],
    limit: 'login',
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/setup/create',
    access: 'public',
    summary:
      'Makes the first administrator and the first settings in one step, with the one-time key, and logs the administrator in; of two simultaneous calls one wins.',
    input: fields({
      key: key(),
      site_name: line(60),
      username: username(),
      password: newPassword(),
      base_url: optional(text(200)),
      rankings: oneOf('off', 'mine', 'site'),
      /**
       * Whom the school is for. `minors` starts with `ranking_list: own`, where a student’s place is shown to that
       * student only.
       */
      school_kind: oneOf('minors', 'adults'),
      sample: optional(boolean()),
    }),
    output: fields({
      userinfo: fields({
        id: id(),
        username: string(),
        nickname: string(),
        token: string(),
        expiretime: integer(),
        expires_in: integer(),
        role: roleKey(),
        roleList: list(roleKey()),
      }),
      /** Sample people with their passwords, which are shown this once. */
      sample: list(fields({ username: string(), nickname: string(), role: roleKey(), password: string() })),
    }),
    refusals: ['NOT_FOUND', 'SETUP_KEY', 'NAME_RULE', 'NAME_TAKEN', 'WEAK_PASSWORD', 'INVALID'],
    limit: 'login',
  }),
}
