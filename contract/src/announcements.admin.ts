import { call } from './call.ts'
import { PersonSeen } from './review-work.admin.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  line,
  nullable,
  optional,
  pageOf,
  paging,
  string,
  text,
  timesSaved,
} from './schema.ts'

/** For so long after it went out an announcement can be taken back: its notices go, and who has seen it reads that it was. */
export const takeBackMs = 10 * 60_000

const Announcement = fields({
  id: id(),
  title: string(),
  content: string(),
  content_html: string(),
  author: string(),
  created_at: instant(),
  /** When it is to go out; null: it went out as it was written. */
  publish_at: nullable(instant()),
  /** When it went out; null: it waits. */
  published_at: nullable(instant()),
  /** Whether it stands on top of the guild’s page, once it is out. */
  pinned: boolean(),
  /** Until when it does; null: until another takes its place. */
  pinned_until: nullable(instant()),
  /** Whether members are told when it goes out. */
  tells: boolean(),
  taken_back: boolean(),
  /** How often it was changed: a change is made from the version that was read. */
  base_version: timesSaved(),
  /** Whether members may reply to it. */
  takes_replies: boolean(),
  /** How many did. */
  replied: count(),
  /** Of the members, how many have had it on their screen. */
  seen: count(),
})

const leading = ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'] as const

export const announcementsAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/announcement/list',
    access: 'staff',
    summary: 'Announcements of a guild, newest first, those that wait too.',
    input: fields({ guild_id: id(), ...paging }),
    output: pageOf(Announcement),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  reach: call({
    method: 'GET',
    path: '/api/admin/announcement/reach',
    access: 'staff',
    summary:
      'Whom an announcement would tell: members, those of them who want mail, class groups with a robot, and which one it would take from the top.',
    input: fields({ guild_id: id() }),
    output: fields({
      members: count(),
      mail: count(),
      groups: count(),
      pinned: nullable(fields({ id: id(), title: string() })),
    }),
    refusals: ['NOT_FOUND'],
  }),
  save: call({
    method: 'POST',
    path: '/api/admin/announcement/save',
    access: 'staff',
    summary:
      'Write an announcement in Markdown with a title, or with an `id` and the `base_version` that was read change one. With `publish_at` it waits until then; the members are told once, when it goes out, unless `tells` is false. A pinned one takes the place of the one on top. What is not named begins empty, and stays as it is on a change; where somebody else changed it meanwhile theirs is answered.',
    input: fields({
      guild_id: id(),
      id: optional(id()),
      base_version: optional(timesSaved()),
      title: optional(line(60)),
      content: optional(text(5000, 1)),
      publish_at: optional(nullable(instant())),
      pinned: optional(boolean()),
      pinned_until: optional(nullable(instant())),
      tells: optional(boolean()),
      takes_replies: optional(boolean()),
    }),
    output: Announcement,
    refusals: [...leading, 'CONFLICT'],
  }),
  replies: call({
    method: 'GET',
    path: '/api/admin/announcement/replies',
    access: 'staff',
    summary: 'What members replied to an announcement, the last first: staff of the guild alone read it.',
    input: fields({ guild_id: id(), id: id(), ...paging }),
    output: pageOf(fields({ student: PersonSeen, content: string(), written_at: instant() })),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  takeBack: call({
    method: 'POST',
    path: '/api/admin/announcement/take_back',
    access: 'staff',
    summary: 'Take an announcement back within ten minutes of its going out, with its notices.',
    input: fields({ guild_id: id(), id: id() }),
    output: Announcement,
    refusals: [...leading, 'TOO_LATE'],
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
