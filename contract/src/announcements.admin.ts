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

/**
 * How long after publication an announcement can be taken back: its notices are removed, and those who have seen it
 * read that it was taken back.
 */
export const takeBackMs = 10 * 60_000

const Announcement = fields({
  id: id(),
  title: string(),
  content: string(),
  content_html: string(),
  author: string(),
  created_at: instant(),
  /** When it is scheduled to be published; null: it was published when it was written. */
  publish_at: nullable(instant()),
  /** When it was published; null: it is still scheduled. */
  published_at: nullable(instant()),
  /** Whether it is pinned to the top of the guild’s page once published. */
  pinned: boolean(),
  /** Until when it is pinned; null: until another announcement is pinned. */
  pinned_until: nullable(instant()),
  /** Whether members are notified when it is published. */
  tells: boolean(),
  /** Whether its author no longer leads the guild, so that it is not published until one who does saves it. */
  waits: boolean(),
  taken_back: boolean(),
  /** Counts changes; a change sends the version it was made from. */
  base_version: timesSaved(),
  /** Whether members may reply to it. */
  takes_replies: boolean(),
  /** Number of members who replied. */
  replied: count(),
  /** Number of members who have had it on their screen. */
  seen: count(),
})

const leading = ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'] as const

export const announcementsAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/announcement/list',
    access: 'staff',
    summary: 'The announcements of a guild, newest first, including scheduled ones.',
    input: fields({ guild_id: id(), ...paging }),
    output: pageOf(Announcement),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  reach: call({
    method: 'GET',
    path: '/api/admin/announcement/reach',
    access: 'staff',
    summary:
      'The reach of an announcement: the numbers of members, of members who want mail, and of class groups with a robot; and the pinned announcement that another pinned one would replace.',
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
      'Creates an announcement with a title and a text in Markdown, or changes the one with this `id` from the `base_version` that was read. With `publish_at` it is published then, otherwise at once; members are notified once, when it is published, unless `tells` is false. Pinning it unpins the other one. Omitted fields are empty in a new announcement and unchanged in an existing one. A new announcement that its author has made in the last ten minutes, the same in everything and not taken back, is that one. CONFLICT answers the present announcement if somebody else has changed it.',
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
    summary: 'The replies of members to an announcement, newest first; only staff of the guild read them.',
    input: fields({ guild_id: id(), id: id(), ...paging }),
    output: pageOf(fields({ student: PersonSeen, content: string(), written_at: instant() })),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  takeBack: call({
    method: 'POST',
    path: '/api/admin/announcement/take_back',
    access: 'staff',
    summary: 'Takes an announcement back, with its notices, within ten minutes of its publication.',
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
