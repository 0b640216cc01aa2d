import type { Row } from './row.ts'

const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null }

/** Lists of students: what `teacher other assistant helper admin | absent` get. */
export const staffRosterRows: readonly Row[] = [
  ['POST /api/admin/roster/read', { guild_id: '@guild', name: '名单', text: '学号,姓名\n1,张三' }, 'g7 NOT_FOUND ROLE ROLE g7 | NOT_FOUND'],
  ['POST /api/admin/roster/read', { name: '名单', text: '学号,姓名\n1,张三' }, 'ROLE ROLE ROLE ROLE ok7'],
  ['POST /api/admin/roster/check', { id: '@roster', has_header: true, mapping }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g2 | NOT_FOUND'],
  [
    'POST /api/admin/roster/check',
    { id: '@roster', has_header: true, mapping: { ...mapping, guild: 1 } },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g2 | NOT_FOUND',
  ],
  ['POST /api/admin/roster/choose_sheet', { id: '@roster', sheet: null }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g0 | NOT_FOUND'],
  ['POST /api/admin/roster/repair', { id: '@roster', line: 7, keep: true }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['GET /api/admin/roster/guilds', { id: '@roster' }, 'ROLE ROLE ROLE ROLE ok0 | NOT_FOUND'],
  [
    'POST /api/admin/roster/settle_guild',
    { id: '@roster', key: '公会', category_id: '@category', teacher_id: '@ownerId' },
    'ROLE ROLE ROLE ROLE NOT_FOUND | NOT_FOUND',
  ],
  ['POST /api/admin/roster/apply', { id: '@roster', consent: true }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g2 | NOT_FOUND'],
  ['POST /api/admin/roster/undo', { id: '@roster' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND STATE | NOT_FOUND'],
  ['GET /api/admin/roster/get', { id: '@roster' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g2 | NOT_FOUND'],
  ['GET /api/admin/roster/rows', { id: '@roster' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND ok0/0 | NOT_FOUND'],
  ['GET /api/admin/roster/list', {}, 'ok0/0 ok0/0 ok0/0 ok0/0 g1/1'],
  ['GET /api/admin/roster/slips', { id: '@roster' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g0 | NOT_FOUND'],
  ['GET /api/admin/person/list', { sort: 'class', descending: true }, 'g2/2 ok1/1 ok0/0 ok0/0 g8/8'],
  ['GET /api/admin/class/list', {}, 'ROLE ROLE ROLE ROLE ok0'],
  ['POST /api/admin/class/rename', { changes: [{ from: '没有的班', to: '新的班', students: 0 }] }, 'ROLE ROLE ROLE ROLE STATE'],
  ['POST /api/admin/class/rename', { changes: [{ from: '没有的班', to: '新的班', students: 0 }], archive: ['@guild'] }, 'ROLE ROLE ROLE ROLE STATE | STATE'],
  ['POST /api/admin/class/undo_rename', { id: '@roster' }, 'ROLE ROLE ROLE ROLE NOT_FOUND | NOT_FOUND'],
  ['GET /api/admin/person/classes', {}, 'ok0 ok0 ok0 ok0 ok0'],
  ['POST /api/admin/person/export', { format: 'csv' }, 'ok ok ok ok ok'],
  ['POST /api/admin/person/export', { format: 'csv', guild_id: '@guild' }, 'ok NOT_FOUND ok ok ok | NOT_FOUND'],
  ['POST /api/admin/person/export', { format: 'xlsx', user_ids: ['@ownerId'] }, 'ok ok ok ok ok | ok'],
  ['POST /api/admin/person/new_slips', { user_ids: ['@ownerId'] }, 'ok NOT_FOUND NOT_FOUND NOT_FOUND ok | NOT_FOUND'],
  ['POST /api/admin/person/new_slips', { user_ids: ['@otherId'] }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND'],
]
