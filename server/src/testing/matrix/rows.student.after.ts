import type { Row } from './row.ts'

const text = '请老师再看一次这份作品，谢谢老师，辛苦了。'
const work = { task_id: '@doing', content: '我的作品', base_version: 1 }

/** The student site once something has happened: what `owner mate stranger | absent` get. */
export const studentRowsAfter: readonly Row[] = [
  ['PUT /api/student/accept_task', { id: '@untouched' }, 'ok LOCKED+g NOT_FOUND | NOT_FOUND', 'a task asks for one that the owner has passed'],
  ['GET /api/student/tasks_by_guild_id', { guild_id: '@guild' }, 'g6/6 g6/6 NOT_FOUND | NOT_FOUND', 'a task asks for one that the owner has passed'],
  ['PUT /api/student/accept_task', { id: '@untouched' }, 'ok ok NOT_FOUND | NOT_FOUND', 'a task asks for one that is in the trash'],
  ['PUT /api/student/accept_task', { id: '@untouched' }, 'ok LEVEL NOT_FOUND | NOT_FOUND', 'a task asks for a level that the owner has reached'],
  ['PUT /api/student/accept_task', { id: '@untouched' }, 'ok ok NOT_FOUND | NOT_FOUND', 'a classmate is doing many tasks'],
  ['POST /api/student/tasks_submit', { ...work, key: 'a-key-of-mine' }, 'ok ok NOT_FOUND | NOT_FOUND', 'a classmate is in another round'],
  ['GET /api/student/doing_tasks_by_guild_id', { guild_id: '@guild' }, 'g3/3 g1/1 NOT_FOUND | NOT_FOUND', 'a classmate is in another round'],
  ['POST /api/student/tasks_submit', { ...work, key: 'a-key-of-mine' }, 'ok KEY_REUSED NOT_FOUND | NOT_FOUND', 'a classmate has handed in with the same key'],
  ['GET /api/student/task_by_id', { id: '@doing' }, 'gw0 NOT_FOUND NOT_FOUND | NOT_FOUND', 'a task that only the owner took is archived'],
  ['GET /api/student/ledger', { ledger: 'score' }, 'g1/1 ok0/0 ok0/0', 'the owner passes again, worse than before and than a classmate'],
  ['GET /api/student/ledger', { ledger: 'experience' }, 'g2/2 ok10/10 ok0/0', 'a classmate is liked as often as counts, and likes the work'],
  ['POST /api/submit/appeal', { submit_id: '@shown', text }, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', 'the owner has left the guild'],
  ['GET /api/submit/submits_for_student', { guild_id: '@guild' }, 'ok0/0 ok0/0 ok0/0 | ok0/0', 'others can still do the task of the work'],
  ['GET /api/submit/submits_for_student', { guild_id: '@guild' }, 'ok0/0 ok0/0 ok0/0 | ok0/0', 'the task of the work is in the trash'],
  ['GET /api/submit/submits_for_student', { guild_id: '@guild' }, 'g1/1 ok0/0 ok0/0 | ok0/0', 'a classmate does not want to see the work'],
  ['GET /api/submit/submits_for_student', { guild_id: '@guild' }, 'g1/1 g1/1 ok0/0 | ok0/0', 'nobody likes the work'],
  ['POST /api/submit/get_submit_like', { submit_id: '@shown' }, 'ok0 ok NOT_FOUND | NOT_FOUND', 'nobody likes the work'],
  ['POST /api/submit/get_submit_like', { submit_id: '@shown' }, 'ok2 ok NOT_FOUND | NOT_FOUND', 'a classmate has turned their like of the work'],
  ['POST /api/submit/get_submit_like', { submit_ids: ['@shown', '@sealed'] }, 'ok2 ok1 ok0 | ok0', 'a classmate has turned their like of the work'],
  ['POST /api/student/getWorkHardStudentList', { guild_id: '@guild', limit: 1 }, 'g3 g2 NOT_FOUND | NOT_FOUND', 'the rankings are counted'],
  ['POST /api/student/getWorkHardStudentList', { guild_id: '@guild' }, 'g3 g3 NOT_FOUND | NOT_FOUND', 'the first in the ranking has left the guild since'],
  ['POST /api/message/clear', {}, 'ok ok ok', 'a letter with the notices has gone to the owner'],
  ['POST /api/message/clear', {}, 'ok ok ok', 'the owner wants no more letters'],
]
