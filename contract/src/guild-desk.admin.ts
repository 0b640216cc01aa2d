import { call } from './call.ts'
import { Emblem, hue, joinPolicy, membershipStatus } from './guilds.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  line,
  list,
  none,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

const guildStatus = () => oneOf('active', 'archived')

/** What staff decide about a guild. */
const settings = {
  name: line(60),
  category_id: nullable(id()),
  hue: hue(),
  /** One or two characters, or the name of a drawing. */
  glyph: line(20),
  intro: text(200),
  /** Markdown. */
  description: text(10_000),
  capacity: nullable(integer({ minimum: 1, maximum: 100_000 })),
  join_policy: joinPolicy(),
  visibility: oneOf('public', 'hidden'),
  ranking_mode: oneOf('off', 'top', 'top+neighbours'),
  gallery: boolean(),
  anonymous_allowed: boolean(),
  feedback_named: boolean(),
  max_doing: integer({ minimum: 1, maximum: 50 }),
}

/** An assistant’s four switches. */
const switches = { can_review: boolean(), can_moderate: boolean(), can_admit: boolean(), can_see_grades: boolean() }

const GuildDesk = fields({
  id: id(),
  ...settings,
  name: string(),
  glyph: string(),
  category: string(),
  status: guildStatus(),
  invite_code: string(),
  member_count: count(),
  pending_count: count(),
  /** Counts saves; the last one seen goes with the next. */
  base_version: count(),
  demo: boolean(),
  /** What the caller may do here; `teach` is a teacher's say, which an archived guild does not end. */
  may: fields({ lead: boolean(), admit: boolean(), review: boolean(), moderate: boolean(), teach: boolean() }),
})

const Staff = fields({
  user_id: id(),
  username: string(),
  nickname: string(),
  role: oneOf('assistant', 'teacher'),
  title: string(),
  ...switches,
  since: instant(),
})

const Member = fields({
  user_id: id(),
  nickname: string(),
  real_name: string(),
  student_no: nullable(string()),
  organization_name: string(),
  status: membershipStatus(),
  level: count(),
  experience: count(),
  joined_at: nullable(instant()),
  last_login_at: nullable(instant()),
})

const Announcement = fields({
  id: id(),
  title: string(),
  content: string(),
  content_html: string(),
  author: string(),
  created_at: instant(),
})

const Category = fields({
  id: id(),
  pid: count(),
  name: string(),
  description: string(),
  hue: hue(),
  visible: boolean(),
  guild_count: count(),
})

const leading = ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'] as const

export const guildDesk = {
  list: call({
    method: 'GET',
    path: '/api/admin/guild/list',
    access: 'staff',
    summary: 'The guilds one is staff of, newest first; administrators see all.',
    input: fields({ status: optional(guildStatus()), keyword: optional(text(60)), ...paging }),
    output: pageOf(
      fields({
        id: id(),
        name: string(),
        ...Emblem,
        category: string(),
        status: guildStatus(),
        join_policy: joinPolicy(),
        member_count: count(),
        capacity: nullable(count()),
        pending_count: count(),
        demo: boolean(),
      }),
    ),
    refusals: ['INVALID'],
  }),
  detail: call({
    method: 'GET',
    path: '/api/admin/guild/detail',
    access: 'staff',
    summary: 'Everything about one guild, for its staff.',
    input: fields({ guild_id: id() }),
    output: GuildDesk,
    refusals: ['NOT_FOUND'],
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/guild/create',
    access: 'staff',
    summary: 'Make a guild; its teacher is the caller, who is a teacher or an administrator.',
    input: fields({
      name: line(60),
      category_id: optional(nullable(id())),
      hue: hue(),
      glyph: line(20),
      intro: optional(text(200)),
      join_policy: joinPolicy(),
    }),
    output: GuildDesk,
    refusals: ['ROLE', 'NOT_FOUND', 'INVALID'],
  }),
  update: call({
    method: 'POST',
    path: '/api/admin/guild/update',
    access: 'staff',
    summary:
      'Save settings of a guild: only the fields that are sent. Both sides are answered where somebody else saved meanwhile.',
    input: fields({
      guild_id: id(),
      base_version: count(),
      name: optional(settings.name),
      category_id: optional(settings.category_id),
      hue: optional(settings.hue),
      glyph: optional(settings.glyph),
      intro: optional(settings.intro),
      description: optional(settings.description),
      capacity: optional(settings.capacity),
      join_policy: optional(settings.join_policy),
      visibility: optional(settings.visibility),
      ranking_mode: optional(settings.ranking_mode),
      gallery: optional(settings.gallery),
      anonymous_allowed: optional(settings.anonymous_allowed),
      feedback_named: optional(settings.feedback_named),
      max_doing: optional(settings.max_doing),
    }),
    output: GuildDesk,
    refusals: [...leading, 'CONFLICT'],
  }),
  renewCode: call({
    method: 'POST',
    path: '/api/admin/guild/renew_code',
    access: 'staff',
    summary: 'Give a guild another invite code; the old one opens nothing any more.',
    input: fields({ guild_id: id() }),
    output: fields({ invite_code: string() }),
    refusals: leading,
  }),
}

