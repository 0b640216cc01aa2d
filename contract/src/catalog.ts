import { call, type Output } from './call.ts'
import { subject } from './drawings.ts'
import { Emblem, hue, joinPolicy, membershipStatus, taskType } from './guilds.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
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
import { lateRule } from './tasks.ts'

/** A guild as a card. */
export const GuildCard = fields({
  id: id(),
  name: string(),
  ...Emblem,
  /** The subject of its drawings. */
  subject: subject(),
  /** The motto beside its flag, or empty. */
  motto: string(),
  cover: string(),
  category_id: nullable(id()),
  category: string(),
  intro: string(),
  teacher: string(),
  member_count: count(),
  /** null: no limit. */
  capacity: nullable(count()),
  open_task_count: count(),
  join_policy: joinPolicy(),
  /** Whether it is archived: nothing changes in it any more. Only members see an archived guild. */
  archived: boolean(),
  my_status: membershipStatus(),
  /** The caller's role there; null for a guild the caller is not in. */
  my_role: nullable(oneOf('student', 'assistant', 'teacher')),
  /** The caller's most urgent task in it: doing or returned, due soonest. */
  due_soon: nullable(
    fields({
      task_id: id(),
      title: string(),
      due_at: nullable(instant()),
      close_at: nullable(instant()),
      ...lateRule,
      state: string(),
    }),
  ),
})
export type GuildCard = Output<typeof catalog.guilds>['list'][number]

const TypeCount = fields({ type: taskType(), count: count(), open: count() })

/** A category with up to six of its guilds. */
const Category = fields({
  id: id(),
  /** The id of the parent category, or 0. */
  pid: count(),
  name: string(),
  hue: hue(),
  cover: string(),
  description: string(),
  weigh: integer(),
  guild_count: count(),
  guilds: list(
    fields({
      id: id(),
      name: string(),
      type: oneOf('all'),
      ...Emblem,
      cover: string(),
      member_count: count(),
      my_status: membershipStatus(),
    }),
  ),
})

export const catalog = {
  categories: call({
    method: 'POST',
    path: '/api/index/getGonHuiCate',
    access: 'student',
    summary: 'The guild categories, by weight, each with up to six guilds.',
    input: none(),
    output: list(Category),
    refusals: [],
    limit: 'read',
  }),
  guilds: call({
    method: 'GET',
    path: '/api/guild/guilds_by_student',
    access: 'student',
    summary:
      'Guilds as cards, those of the caller first, the archived ones last among them. The keyword is searched in names, also as pinyin or its initials, in introductions and in names of teachers.',
    input: fields({
      scope: optional(oneOf('mine', 'joinable', 'all')),
      cate_id: optional(id()),
      keyword: optional(text(60)),
      ...paging,
    }),
    output: pageOf(GuildCard),
    refusals: ['INVALID'],
  }),
  guild: call({
    method: 'GET',
    path: '/api/guild/guild_by_id',
    access: 'student',
    summary: 'What every student may see of a guild; absent and hidden guilds are refused alike.',
    input: fields({ guild_id: id() }),
    output: fields({
      ...GuildCard.properties,
      description_html: string(),
      staff: list(fields({ nickname: string(), title: string(), role: oneOf('assistant', 'teacher') })),
      task_counts: list(TypeCount),
    }),
    refusals: ['NOT_FOUND'],
  }),
  classDetail: call({
    method: 'GET',
    path: '/api/student/getClassDetail',
    access: 'student',
    summary: 'What members see of their guild.',
    input: fields({
      guild_id: id(),
      /** How many announcements to answer; by default 3. */
      announcements: optional(integer({ minimum: 1, maximum: 100 })),
    }),
    output: fields({
      guild: GuildCard,
      term: nullable(fields({ name: string(), begin: string(), end: string() })),
      /**
       * The pinned one first, then the newest; one that was taken back is listed only for those who had seen it,
       * without its text.
       */
      announcements: list(
        fields({
          id: id(),
          title: string(),
          content_html: string(),
          created_at: instant(),
          pinned: boolean(),
          taken_back: boolean(),
          seen: boolean(),
          /** Whether the caller may reply now. */
          may_reply: boolean(),
          /** The caller's reply; null: none. */
          reply: nullable(string()),
        }),
      ),
      /** Number of announcements that could be listed. */
      announcement_count: count(),
      staff: list(
        fields({
          assistant_id: id(),
          nickname: string(),
          avatar: string(),
          title: string(),
          role: oneOf('assistant', 'teacher'),
        }),
      ),
      members: fields({ list: list(fields({ nickname: string(), avatar: string(), level: count() })), total: count() }),
      me: fields({
        joined_at: instant(),
        score_in_guild: count(),
        passed: count(),
        doing: count(),
        missing: count(),
        rank_excellent: nullable(count()),
        rank_workhard: nullable(count()),
      }),
      settings: fields({
        anonymous_allowed: boolean(),
        ranking_mode: oneOf('off', 'top', 'top+neighbours'),
        gallery: boolean(),
      }),
      assistant_feedback: fields({ period: string(), due: boolean(), given: list(id()) }),
    }),
    refusals: ['NOT_FOUND'],
  }),
}
