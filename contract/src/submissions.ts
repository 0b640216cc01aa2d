import { call, type Output } from './call.ts'
import { FileCard, mostFiles, mostLinks } from './files.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  integer,
  list,
  nullable,
  number,
  oneOf,
  optional,
  pageOf,
  paging,
  percent,
  record,
  string,
  text,
  union,
} from './schema.ts'
import { taskState } from './tasks.ts'

/** Who may see a work once it is released. */
export const share = () => oneOf('none', 'guild', 'site')
/**
 * Whether staff agree to the sharing. `waiting`: not decided; `refused`: they do not. Where their agreement is not
 * needed it is `open`.
 */
export const shareState = () => oneOf('open', 'waiting', 'refused')
/** The form of a work, by its files. */
export const workForm = () => oneOf('image', 'text', 'code', 'audio', 'video', 'document')
/** The state of a version for its author (docs/rules.md). A version with a held result is still `in_review`. */
export const versionStatus = () => oneOf('sealed', 'in_review', 'released', 'withdrawn')

/** Answers to the teacher's questions by the question's id: text, number or the chosen options. */
export const answers = () =>
  record(string({ maxLength: 40 }), union([text(5000), number(), list(text(200), { maxItems: 20 })]))

/** The content of a submission or draft. */
export const workFields = {
  title: optional(text(60)),
  content: optional(text(50_000)),
  files: optional(list(id(), { maxItems: mostFiles })),
  links: optional(list(text(2000, 1), { maxItems: mostLinks })),
  answers: optional(answers()),
  statement: optional(boolean()),
  share: optional(share()),
}

export const Draft = fields({
  /** Number of saves, in which a submission counts too; the last one seen is sent as `base_version`. */
  draft_version: count(),
  saved_at: instant(),
  /** The kind of device of the last save; `version` if the conflict is with a version submitted meanwhile. */
  device: string(),
  title: string(),
  content: string(),
  files: list(FileCard),
  links: list(string()),
  answers: answers(),
  statement: boolean(),
  share: share(),
})
export type Draft = Output<typeof submissions.draft>['draft']

/** The proof of what the server received, and when. */
export const Receipt = fields({
  no: string(),
  at: instant(),
  /** SHA-256 of the text, then of each file in order, hexadecimal. */
  sha256: list(string()),
})

const Submitted = fields({
  submit_id: id(),
  version: count(),
  state: taskState(),
  late: boolean(),
  /** Percentage points that the late rule would deduct now. */
  deduction_preview: number(),
  receipt: Receipt,
})

const DraftSaved = fields({ draft_version: count(), saved_at: instant() })

/** One of my versions, in lists. */
export const MyVersion = fields({
  id: id(),
  task_id: id(),
  task_title: string(),
  guild_id: id(),
  guild_name: string(),
  title: string(),
  version: count(),
  status: versionStatus(),
  /** State of the student's task now. */
  state: taskState(),
  late: boolean(),
  submitted_at: instant(),
  score: nullable(number()),
  max_score: number(),
  percent_final: nullable(percent()),
  share: share(),
  share_state: shareState(),
  /** The reason of staff for refusing to share it; else empty. */
  share_answer: string(),
  /** Whether staff removed it from the gallery, and why. */
  hidden: boolean(),
  hidden_reason: string(),
  form: workForm(),
  like_count: count(),
  featured: boolean(),
  receipt_no: string(),
  excerpt: string(),
  cover_url: nullable(string()),
})

/** A version in the list of all of the caller's versions. */
const OwnVersion = fields({
  ...MyVersion.properties,
  /**
   * Whether it was submitted after a result was reopened, and then returned without another version in time: the
   * earlier result, that of an earlier version, counts again.
   */
  went_back: boolean(),
})

export const submissions = {
  submit: call({
    method: 'POST',
    path: '/api/student/tasks_submit',
    access: 'student',
    summary:
      'Submits a version, or saves a draft with `draft: true`. Repeating it with the same `key` answers the same receipt.',
    input: fields({
      task_id: id(),
      /**
       * The id of the enrolment in whose round it was written, as `task_by_id` answers it; refused with `STATE` once
       * another round has begun.
       */
      enrolment_id: optional(id()),
      ...workFields,
      draft: optional(boolean()),
      /** The `draft_version` last seen, of the draft or else of the newest version; required once a draft exists. */
      base_version: optional(integer({ minimum: 0 })),
      /** A UUID made by the client, one for each intended version; required unless `draft`. */
      key: optional(text(64, 8)),
    }),
    output: union([Submitted, DraftSaved]),
    refusals: [
      'NOT_FOUND',
      'STATE',
      'ARCHIVED',
      'CLOSED',
      'EMPTY',
      'MISSING',
      'ATTEMPTS',
      'CONFLICT',
      'KEY_REUSED',
      'FILE',
      'FILE_SIZE',
      'INVALID',
    ],
  }),
  preview: call({
    method: 'POST',
    path: '/api/student/preview_work',
    access: 'student',
    summary: 'Renders the text of a work as it would be shown once submitted; nothing is stored.',
    input: fields({ content: text(50_000) }),
    output: fields({ content_html: string() }),
    refusals: ['TOO_COMPLEX'],
  }),
  draft: call({
    method: 'GET',
    path: '/api/submit/draft',
    access: 'student',
    summary: 'The server’s draft of a task of the caller, or null.',
    input: fields({ task_id: id() }),
    output: fields({ draft: nullable(Draft) }),
    refusals: ['NOT_FOUND'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/submit/withdraw',
    access: 'student',
    summary:
      'Withdraws the waiting version, whose content becomes the draft; possible until a review starts or the time is over.',
    input: fields({ submit_id: id() }),
    output: fields({ submit_id: id(), state: taskState() }),
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'IN_REVIEW', 'WITHDRAW_OVER', 'TOO_FAST'],
  }),
  mine: call({
    method: 'GET',
    path: '/api/submit/submits_for_me',
    access: 'student',
    summary: 'Every version that the caller has submitted, newest first.',
    input: fields({
      guild_id: optional(id()),
      task_id: optional(id()),
      state: optional(taskState()),
      from: optional(instant()),
      to: optional(instant()),
      ...paging,
    }),
    output: pageOf(OwnVersion),
    refusals: ['INVALID'],
  }),
}
