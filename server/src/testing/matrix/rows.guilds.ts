import type { Row } from './row.ts'
import { staffRobotRows } from './rows.robots.ts'

const invited = 'a stranger and a teacher of elsewhere are invited'
const invitedLate = 'a stranger was invited into a guild that is archived now'
const invitedByNobody = 'a stranger was invited by who teaches in the guild no more'
const declined = 'a stranger has declined an invitation'
const copied = 'the guild has been copied'
const switches = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }

/** Guilds and their tasks after something has happened: what `owner mate stranger | absent` get. */
export const studentGuildRows: readonly Row[] = [
  ['GET /api/guild/guild_by_id', { guild_id: '@open' }, 'ok4 ok4 ok4 | NOT_FOUND'],
  ['GET /api/guild/guilds_by_student', { scope: 'all' }, 'g2/2 g2/2 ok2/2', 'a student asks to join where another has taught'],
  ['GET /api/guild/invitations', {}, 'ok0 ok0 g1', invited],
  ['GET /api/guild/invitations', {}, 'ok0 ok0 ok0', invitedLate],
  ['POST /api/guild/answer_invitation', { id: '@toStranger', accept: true }, 'NOT_FOUND NOT_FOUND g | NOT_FOUND', invited],
  ['POST /api/guild/answer_invitation', { id: '@toStranger', accept: false }, 'NOT_FOUND NOT_FOUND g | NOT_FOUND', invited],
  ['POST /api/guild/answer_invitation', { id: '@toStranger', accept: true }, 'NOT_FOUND NOT_FOUND ARCHIVED | NOT_FOUND', invitedLate],
  ['GET /api/guild/invitations', {}, 'ok0 ok0 ok0', invitedByNobody],
  ['POST /api/guild/answer_invitation', { id: '@toStranger', accept: true }, 'NOT_FOUND NOT_FOUND INVITATION | NOT_FOUND', invitedByNobody],
  ['GET /api/guild/invitations', {}, 'ok0 ok0 g1', 'a stranger who had left is asked to come back'],
  ['GET /api/guild/invitations', {}, 'ok0 g1 ok0', 'one of two who are invited has come in another way'],
  ['GET /api/guild/invitations', {}, 'ok0 g1 g1', 'a stranger who is invited has come in another way and gone'],
  ['POST /api/student/leave_guild', { guild_id: '@elsewhere' }, 'NOT_FOUND NOT_FOUND ok | NOT_FOUND'],
  ['POST /api/student/leave_guild', { guild_id: '@guild' }, 'g ROLE g | NOT_FOUND', 'a student helps as an assistant'],
  ['GET /api/message/list', {}, 'gw2/2 g1/1 ok0/0', 'a student asks to join where another has taught'],
  ['GET /api/student/task_by_id', { id: '@untouched' }, 'g0 g0 NOT_FOUND | NOT_FOUND', 'tasks come one after another'],
  ['GET /api/student/task_by_id', { id: '@doing' }, 'gw0 g0 NOT_FOUND | NOT_FOUND'],
  ['PUT /api/student/accept_task', { id: '@untouched' }, 'ok LOCKED+g NOT_FOUND | NOT_FOUND', 'tasks come one after another'],
]

