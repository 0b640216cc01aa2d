import { call } from './call.ts'
import { boolean, fields, id, instant, line, optional, pageOf, paging, string, text } from './schema.ts'

const Announcement = fields({
  id: id(),
  title: string(),
  content: string(),
  content_html: string(),
  author: string(),
  created_at: instant(),
})

const leading = ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'] as const

export const announcementsAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/announcement/list',
    access: 'staff',
    summary: 'Announcements of a guild, newest first.',
    input: fields({ guild_id: id(), ...paging }),
    output: pageOf(Announcement),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  save: call({
    method: 'POST',
    path: '/api/admin/announcement/save',
    access: 'staff',
    summary: 'Write an announcement in Markdown, or with an `id` change one.',
    input: fields({ guild_id: id(), id: optional(id()), title: line(60), content: text(5000, 1) }),
    output: Announcement,
    refusals: leading,
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/announcement/remove',
    access: 'staff',
    summary: 'Remove an announcement.',
    input: fields({ guild_id: id(), id: id() }),
    output: fields({ removed: boolean() }),
    refusals: leading,
  }),
}
