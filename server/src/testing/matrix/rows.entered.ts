import type { Row } from './row.ts'

const typed = { task_id: '@untouched', user_id: '@ownerId', base_version: 0, score: 87, text: '语音很稳' }
const list = { name: '口语.csv', text: '学号,分数\n20261001,87' }
const mapping = { student_no: 0, score: 1 }
const checked = 'a table of results is checked'
const inPerson = 'a task is done in person'
const held = 'a result is typed and held'

/** Entered results: what `teacher other assistant helper admin | absent` get. */
export const staffEnteredRows: readonly Row[] = [
  ['GET /api/admin/grade/grid', {}, 'g9/2 ok2/1 g9/2 ok0/0 g12/3'],
  ['POST /api/admin/grade/export', { across: true, format: 'csv' }, 'ok ok ROLE ROLE ok'],
  ['POST /api/admin/grade/set', typed, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND'],
  ['POST /api/admin/grade/set', typed, 'ok NOT_FOUND ok NOT_FOUND ok | NOT_FOUND', inPerson],
  ['POST /api/admin/grade/set', { ...typed, user_id: '@otherId' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', inPerson],
  ['POST /api/admin/grade/set', { ...typed, user_id: '@adminId' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND OWN_WORK | NOT_FOUND', inPerson],
  ['POST /api/admin/grade/set', typed, 'CONFLICT NOT_FOUND CONFLICT NOT_FOUND CONFLICT | NOT_FOUND', held],
  ['POST /api/admin/grade/set', typed, 'ARCHIVED NOT_FOUND ARCHIVED NOT_FOUND ARCHIVED | NOT_FOUND', 'the guild is archived'],
  ['POST /api/admin/grade/template', { task_id: '@untouched' }, 'ok NOT_FOUND ok NOT_FOUND ok | NOT_FOUND', held],
  ['POST /api/admin/grade/template', { task_id: '@untouched' }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND'],
  ['POST /api/admin/grade/import_read', { task_id: '@untouched', ...list }, 'g4 NOT_FOUND g4 NOT_FOUND g4 | NOT_FOUND', inPerson],
  ['POST /api/admin/grade/import_read', { task_id: '@untouched', ...list }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND'],
  ['POST /api/admin/grade/import_check', { id: '@entries', has_header: true, mapping }, 'g4 NOT_FOUND g4 NOT_FOUND g4 | NOT_FOUND', checked],
  ['POST /api/admin/grade/import_mend', { id: '@entries', line: 2, typed: '90' }, 'g4 NOT_FOUND g4 NOT_FOUND g4 | NOT_FOUND', checked],
  ['POST /api/admin/grade/import_apply', { id: '@entries' }, 'g4 NOT_FOUND g4 NOT_FOUND g4 | NOT_FOUND', checked],
  ['POST /api/admin/grade/import_undo', { id: '@entries' }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND', checked],
  ['GET /api/admin/grade/import_get', { id: '@entries' }, 'g4 NOT_FOUND g4 NOT_FOUND g4 | NOT_FOUND', checked],
  ['GET /api/admin/grade/import_rows', { id: '@entries', status: 'new' }, 'ok0/0 NOT_FOUND ok0/0 NOT_FOUND ok0/0 | NOT_FOUND', checked],
  ['POST /api/admin/review/release', { task_id: '@untouched' }, 'ok NOT_FOUND ok NOT_FOUND ok | NOT_FOUND', held],
  ['POST /api/admin/review/remind', { task_id: '@untouched' }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND', inPerson],
]

/** The same for students: what `owner mate stranger | absent` get. */
export const studentEnteredRows: readonly Row[] = [
  ['GET /api/student/task_by_id', { id: '@untouched' }, 'g0 g0 NOT_FOUND | NOT_FOUND', held],
  ['PUT /api/student/accept_task', { id: '@untouched' }, 'STATE STATE NOT_FOUND | NOT_FOUND', held],
  ['POST /api/submit/appeal', { task_id: '@untouched', text: '请老师再听一遍我的录音，谢谢老师，辛苦了。' }, 'APPEAL APPEAL NOT_FOUND | NOT_FOUND', held],
  [
    'POST /api/submit/ask_extension',
    { task_id: '@untouched', reason: '生病请假两天', wanted_until: '2026-12-03T14:00:00.000Z' },
    'STATE STATE NOT_FOUND | NOT_FOUND',
    held,
  ],
]