/** The same for `teacher other assistant helper admin | absent`. */
export const staffGuildRows: readonly Row[] = [
  ...staffRobotRows,
  ['GET /api/admin/guild/classes', { guild_id: '@guild' }, 'ok0/0 NOT_FOUND ROLE ROLE ok1/1 | NOT_FOUND'],
  ['GET /api/admin/guild/preview_class', { guild_id: '@guild', from_guild_id: '@elsewhere' }, 'NOT_FOUND NOT_FOUND ROLE ROLE ok | NOT_FOUND'],
  ['POST /api/admin/guild/join_class', { guild_id: '@guild', from_guild_id: '@elsewhere' }, 'NOT_FOUND NOT_FOUND ROLE ROLE ok | NOT_FOUND'],
  ['POST /api/admin/guild/join_class', { guild_id: '@elsewhere', from_guild_id: '@guild' }, 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND ok | NOT_FOUND'],
  ['GET /api/admin/guild/joined_classes', { guild_id: '@guild' }, 'ok1 NOT_FOUND ROLE ROLE ok1 | NOT_FOUND'],
  ['GET /api/admin/guild/preview_class_undo', { guild_id: '@guild', id: '@joining' }, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND'],
  ['GET /api/admin/guild/preview_class_undo', { guild_id: '@guild', id: '@joiningElsewhere' }, 'NOT_FOUND NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND'],
  ['POST /api/admin/guild/undo_class', { guild_id: '@guild', id: '@joining' }, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND'],
  ['POST /api/admin/guild/undo_class', { guild_id: '@guild', id: '@joiningElsewhere' }, 'NOT_FOUND NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND'],
  ['GET /api/admin/message/list', {}, 'ok0/0 ok0/0 ok0/0 ok0/0 ok0/0'],
  ['GET /api/admin/message/unread', {}, 'ok ok ok ok ok'],
  ['PUT /api/admin/message/read', {}, 'ok ok ok ok ok'],
  ['PUT /api/admin/message/read', { ids: ['@message'] }, 'ok ok ok ok ok | ok'],
  ['PUT /api/admin/message/keep_unread', { read_at: '2026-10-12T01:00:00.000Z' }, 'ok ok ok ok ok'],
  ['GET /api/admin/message/settings', {}, 'g10 ok10 g10 g10 ok9'],
  ['PUT /api/admin/message/change', { topics: [{ topic: 'waiting', in_app: false, mail: 'now' }] }, 'ok ok ok ok ok'],
  ['PUT /api/admin/message/hear_guild', { guild_id: '@guild', level: 'none' }, 'ok NOT_FOUND ok ok NOT_FOUND | NOT_FOUND'],
  [
    'POST /api/admin/user/reset_password',
    { user_id: '@leaverId' },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND ok | NOT_FOUND',
    'staff have let somebody back in',
  ],
  ['GET /api/admin/person/list', {}, 'g2/2 ok1/1 ok0/0 ok0/0 g8/8', 'staff have let somebody back in'],
  [
    'GET /api/admin/roster/slips',
    { id: '@ownList' },
    'g0 NOT_FOUND NOT_FOUND NOT_FOUND g1 | NOT_FOUND',
    'a student of a teacher’s list is in her guild no more',
  ],
  ['GET /api/admin/guild/list', {}, 'g1/1 ok1/1 g1/1 50008 g3/3', 'an assistant is dismissed who has assisted elsewhere'],
  [
    'POST /api/admin/guild/save_staff',
    { guild_id: '@guild', who: '@strangerName', role: 'assistant', ...switches },
    'INVALID:who NOT_FOUND ROLE ROLE ok4 | INVALID:who',
    'everybody has a password',
  ],
  [
    'POST /api/admin/guild/save_staff',
    { guild_id: '@guild', who: '@mateName', role: 'assistant', ...switches },
    'ok3 NOT_FOUND ROLE ROLE ok4 | INVALID:who',
    'everybody has a password',
  ],
  ['POST /api/admin/guild/restore_members', { guild_id: '@copy', user_ids: ['@leaverId'] }, 'NOT_FOUND NOT_FOUND ROLE ROLE NOT_FOUND | NOT_FOUND', copied],
  ['GET /api/admin/invitation/own', {}, 'ok0 g1 ok0 ok0 ok0', invited],
  ['POST /api/admin/invitation/answer', { id: '@toOther', accept: true }, 'NOT_FOUND g NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', invited],
  ['GET /api/admin/guild/invitations', { guild_id: '@guild' }, 'ok2/2 NOT_FOUND ok2/2 ROLE ok2/2 | NOT_FOUND', invited],
  ['GET /api/admin/guild/invitations', { guild_id: '@guild', status: 'declined' }, 'ok0/0 NOT_FOUND ok0/0 ROLE ok0/0 | NOT_FOUND', invited],
  ['POST /api/admin/guild/withdraw_invitation', { guild_id: '@guild', id: '@toStranger' }, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND', invited],
  [
    'POST /api/admin/guild/withdraw_invitation',
    { guild_id: '@open', id: '@toStranger' },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND',
    invited,
  ],
  ['POST /api/admin/guild/withdraw_invitation', { guild_id: '@guild', id: '@toStranger' }, 'ARCHIVED NOT_FOUND ROLE ROLE ARCHIVED | NOT_FOUND', invitedLate],
  [
    'POST /api/admin/guild/withdraw_invitation',
    { guild_id: '@elsewhere', id: '@toStranger' },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND',
    invited,
  ],
  [
    'POST /api/admin/guild/withdraw_invitation',
    { guild_id: '@elsewhere', id: '@toStranger' },
    'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND',
    declined,
  ],
  ['POST /api/admin/guild/withdraw_invitation', { guild_id: '@guild', id: '@toStranger' }, 'INVITATION NOT_FOUND ROLE ROLE INVITATION | NOT_FOUND', declined],
  [
    'POST /api/admin/invitation/answer',
    { id: '@toHelper', accept: true },
    'NOT_FOUND NOT_FOUND NOT_FOUND ROLE NOT_FOUND | NOT_FOUND',
    'an assistant without a teacher’s account is invited to teach',
  ],
  // Of people they are not in charge of, teachers see neither numbers nor names, not even in a copy, and their lists
  // contain no text of the guild.
  [
    'GET /api/admin/guild/invitations',
    { guild_id: '@guild' },
    'ok1/1 NOT_FOUND ok1/1 ROLE g1/1 | NOT_FOUND',
    'a stranger with a number of the school is invited',
  ],
  [
    'GET /api/admin/guild/members',
    { guild_id: '@copy' },
    'ok2/2 NOT_FOUND ok2/2 ok2/2 g2/2 | NOT_FOUND',
    'the guild of a student who assists elsewhere has been copied',
  ],
  [
    'GET /api/admin/roster/rows',
    { id: '@ownList', status: 'changed' },
    'ok0/0 NOT_FOUND NOT_FOUND NOT_FOUND ok0/0 | NOT_FOUND',
    'a teacher’s list names a student she is not in charge of',
  ],
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
