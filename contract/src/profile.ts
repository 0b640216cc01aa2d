import { Role } from './accounts.ts'
import { call, type Output } from './call.ts'
import { NoticeSetting, noticeTopics } from './messages.ts'
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
  percent,
  string,
  text,
} from './schema.ts'

/**
 * One of the five values of the profile, 0–100; null for fewer than 3 data points, whose number is `points`
 * (docs/rules.md).
 */
const Property = fields({
  key: oneOf('quality', 'punctuality', 'persistence', 'collaboration', 'completion'),
  value: nullable(percent()),
  points: count(),
})

/** The profile (specification section 3); `phone`, `mobile` and `email` are masked. */
export const Profile = fields({
  id: id(),
  user_id: id(),
  username: string(),
  nickname: string(),
  /** The address of the picture, else `head:` and the code of the head the person composed, else empty. */
  avatar: string(),
  job: string(),
  jobName: string(),
  organization: string(),
  organizationName: string(),
  location: string(),
  locationName: string(),
  email: string(),
  introduction: string(),
  personalWebsite: string(),
  phone: string(),
  mobile: string(),
  registrationDate: instant(),
  accountId: string(),
  certification: boolean(),
  role: string(),
  roleList: list(Role),
  level: integer(),
  level_name: string(),
  /** The experience at which this level begins. */
  level_from: count(),
  /** Experience still missing to the next level; null on the last one. */
  to_next_level: nullable(count()),
  /** On the day a level is reached, the tasks that this level was the last condition for; empty on other days. */
  opened: list(fields({ id: id(), guild_id: id(), title: string() }), { maxItems: 20 }),
  score: integer(),
  experience: integer(),
  gender: integer(),
  group_id: integer(),
  createtime: integer(),
  expiretime: integer(),
  expires_in: integer(),
  propertyList: list(Property),
  student_no: string(),
  real_name: string(),
  must_change_password: boolean(),
  /**
   * In a school for minors, whether the nickname came with a list; it is then shown only in shared guilds, until its
   * owner chooses another.
   */
  nickname_given: boolean(),
  ranking_visibility: oneOf('nickname', 'anonymous', 'hidden'),
  locale: oneOf('zh-CN', 'en-US'),
  /** Unread rows of the message box. */
  unread: count(),
})
export type Profile = Output<typeof profile.get>

export const profile = {
  get: call({
    method: 'POST',
    path: '/api/student/getUserInfo',
    access: 'session',
    summary: 'The profile of the caller.',
    input: none(),
    output: Profile,
    refusals: [],
    whilePasswordExpired: true,
    limit: 'read',
  }),
  update: call({
    method: 'POST',
    path: '/api/student/update_user_info',
    access: 'student',
    summary: 'Changes the sent fields of the caller’s profile; `avatar` is the id of an uploaded image, 0 for none.',
    input: fields({
      nickname: optional(line(30)),
      avatar: optional(integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
      /**
       * The numbers of the parts of the caller’s head in the order of `headParts`; empty: the default head of their
       * name.
       */
      head: optional(list(count(35), { maxItems: 11 })),
      gender: optional(integer({ minimum: 0, maximum: 2 })),
      location: optional(text(60)),
      locationName: optional(text(60)),
      introduction: optional(text(200)),
      /** The introduction that was read: another one, saved since in another window, is not replaced. */
      introduction_was: optional(text(200)),
      personalWebsite: optional(text(200)),
      job: optional(text(60)),
      jobName: optional(text(60)),
      ranking_visibility: optional(oneOf('nickname', 'anonymous', 'hidden')),
      locale: optional(oneOf('zh-CN', 'en-US')),
      /** Topics that are not named stay as they are. */
      notices: optional(list(NoticeSetting, { maxItems: noticeTopics.length })),
    }),
    output: Profile,
    refusals: ['INVALID', 'FILE', 'CHANGED'],
  }),
}
