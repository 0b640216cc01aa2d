import { call } from './call.ts'
import { count, fields, id, instant, list, nullable, oneOf, optional, pageOf, paging, string, text } from './schema.ts'
import { taskState } from './tasks.ts'

export const taskStatus = () => oneOf('draft', 'scheduled', 'open', 'closed', 'archived', 'trashed')

const AdminTask = fields({
  id: id(),
  guild_id: id(),
  title: string(),
  status: taskStatus(),
  open_at: nullable(instant()),
  due_at: nullable(instant()),
  close_at: nullable(instant()),
  accepted_count: count(),
})
const AdminEnrolment = fields({
  id: nullable(id()),
  task_id: id(),
  user_id: id(),
  state: taskState(),
  extended_until: nullable(instant()),
  return_due_at: nullable(instant()),
})

/** The students concerned by a change and its reason, which is kept in the history and told to them. */
const forStudents = { task_id: id(), user_ids: list(id(), { minItems: 1, maxItems: 500 }), reason: text(500, 2) }

export const tasksAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/task/list',
    access: 'staff',
    summary: 'The tasks of the guilds in which the caller is staff.',
    input: fields({ guild_id: optional(id()), status: optional(taskStatus()), ...paging }),
    output: pageOf(AdminTask),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  open: call({
    method: 'POST',
    path: '/api/admin/task/open',
    access: 'staff',
    summary:
      'Opens a task now, even one that was closed; a close time that has passed is removed or replaced by `close_at`.',
    input: fields({ id: id(), close_at: optional(nullable(instant())) }),
    output: AdminTask,
    refusals: ['NOT_FOUND', 'STATE', 'ROLE', 'INVALID', 'ARCHIVED', 'INCOMPLETE'],
  }),
  close: call({
    method: 'POST',
    path: '/api/admin/task/close',
    access: 'staff',
    summary: 'Closes a task now: student tasks under way expire as at its close time.',
    input: fields({ id: id() }),
    output: AdminTask,
    refusals: ['NOT_FOUND', 'STATE', 'ROLE', 'ARCHIVED'],
  }),
  reopen: call({
    method: 'POST',
    path: '/api/admin/enrolment/reopen',
    access: 'staff',
    summary:
      'Lets students with a result, or with an expired task, submit again until `due_at`; the earlier result stays until the next release.',
    input: fields({ ...forStudents, due_at: instant() }),
    output: list(AdminEnrolment),
    refusals: ['NOT_FOUND', 'STATE', 'ROLE', 'ARCHIVED', 'INVALID', 'OWN_WORK'],
  }),
  extend: call({
    method: 'POST',
    path: '/api/admin/enrolment/extend',
    access: 'staff',
    summary:
      'Gives students more time: `until` replaces due and close; an expired task is under way again. Among several students, those who have longer keep it; the answer lists those who got more.',
    input: fields({ ...forStudents, until: instant() }),
    output: list(AdminEnrolment),
    refusals: ['NOT_FOUND', 'STATE', 'ROLE', 'ARCHIVED', 'INVALID', 'OWN_WORK'],
  }),
  excuse: call({
    method: 'POST',
    path: '/api/admin/enrolment/excuse',
    access: 'staff',
    summary:
      'Excuses students from a task, which then no longer counts in their averages and among missing work. Answers those who were not excused before.',
    input: fields(forStudents),
    output: list(AdminEnrolment),
    refusals: ['NOT_FOUND', 'STATE', 'ROLE', 'ARCHIVED', 'OWN_WORK'],
  }),
}
