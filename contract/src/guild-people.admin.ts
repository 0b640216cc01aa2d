import { call } from './call.ts'
import { membershipStatus } from './guilds.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  line,
  list,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
} from './schema.ts'

/** An assistant’s four switches. */
const switches = { can_review: boolean(), can_moderate: boolean(), can_admit: boolean(), can_see_grades: boolean() }

/** A person’s part in the staff of a guild. */
const part = { role: oneOf('assistant', 'teacher'), title: text(20), ...switches }

const Staff = fields({
  user_id: id(),
  username: string(),
  nickname: string(),
  /** A link to their picture, `head:` with the code of a head they composed, or nothing. */
  avatar: string(),
  role: oneOf('assistant', 'teacher'),
  title: string(),
  ...switches,
  since: instant(),
})

const Member = fields({
  user_id: id(),
  nickname: string(),
  /** As in `Staff`. */
  avatar: string(),
  real_name: string(),
  student_no: nullable(string()),
  organization_name: string(),
  status: membershipStatus(),
  level: count(),
  experience: count(),
  joined_at: nullable(instant()),
  last_login_at: nullable(instant()),
})

const leading = ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'] as const

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
    summary:
      'Make somebody staff of a guild, by user name or 学号, or change their part: a teacher asks who is in it or staff already.',
    input: fields({
      guild_id: id(),
      who: line(60),
      role: oneOf('assistant', 'teacher'),
      title: optional(text(20)),
      ...switches,
      /** The part being changed, as the caller last saw it: CHANGED if it is different now, or gone. */
      seen: optional(fields(part)),
    }),
    output: list(Staff),
    refusals: [...leading, 'LAST_TEACHER', 'INVITATIONS', 'CHANGED'],
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
    summary:
      'Let students back in who were removed, within capacity: their tasks go on where they were. Who left gets an invitation.',
    input: fields({ guild_id: id(), user_ids: list(id(), { minItems: 1, maxItems: 100 }) }),
    // Numbers of students restored, and of students invited anew.
    output: fields({ changed: count(), invited: count() }),
    refusals: [...leading, 'FULL', 'INVITATIONS'],
  }),
}
