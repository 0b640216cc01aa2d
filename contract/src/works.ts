import { call } from './call.ts'
import { subject } from './drawings.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  list,
  nullable,
  number,
  oneOf,
  optional,
  pageOf,
  paging,
  string,
  text,
  union,
} from './schema.ts'
import { share, shareState, workForm } from './submissions.ts'
import { typeFilter } from './tasks.ts'
import { hue, taskType } from './guilds.ts'

/** A work as others see it in lists. */
export const Work = fields({
  id: id(),
  task_id: id(),
  task_title: string(),
  task_type: taskType(),
  guild_id: id(),
  guild_name: string(),
  hue: hue(),
  glyph: string(),
  flag: string(),
  /** The subject of its drawing. */
  subject: subject(),
  title: string(),
  /** Without id, name and picture if the author is not named in the rankings. */
  author: fields({ user_id: nullable(id()), nickname: string(), avatar: string() }),
  mine: boolean(),
  submitted_at: instant(),
  form: workForm(),
  featured: boolean(),
  like_count: count(),
  liked: boolean(),
  excerpt: string(),
  cover_url: nullable(string()),
  /** Width of the cover for a height of 1, so that its place is kept before it is loaded. */
  cover_ratio: nullable(number()),
})

const Like = fields({
  submit_id: id(),
  liked: boolean(),
  like_count: count(),
  /** Nicknames of the last people who liked it; for its author only. */
  recent: optional(list(string(), { maxItems: 3 })),
})

export const works = {
  list: call({
    method: 'GET',
    path: '/api/submit/submits_for_student',
    access: 'student',
    summary: 'The works that the caller may see; with `student_id` those of one student, as others see them.',
    input: fields({
      student_id: optional(id()),
      guild_id: optional(id()),
      task_id: optional(id()),
      type: optional(typeFilter()),
      form: optional(workForm()),
      /** Handed in at this moment or later. */
      from: optional(instant()),
      /**
       * Words of a work, or a part of its task's title or its author's name; for a common word only the newest works
       * are found.
       */
      keyword: optional(text(60)),
      featured: optional(boolean()),
      sort: optional(oneOf('new', 'like', 'featured')),
      ...paging,
    }),
    output: pageOf(Work),
    refusals: ['INVALID'],
  }),
  share: call({
    method: 'POST',
    path: '/api/submit/share',
    access: 'student',
    summary:
      'Sets who may see a work of the caller; hiding takes effect at once and keeps its likes. `waiting`: staff must agree first. Former members can only show it to fewer.',
    input: fields({ submit_id: id(), share: share() }),
    output: fields({ submit_id: id(), share: share(), share_state: shareState() }),
    refusals: ['NOT_FOUND', 'STATE', 'NOT_MEMBER'],
  }),
  like: call({
    method: 'POST',
    path: '/api/submit/submit_like',
    access: 'student',
    summary: 'Likes a work or removes the like; without `like` it toggles. 60 a minute.',
    input: fields({ submit_id: id(), like: optional(boolean()) }),
    output: fields({ submit_id: id(), liked: boolean(), like_count: count() }),
    refusals: ['NOT_FOUND', 'SELF', 'ARCHIVED'],
    limit: 'like',
  }),
  likes: call({
    method: 'POST',
    path: '/api/submit/get_submit_like',
    access: 'student',
    summary:
      'The likes of one work, or of up to 100 in the requested order; works that the caller may not see are left out.',
    input: fields({ submit_id: optional(id()), submit_ids: optional(list(id(), { maxItems: 100 })) }),
    output: union([Like, list(Like)]),
    refusals: ['NOT_FOUND', 'INVALID'],
    limit: 'read',
  }),
}
