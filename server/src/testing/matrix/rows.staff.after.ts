import type { Row } from './row.ts'

const passing = { submit_id: '@sealed', decision: 'pass', score: 80 }

/** The admin site once something has happened: what `teacher other assistant helper admin | absent` get. */
export const staffRowsAfter: readonly Row[] = [
  ['GET /api/admin/ranking/list', { list: 'workhard', guild_id: '@guild' }, 'ok5/5 NOT_FOUND ok5/5 ROLE ok5/5 | NOT_FOUND', 'the rankings are counted'],
  ['GET /api/admin/ranking/list', { list: 'excellent', guild_id: '@guild' }, 'ok0/0 NOT_FOUND ok0/0 ROLE ok0/0 | NOT_FOUND', 'the rankings are counted'],
  [
    'POST /api/admin/review/decide',
    { ...passing, version: 2 },
    'NOT_FOUND NOT_FOUND LOCKED_REVIEW NOT_FOUND LOCKED_REVIEW | NOT_FOUND',
    'the teacher is reading the work',
  ],
  ['POST /api/admin/review/decide', passing, 'ok NOT_FOUND LOCKED_REVIEW NOT_FOUND LOCKED_REVIEW | NOT_FOUND', 'the teacher is reading the work'],
  [
    'GET /api/admin/roster/rows',
    { id: '@roster', status: 'joins' },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND ok1/1 | NOT_FOUND',
    'the list names who was removed from the guild',
  ],
  ['GET /api/admin/roster/get', { id: '@roster' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g3 | NOT_FOUND', 'the list has been applied and taken back'],
  ['POST /api/admin/privacy/approve', { user_id: '@leaverId' }, 'ROLE ROLE ROLE ROLE STATE | NOT_FOUND', 'who asked for it has been deleted'],
]
