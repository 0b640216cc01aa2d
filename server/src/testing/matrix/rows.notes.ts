import type { Row } from './row.ts'

const archived = 'the guild is archived'
const left = 'the owner has left the guild'
const thread = { task_id: '@passed', user_id: '@ownerId' }
const held = { task_id: '@marked', user_id: '@ownerId' }
const sent = { content: '老师，这里我还不懂。', key: 'a-key-of-a-note' }

/** What is written under a result: what `owner mate stranger | absent` get. */
export const studentNoteRows: readonly Row[] = [
  ['GET /api/submit/notes', { task_id: '@passed' }, 'w2/2 NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['GET /api/submit/notes', { task_id: '@passed' }, 'w2/2 NOT_FOUND NOT_FOUND | NOT_FOUND', archived],
  ['GET /api/submit/notes', { task_id: '@passed' }, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', left],
  ['GET /api/submit/notes', { task_id: '@marked' }, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/submit/write_note', { task_id: '@passed', ...sent }, 'ok NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/submit/write_note', { task_id: '@passed', ...sent, file_id: '@file' }, 'FILE NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/submit/write_note', { task_id: '@marked', ...sent }, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/submit/write_note', { task_id: '@passed', ...sent }, 'ARCHIVED NOT_FOUND NOT_FOUND | NOT_FOUND', archived],
  ['POST /api/submit/edit_note', { note_id: '@note', content: '我改一下。' }, 'ok NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/submit/edit_note', { note_id: '@staffNote', content: '我改一下。' }, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/submit/edit_note', { note_id: '@note', content: '我改一下。' }, 'ARCHIVED NOT_FOUND NOT_FOUND | NOT_FOUND', archived],
  ['POST /api/submit/remove_note', { note_id: '@note' }, 'ok NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/submit/remove_note', { note_id: '@staffNote' }, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/submit/remove_note', { note_id: '@note' }, 'ARCHIVED NOT_FOUND NOT_FOUND | NOT_FOUND', archived],
  ['POST /api/student/report', { target: 'note', id: '@staffNote', reason: 'abuse' }, 'ok NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/student/report', { target: 'note', id: '@note', reason: 'abuse' }, 'SELF NOT_FOUND NOT_FOUND | NOT_FOUND'],
]

const returned = 'the teacher has returned the work'
const withheld = 'the teacher has returned the work and holds it'
const putAway = 'the teacher has returned the work and the guild is archived'
const mark = { result_id: '@returned', kind: 'text', place: 0, mended: true }

/** Mended marks, for students. */
export const studentMendRows: readonly Row[] = [
  ['POST /api/submit/mend_mark', mark, 'ok1 NOT_FOUND NOT_FOUND | NOT_FOUND', returned],
  ['POST /api/submit/mend_mark', { ...mark, kind: 'area', place: '@mark' }, 'ok1 NOT_FOUND NOT_FOUND | NOT_FOUND', returned],
  ['POST /api/submit/mend_mark', { ...mark, place: 1 }, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', returned],
  ['POST /api/submit/mend_mark', mark, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', withheld],
  ['POST /api/submit/mend_mark', mark, 'ARCHIVED NOT_FOUND NOT_FOUND | NOT_FOUND', putAway],
]

/** The same for staff. */
export const staffMendRows: readonly Row[] = [
  ['POST /api/admin/review/mend_mark', mark, 'ok1 NOT_FOUND ok1 NOT_FOUND ok1 | NOT_FOUND', returned],
  ['POST /api/admin/review/mend_mark', { ...mark, kind: 'area', place: '@mark' }, 'ok1 NOT_FOUND ok1 NOT_FOUND ok1 | NOT_FOUND', returned],
  ['POST /api/admin/review/mend_mark', { ...mark, place: 1 }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', returned],
  ['POST /api/admin/review/mend_mark', mark, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', withheld],
  ['POST /api/admin/review/mend_mark', mark, 'ARCHIVED NOT_FOUND ARCHIVED NOT_FOUND ARCHIVED | NOT_FOUND', putAway],
]

/** The same for `teacher other assistant helper admin | absent`. */
export const staffNoteRows: readonly Row[] = [
  ['GET /api/admin/note/waiting', {}, 'gw1/1 ok0/0 gw1/1 ok0/0 gw1/1'],
  ['GET /api/admin/note/waiting', { guild_id: '@guild' }, 'gw1/1 ok0/0 gw1/1 ok0/0 gw1/1 | ok0/0'],
  ['GET /api/admin/note/waiting', {}, 'ok0/0 ok0/0 ok0/0 ok0/0 ok0/0', archived],
  ['GET /api/admin/note/list', thread, 'w2/2 NOT_FOUND w2/2 NOT_FOUND w2/2 | NOT_FOUND'],
  ['GET /api/admin/note/list', held, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/note/write', { ...thread, ...sent }, 'ok NOT_FOUND ok NOT_FOUND ok | NOT_FOUND'],
  ['POST /api/admin/note/write', { ...held, ...sent }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/note/write', { ...thread, ...sent }, 'ARCHIVED NOT_FOUND ARCHIVED NOT_FOUND ARCHIVED | NOT_FOUND', archived],
  ['POST /api/admin/note/write', { ...thread, ...sent }, 'NOT_MEMBER NOT_FOUND NOT_MEMBER NOT_FOUND NOT_MEMBER | NOT_FOUND', left],
  ['POST /api/admin/note/edit', { note_id: '@staffNote', content: '我改一下。' }, 'EDIT_OVER NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/note/edit', { note_id: '@note', content: '我改一下。' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/note/edit', { note_id: '@staffNote', content: '我改一下。' }, 'ARCHIVED NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', archived],
  ['POST /api/admin/note/remove', { note_id: '@staffNote' }, 'ok NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/note/remove', { note_id: '@note' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/note/remove', { note_id: '@staffNote' }, 'ARCHIVED NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', archived],
  ['POST /api/admin/note/settle', { ...thread, seen: '@note' }, 'ok NOT_FOUND ok NOT_FOUND ok | NOT_FOUND'],
  ['POST /api/admin/note/settle', { ...thread, seen: '@note' }, 'ARCHIVED NOT_FOUND ARCHIVED NOT_FOUND ARCHIVED | NOT_FOUND', archived],
  ['POST /api/admin/note/hide', { note_id: '@note', reason: '看一看' }, 'w NOT_FOUND w NOT_FOUND w | NOT_FOUND'],
  ['POST /api/admin/note/hide', { note_id: '@note', reason: '看一看' }, 'w NOT_FOUND w NOT_FOUND w | NOT_FOUND', archived],
  ['POST /api/admin/note/restore', { note_id: '@note' }, 'w NOT_FOUND w NOT_FOUND w | NOT_FOUND'],
  ['POST /api/admin/note/restore', { note_id: '@note' }, 'w NOT_FOUND w NOT_FOUND w | NOT_FOUND', archived],
]
