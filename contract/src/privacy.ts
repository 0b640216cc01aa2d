import { call } from './call.ts'
import { count, fields, instant, none, nullable, oneOf, optional, string, text } from './schema.ts'

/** The export of the caller’s data. `link` opens it for 15 minutes; the file is kept until `until`. */
const Export = fields({
  status: oneOf('none', 'waiting', 'ready', 'failed'),
  asked_at: nullable(instant()),
  /** Bytes. */
  size: count(),
  link: nullable(string()),
  until: nullable(instant()),
})

/** The caller’s last request to delete the account; `answer` is what an administrator wrote when refusing it. */
const DeletionRequest = fields({
  status: oneOf('none', 'open', 'refused'),
  asked_at: nullable(instant()),
  answer: string(),
})

export const privacy = {
  exported: call({
    method: 'GET',
    path: '/api/student/export',
    access: 'student',
    summary: 'How far the last export of the caller’s data is.',
    input: none(),
    output: Export,
    refusals: [],
  }),
  export: call({
    method: 'POST',
    path: '/api/student/export',
    access: 'student',
    summary:
      'Ask for a ZIP of one’s own data: JSON, Markdown and files; nothing that is held. Three a day; one that is being made is answered again.',
    input: none(),
    output: Export,
    refusals: ['TOO_FAST'],
    recorded: [],
  }),
  deletion: call({
    method: 'GET',
    path: '/api/student/delete_request',
    access: 'student',
    summary: 'Whether the caller has asked for the account to be deleted, and what became of it.',
    input: none(),
    output: DeletionRequest,
    refusals: [],
  }),
  askDeletion: call({
    method: 'POST',
    path: '/api/student/delete_request',
    access: 'student',
    summary: 'Ask the administrator to delete the account, with the password; or take the request back.',
    input: fields({ action: oneOf('ask', 'cancel'), password: optional(text(1024)), reason: optional(text(500)) }),
    output: DeletionRequest,
    refusals: ['WRONG_PASSWORD', 'PAUSED', 'STATE'],
    limit: 'login',
    recorded: ['action'],
  }),
}
