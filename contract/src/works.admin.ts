import { call } from './call.ts'
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
import { share, shareState, workForm } from './submissions.ts'

const pickStatus = () => oneOf('proposed', 'agreed')

/** A work as the staff of its guild see it. */
export const StaffWork = fields({
  submit_id: id(),
  task_id: id(),
  task_title: string(),
  guild_id: id(),
  title: string(),
  excerpt: string(),
  form: workForm(),
  cover_url: nullable(string()),
  student: fields({ user_id: id(), nickname: string(), real_name: string(), student_no: string() }),
  submitted_at: instant(),
  share: share(),
  share_state: shareState(),
  share_answer: string(),
  hidden: boolean(),
  hidden_reason: string(),
  like_count: count(),
  /** Whether it is shown as excellent: picked, agreed and released. */
  featured: boolean(),
  /** `proposed`: picked by an assistant; a teacher has not agreed yet. */
  pick: nullable(fields({ status: pickStatus(), reason: string(), by: string(), at: instant() })),
})

export const worksAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/work/list',
    access: 'staff',
    summary:
      'The passed works of a guild, newest first: all, or those that are shared, waiting to be shared, picked, proposed or hidden.',
    input: fields({
      guild_id: id(),
      task_id: optional(id()),
      show: optional(oneOf('all', 'shared', 'waiting', 'picked', 'proposed', 'hidden')),
      keyword: optional(text(60)),
      ...paging,
    }),
    output: pageOf(StaffWork),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  proposed: call({
    method: 'GET',
    path: '/api/admin/work/proposed_in_set',
    access: 'staff',
    summary:
      'The picks of assistants on held results of a set that no teacher has agreed to, by class, in the guilds that the caller reviews; a release would show these works as passed but not as excellent.',
    input: fields({ set_id: id() }),
    output: fields({
      classes: list(
        fields({
          task_id: id(),
          guild_id: id(),
          guild_name: string(),
          count: count(),
          /** Names of those who picked, three at most. */
          by: list(string()),
          /** The works themselves, twenty at most. */
          works: list(fields({ submit_id: id(), student: string() })),
          /** Whether the caller may agree. */
          may_agree: boolean(),
        }),
      ),
    }),
    refusals: [],
  }),
  pick: call({
    method: 'POST',
    path: '/api/admin/work/pick',
    access: 'staff',
    summary:
      'Picks a work as excellent, with a reason that everybody may read. The pick of an assistant waits for a teacher, who agrees by picking the work too, with or without a reason of their own. On a held result it shows once that is released.',
    input: fields({
      submit_id: id(),
      reason: optional(line(200)),
      /**
       * The pick as the caller last saw it, null for none. CHANGED if it is different or gone by now, or if a colleague
       * has picked it meanwhile, unless a teacher replaces a mere proposal.
       */
      seen: optional(nullable(fields({ status: pickStatus(), reason: text(200) }))),
    }),
    output: StaffWork,
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'STATE', 'OWN_WORK', 'INVALID', 'CHANGED'],
  }),
  unpick: call({
    method: 'POST',
    path: '/api/admin/work/unpick',
    access: 'staff',
    summary: 'Takes back a pick, also a proposed one.',
    input: fields({
      submit_id: id(),
      /** The status the caller last saw: STATE if a teacher has agreed to the proposal since. */
      was: optional(pickStatus()),
    }),
    output: StaffWork,
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'STATE'],
  }),
  hide: call({
    method: 'POST',
    path: '/api/admin/work/hide',
    access: 'staff',
    summary: 'Hides a work from the gallery; its author is told the reason, and it stays if it is hidden again.',
    input: fields({ submit_id: id(), reason: line(200) }),
    output: StaffWork,
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
  show: call({
    method: 'POST',
    path: '/api/admin/work/show',
    access: 'staff',
    summary: 'Shows a hidden work again, as its author shared it.',
    input: fields({ submit_id: id() }),
    output: StaffWork,
    refusals: ['NOT_FOUND', 'ROLE'],
  }),
  answerShare: call({
    method: 'POST',
    path: '/api/admin/work/answer_share',
    access: 'staff',
    summary: 'Agrees to the sharing of a waiting work, or refuses it with a word to its author.',
    input: fields({
      submit_id: id(),
      grant: boolean(),
      answer: optional(text(200)),
      /** The sharing request the caller last saw: STATE if its author has changed it since. */
      share: optional(share()),
    }),
    output: StaffWork,
    refusals: ['NOT_FOUND', 'ROLE', 'STATE'],
  }),
}
