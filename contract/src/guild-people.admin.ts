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
      'Makes a person staff of a guild, found by user name or 学号, or changes the part of one who is. An administrator appoints anyone; a teacher invites students of the guild and people who are staff elsewhere.',
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
    refusals: [...leading, 'LAST_TEACHER', 'INVITATIONS', 'NOT_INVITED', 'CHANGED'],
  }),
  removeStaff: call({
    method: 'POST',
    path: '/api/admin/guild/remove_staff',
    access: 'staff',
    summary: 'Removes a person from the staff of a guild, except its last teacher.',
    input: fields({ guild_id: id(), user_id: id() }),
    output: list(Staff),
    refusals: [...leading, 'LAST_TEACHER'],
  }),
  members: call({
    method: 'GET',
    path: '/api/admin/guild/members',
    access: 'staff',
    summary: 'The students of a guild, searched by name or 学号; on request those who left or were removed.',
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
    summary: 'Removes students from a guild: their tasks under way are put aside, submitted works stay.',
    input: fields({ guild_id: id(), user_ids: list(id(), { minItems: 1, maxItems: 100 }) }),
    output: fields({ changed: count() }),
    refusals: leading,
  }),
  restore: call({
    method: 'POST',
    path: '/api/admin/guild/restore_members',
    access: 'staff',
    summary:
      'Restores removed students to a guild, within its capacity; their tasks continue where they were. Students who left by themselves get an invitation instead.',
    input: fields({ guild_id: id(), user_ids: list(id(), { minItems: 1, maxItems: 100 }) }),
    // Numbers of students restored, and of students invited anew.
    output: fields({ changed: count(), invited: count() }),
    refusals: [...leading, 'FULL', 'INVITATIONS'],
  }),
}
