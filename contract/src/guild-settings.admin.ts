import { call } from './call.ts'
import { subject } from './drawings.ts'
import { flag } from './flags.ts'
import { Emblem, hue, joinPolicy } from './guilds.ts'
import {
  boolean,
  count,
  fields,
  id,
  integer,
  line,
  nullable,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
  timesSaved,
} from './schema.ts'

const guildStatus = () => oneOf('active', 'archived')

/** The settings of a guild that staff can change. */
const settings = {
  name: line(60),
  category_id: nullable(id()),
  hue: hue(),
  /** One or two characters, or the name of a drawing. */
  glyph: line(20),
  /** Shape, pattern and the pattern's hue of the flag. */
  flag: flag(),
  /** One line beside the flag. */
  motto: line(24, 0),
  /** The subject of its drawings. */
  subject: subject(),
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

const GuildDetail = fields({
  id: id(),
  ...settings,
  name: string(),
  glyph: string(),
  flag: string(),
  motto: string(),
  category: string(),
  status: guildStatus(),
  invite_code: string(),
  /** The target of the QR code: the registration page with the code filled in. */
  invite_url: string(),
  member_count: count(),
  pending_count: count(),
  /** Counts saves; the next save sends the last version seen. */
  base_version: timesSaved(),
  demo: boolean(),
  /** What the caller may do here. `teach`: has the rights of a teacher, even if the guild is archived. */
  may: fields({ lead: boolean(), admit: boolean(), review: boolean(), moderate: boolean(), teach: boolean() }),
})

const leading = ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'] as const

export const guildSettings = {
  list: call({
    method: 'GET',
    path: '/api/admin/guild/list',
    access: 'staff',
    summary: 'The guilds in which the caller is staff, newest first; administrators see all.',
    input: fields({
      status: optional(guildStatus()),
      keyword: optional(text(60)),
      /** Only guilds that the caller leads, not those where they assist. */
      leads: optional(boolean()),
      ...paging,
    }),
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
    output: GuildDetail,
    refusals: ['NOT_FOUND'],
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/guild/create',
    access: 'staff',
    summary:
      'Makes a guild with the caller, who must be a teacher or an administrator, as its teacher. Repeating it with the same `key` and the same settings gives the guild that was made, as long as that keeps its invite code.',
    input: fields({
      name: line(60),
      category_id: optional(nullable(id())),
      hue: hue(),
      /** Without one, the flag gets a shape, pattern and drawing that no other guild has, as long as there are any. */
      glyph: optional(line(20)),
      intro: optional(text(200)),
      join_policy: joinPolicy(),
      /** An idempotency key that the page makes, one for each guild. */
      key: optional(text(64, 8)),
    }),
    output: GuildDetail,
    refusals: ['ROLE', 'NOT_FOUND', 'INVALID'],
  }),
  update: call({
    method: 'POST',
    path: '/api/admin/guild/update',
    access: 'staff',
    summary:
      'Saves the sent settings of a guild. CONFLICT answers the present ones if somebody else has saved meanwhile.',
    input: fields({
      guild_id: id(),
      base_version: timesSaved(),
      name: optional(settings.name),
      category_id: optional(settings.category_id),
      hue: optional(settings.hue),
      glyph: optional(settings.glyph),
      flag: optional(settings.flag),
      motto: optional(settings.motto),
      subject: optional(settings.subject),
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
    output: GuildDetail,
    refusals: [...leading, 'CONFLICT'],
  }),
  renewCode: call({
    method: 'POST',
    path: '/api/admin/guild/renew_code',
    access: 'staff',
    summary: 'Gives a guild a new invite code; the old one stops working.',
    input: fields({ guild_id: id() }),
    output: fields({ invite_code: string() }),
    refusals: leading,
  }),
}
