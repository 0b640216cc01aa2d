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
    summary: 'The state of the last export of the caller’s data.',
    input: none(),
    output: Export,
    refusals: [],
  }),
  export: call({
    method: 'POST',
    path: '/api/student/export',
    access: 'student',
    summary:
      'Requests a ZIP of the caller’s data: JSON, Markdown and files, without held results. Three a day; while one is being made, that one is answered.',
    input: none(),
    output: Export,
    refusals: ['TOO_FAST'],
    recorded: [],
  }),
  deletion: call({
    method: 'GET',
    path: '/api/student/delete_request',
    access: 'student',
    summary: 'The caller’s request to delete the account, if any, and its answer.',
    input: none(),
    output: DeletionRequest,
    refusals: [],
  }),
  askDeletion: call({
    method: 'POST',
    path: '/api/student/delete_request',
    access: 'student',
    summary: 'Requests the deletion of the account, with the password, or withdraws the request.',
    input: fields({ action: oneOf('ask', 'cancel'), password: optional(text(1024)), reason: optional(text(500)) }),
    output: DeletionRequest,
    refusals: ['WRONG_PASSWORD', 'PAUSED', 'STATE'],
    limit: 'login',
    recorded: ['action'],
  }),
}
