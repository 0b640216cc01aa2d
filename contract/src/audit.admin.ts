import { roleKey } from './accounts.ts'
import { call } from './call.ts'
import { fields, id, instant, line, nullable, optional, pageOf, paging, string, text } from './schema.ts'

export const auditAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/audit/list',
    access: 'admin',
    summary: 'The recorded acts of staff within the last year, newest first.',
    input: fields({
      /** User name or nickname, or a part of it. */
      keyword: optional(line(60)),
      /** The path of a call. */
      call: optional(text(100, 1)),
      guild_id: optional(id()),
      from: optional(instant()),
      to: optional(instant()),
      ...paging,
    }),
    output: pageOf(
      fields({
        id: id(),
        at: instant(),
        user_id: id(),
        username: string(),
        nickname: string(),
        role: nullable(roleKey()),
        call: string(),
        guild: string(),
        task: string(),
        /** The recorded input as JSON, without secrets. */
        input: string(),
        outcome: string(),
        /** The text of a refusal; '' for a call that succeeded. */
        refusal: string(),
        address: string(),
      }),
    ),
    refusals: ['INVALID'],
  }),
}