export const guildPeople = {
  staff: call({
    method: 'GET',
    path: '/api/admin/guild/staff',
    access: 'staff',
    summary: 'Teachers and assistants of a guild with their switches.',
    input: fields({ guild_id: id() }),
    output: list(Staff),
    refusals: ['NOT_FOUND'],
  }),
  saveStaff: call({
    method: 'POST',
    path: '/api/admin/guild/save_staff',
    access: 'staff',
    summary: 'Make somebody teacher or assistant of a guild, by user name or 学号, or change their title and switches.',
    input: fields({
      guild_id: id(),
      who: line(60),
      role: oneOf('assistant', 'teacher'),
      title: optional(text(20)),
      ...switches,
    }),
    output: list(Staff),
    refusals: [...leading, 'LAST_TEACHER'],
  }),
  removeStaff: call({
    method: 'POST',
    path: '/api/admin/guild/remove_staff',
    access: 'staff',
    summary: 'Take somebody out of the staff of a guild; its last teacher stays.',
    input: fields({ guild_id: id(), user_id: id() }),
    output: list(Staff),
    refusals: [...leading, 'LAST_TEACHER'],
  }),
  members: call({
    method: 'GET',
    path: '/api/admin/guild/members',
    access: 'staff',
    summary: 'Students of a guild, found by name or 学号; those who left or were removed when they are asked for.',
    input: fields({
      guild_id: id(),
      status: optional(oneOf('member', 'left', 'removed')),
      keyword: optional(text(60)),
      sort: optional(oneOf('joined', 'name', 'experience', 'seen')),
      ...paging,
    }),
    output: pageOf(Member),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/guild/remove_members',
    access: 'staff',
    summary: 'Remove students from a guild: what they have under way is put aside, what they handed in stays.',
    input: fields({ guild_id: id(), user_ids: list(id(), { minItems: 1, maxItems: 100 }) }),
    output: fields({ changed: count() }),
    refusals: leading,
  }),
  restore: call({
    method: 'POST',
    path: '/api/admin/guild/restore_members',
    access: 'staff',
    summary: 'Let students back in who left or were removed, within capacity: their tasks go on where they were.',
    input: fields({ guild_id: id(), user_ids: list(id(), { minItems: 1, maxItems: 100 }) }),
    output: fields({ changed: count() }),
    refusals: [...leading, 'FULL'],
  }),
}

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

export const categoriesAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/category/list',
    access: 'staff',
    summary: 'All categories in two levels, in order.',
    input: none(),
    output: list(Category),
    refusals: [],
  }),
  save: call({
    method: 'POST',
    path: '/api/admin/category/save',
    access: 'admin',
    summary: 'Make a category, or with an `id` change one; two levels at most, 200 in all.',
    input: fields({
      id: optional(id()),
      pid: optional(count(2 ** 31 - 1)),
      name: line(30),
      description: optional(text(200)),
      hue: hue(),
      visible: boolean(),
    }),
    output: list(Category),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/category/remove',
    access: 'admin',
    summary: 'Remove a category: its guilds stay, without one; those below it come up a level.',
    input: fields({ id: id() }),
    output: list(Category),
    refusals: ['NOT_FOUND'],
  }),
  arrange: call({
    method: 'POST',
    path: '/api/admin/category/arrange',
    access: 'admin',
    summary: 'Put all categories into an order.',
    input: fields({ ids: list(id(), { minItems: 1, maxItems: 200 }) }),
    output: list(Category),
    refusals: ['INVALID'],
  }),
}
