import type { Row } from './row.ts'

const copied = 'the guild has been copied'

/** Guilds and their tasks after something has happened: what `owner mate stranger | absent` get. */
export const studentGuildRows: readonly Row[] = [
  ['GET /api/guild/guild_by_id', { guild_id: '@open' }, 'ok4 ok4 ok4 | NOT_FOUND'],
  ['GET /api/guild/guilds_by_student', { scope: 'all' }, 'g2/2 g2/2 ok2/2', 'a student asks to join where another has taught'],
  ['POST /api/student/leave_guild', { guild_id: '@elsewhere' }, 'NOT_FOUND NOT_FOUND ok | NOT_FOUND'],
  ['POST /api/student/leave_guild', { guild_id: '@guild' }, 'g ROLE g | NOT_FOUND', 'a student helps as an assistant'],
  ['GET /api/message/list', {}, 'gw2/2 g1/1 ok0/0', 'a student asks to join where another has taught'],
  ['GET /api/student/task_by_id', { id: '@untouched' }, 'g0 g0 NOT_FOUND | NOT_FOUND', 'tasks come one after another'],
  ['GET /api/student/task_by_id', { id: '@doing' }, 'gw0 g0 NOT_FOUND | NOT_FOUND'],
  ['PUT /api/student/accept_task', { id: '@untouched' }, 'ok LOCKED+g NOT_FOUND | NOT_FOUND', 'tasks come one after another'],
]

/** The same for `teacher other assistant helper admin | absent`. */
export const staffGuildRows: readonly Row[] = [
  ['POST /api/admin/guild/restore_members', { guild_id: '@copy', user_ids: ['@leaverId'] }, 'NOT_FOUND NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND', copied],
  ['GET /api/admin/guild/staff', { guild_id: '@copy' }, 'ok3 NOT_FOUND ok3 ok3 ok3 | NOT_FOUND', copied],
  ['POST /api/admin/guild/remove_staff', { guild_id: '@guild', user_id: '@teacherId' }, 'LAST_TEACHER NOT_FOUND ROLE ROLE LAST_TEACHER | NOT_FOUND'],
  ['POST /api/admin/guild/remove_staff', { guild_id: '@guild', user_id: '@otherId' }, 'NOT_FOUND NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND'],
  [
    'GET /api/admin/guild/join_requests',
    { guild_id: '@open' },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND ok1/1 | NOT_FOUND',
    'somebody has asked to join twice',
  ],
  ['POST /api/admin/grade/export', { format: 'csv' }, 'ROLE ROLE ROLE ROLE ok'],
  ['POST /api/admin/backup/link', { id: '@kept' }, 'ROLE ROLE ROLE ROLE ok | NOT_FOUND', 'there are links to a backup'],
  ['POST /api/admin/backup/remove', { id: '@kept' }, 'ROLE ROLE ROLE ROLE ok | NOT_FOUND', 'there are links to a backup'],
]

/** Open to everybody. */
export const publicGuildRows: readonly Row[] = [['POST /api/guild/invite_preview', { code: '@invite' }, 'ok', 'the first teacher has left']]
