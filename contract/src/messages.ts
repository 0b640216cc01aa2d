import { call } from './call.ts'
import { boolean, count, fields, id, instant, list, none, nullable, oneOf, optional, pageOf, paging, string } from './schema.ts'

/** A row of the message box, in the shape its widget expects (behaviour 3.5); `status` 0 unread, 1 read. */
export const Message = fields({
  id: id(),
  type: oneOf('message', 'notice', 'todo'),
  kind: string(),
  title: string(),
  subTitle: string(),
  avatar: nullable(string()),
  content: string(),
  time: instant(),
  status: count(1),
  /** Where a click leads: a path of this site, or null. */
  link: nullable(string()),
})

export const messages = {
  list: call({
    method: 'GET',
    path: '/api/message/list',
    access: 'student',
    summary: 'The message box, newest first.',
    input: fields({ type: optional(oneOf('message', 'notice', 'todo')), ...paging }),
    output: pageOf(Message),
    refusals: ['INVALID'],
  }),
  read: call({
    method: 'POST',
    path: '/api/message/read',
    access: 'student',
    summary: 'Mark some rows as read, or all of them when no ids are given; foreign ids are left out.',
    input: fields({ ids: optional(list(id(), { maxItems: 100 })) }),
    output: fields({ unread: count() }),
    refusals: [],
  }),
  clear: call({
    method: 'POST',
    path: '/api/message/clear',
    access: 'student',
    summary: 'Remove the read rows of one type, or of all.',
    input: fields({ type: optional(oneOf('message', 'notice', 'todo')) }),
    output: fields({ removed: count() }),
    refusals: [],
  }),
  unread: call({
    method: 'GET',
    path: '/api/message/unread',
    access: 'student',
    summary: 'Unread rows by type.',
    input: none(),
    output: fields({ message: count(), notice: count(), todo: count(), total: count(), any: boolean() }),
    refusals: [],
  }),
}
