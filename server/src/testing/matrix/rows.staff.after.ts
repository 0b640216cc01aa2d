import type { Row } from './row.ts'

const passing = { submit_id: '@sealed', decision: 'pass', score: 80 }

// Among others, whoever asks: they may have had the task themselves.
const own = { user_ids: ['@ownerId', '@adminId'], reason: '看一看' }
const later = '2026-12-03T14:00:00.000Z'
const ownTask = 'NOT_FOUND NOT_FOUND ROLE ROLE OWN_WORK | NOT_FOUND'

const inBoth = 'a task was given to the other guild too'

/** The admin site once something has happened: what `teacher other assistant helper admin | absent` get. */
export const staffRowsAfter: readonly Row[] = [
  ['GET /api/admin/work/anthology', { guild_id: '@guild' }, 'g2 NOT_FOUND g2 g2 g2 | NOT_FOUND'],
  ['GET /api/admin/work/anthology', { guild_id: '@guild' }, 'g3 NOT_FOUND g3 g3 g3 | NOT_FOUND', 'the work shows as excellent and has a certificate'],
  ['GET /api/admin/ranking/list', { list: 'workhard', guild_id: '@guild' }, 'ok5/5 NOT_FOUND ok5/5 ROLE ok5/5 | NOT_FOUND', 'the rankings are counted'],
  ['GET /api/admin/ranking/list', { list: 'excellent', guild_id: '@guild' }, 'ok0/0 NOT_FOUND ok0/0 ROLE ok0/0 | NOT_FOUND', 'the rankings are counted'],
  [
    'POST /api/admin/review/decide',
    { ...passing, version: 2 },
    'NOT_FOUND NOT_FOUND LOCKED_REVIEW NOT_FOUND LOCKED_REVIEW | NOT_FOUND',
    'the teacher is reading the work',
  ],
  ['POST /api/admin/review/decide', passing, 'ok NOT_FOUND LOCKED_REVIEW NOT_FOUND LOCKED_REVIEW | NOT_FOUND', 'the teacher is reading the work'],
  ['POST /api/admin/enrolment/excuse', { task_id: '@doing', ...own }, ownTask],
  ['POST /api/admin/enrolment/extend', { task_id: '@doing', ...own, until: later }, ownTask],
  ['POST /api/admin/enrolment/reopen', { task_id: '@passed', ...own, due_at: later }, ownTask],
  [
    'GET /api/admin/roster/rows',
    { id: '@roster', status: 'joins' },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND ok1/1 | NOT_FOUND',
    'the list names who was removed from the guild',
  ],
  ['GET /api/admin/roster/get', { id: '@roster' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g4 | NOT_FOUND', 'the list has been applied and taken back'],
  ['POST /api/admin/privacy/approve', { user_id: '@leaverId' }, 'ROLE ROLE ROLE ROLE STATE | NOT_FOUND', 'who asked for it has been deleted'],
  ['GET /api/admin/task/form', { id: '@untouched' }, 'g0 NOT_FOUND g0 g0 g0 | NOT_FOUND', inBoth],
  ['GET /api/admin/task/form', { id: '@given' }, 'NOT_FOUND ok0 NOT_FOUND NOT_FOUND g0 | NOT_FOUND', inBoth],
  ['GET /api/admin/grade/grid', { set_id: '@set' }, 'g4/2 ok3/1 g4/2 NOT_FOUND g6/3 | NOT_FOUND', inBoth],
  ['POST /api/admin/grade/export', { set_id: '@set', format: 'csv' }, 'ok ok ROLE NOT_FOUND ok | NOT_FOUND', inBoth],
  ['GET /api/admin/task/statistics', { set_id: '@set' }, 'g2 ok2 g2 NOT_FOUND g4 | NOT_FOUND', inBoth],
  ['POST /api/admin/task/update', { id: '@untouched', base_version: 0, title: '新题目', also: 'set' }, 'g0 NOT_FOUND ROLE ROLE g1 | NOT_FOUND', inBoth],
  ['POST /api/admin/task/publish', { id: '@untouched', also: 'set' }, 'STATE NOT_FOUND ROLE ROLE STATE | NOT_FOUND', inBoth],
  ['POST /api/admin/task/spread', { id: '@untouched', guild_ids: ['@elsewhere'] }, 'g1 NOT_FOUND ROLE ROLE g1 | NOT_FOUND', inBoth],
  ['GET /api/admin/review/missing', { set_id: '@set' }, 'g3/2 ok2/1 g3/2 NOT_FOUND g5/3 | NOT_FOUND', inBoth],
  ['POST /api/admin/review/remind', { set_id: '@set' }, 'g1 ok1 g1 NOT_FOUND g2 | NOT_FOUND', inBoth],
  ['GET /api/admin/review/set', { set_id: '@set' }, 'g1 ok1 g1 NOT_FOUND g2 | NOT_FOUND', inBoth],
  ['GET /api/admin/work/proposed_in_set', { set_id: '@set' }, 'ok0 ok0 ok0 ok0 ok0 | ok0', inBoth],
  ['POST /api/admin/review/release-set', { set_id: '@set' }, 'g1 ok1 g1 NOT_FOUND g2 | NOT_FOUND', inBoth],
  ['POST /api/admin/review/release-set', { set_id: '@set', task_ids: ['@given'] }, 'ok0 ok1 ok0 NOT_FOUND ok1 | NOT_FOUND', inBoth],
  ['POST /api/admin/review/release-set', { set_id: '@set', at: '2026-12-03T14:00:00.000Z', follow: true }, 'g1 ok1 g1 NOT_FOUND g2 | NOT_FOUND', inBoth],
  ['POST /api/admin/review/stop-release', { set_id: '@set' }, 'ok ok ok NOT_FOUND ok | NOT_FOUND', inBoth],
  ['POST /api/admin/review/stop-release', { set_id: '@set', task_ids: ['@given'] }, 'ok ok ok NOT_FOUND ok | NOT_FOUND', inBoth],
  ['GET /api/admin/review/queue', { set_id: '@set', status: 'all' }, 'ok0/0 ok0/0 ok0/0 ok0/0 ok0/0 | ok0/0', inBoth],
  ['GET /api/admin/task/desk', { grouped: true }, 'g7/7 ok2/2 g7/7 g7/7 g8/8', inBoth],
  ['POST /api/admin/task/take-out', { id: '@untouched' }, 'g0 NOT_FOUND ROLE ROLE g0 | NOT_FOUND', inBoth],
]
