import { call } from './call.ts'
import { subject } from './drawings.ts'
import { FileCard } from './files.ts'
import { hue, taskType } from './guilds.ts'
import { Question } from './questions.ts'
import { Appeal, ExtensionRequest, Feedback } from './reviews.ts'
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
  string,
} from './schema.ts'
import { answers, Draft, MyVersion, Receipt, share, shareState } from './submissions.ts'
import { lateRule, Lock, TaskCard, taskState, typeFilter } from './tasks.ts'

const Criterion = fields({
  id: id(),
  label: string(),
  description: string(),
  weight: number(),
  /** A sentence for each level, from 1; '' for a level without one, [] where no level has one. */
  level_words: list(string()),
})

/** The actions open to the student now; each field controls a button of the page. */
const Can = fields({
  accept: boolean(),
  abort: boolean(),
  /** Whether the page asks for a reason to abort, as it does for a main task. */
  abort_needs_reason: boolean(),
  submit: boolean(),
  withdraw: boolean(),
  share: boolean(),
  appeal: boolean(),
  ask_extension: boolean(),
})

const MapNode = fields({
  id: id(),
  title: string(),
  state: taskState(),
  type: taskType(),
  channel: oneOf('online', 'offline'),
  due_at: nullable(instant()),
  close_at: nullable(instant()),
  ...lateRule,
  locked: boolean(),
  score: nullable(number()),
  /** Passed, with a pick (优) that the student may see. */
  excellent: boolean(),
  lock: list(Lock),
})

export const studentTask = {
  menu: call({
    method: 'GET',
    path: '/api/student/tasks_menu',
    access: 'student',
    summary:
      'The map of a guild’s tasks: the numbers of each type, and chapters in order, or groups by state if there are no chapters.',
    input: fields({ guild_id: id(), type: optional(typeFilter()) }),
    output: fields({
      tabs: list(fields({ type: oneOf('all', 'main', 'side', 'daily', 'event'), count: count(), open: count() })),
      groups: list(
        fields({
          key: string(),
          title: string(),
          order: integer(),
          count: count(),
          done: count(),
          /**
           * Of a chapter: when its badge was earned; null before that. A badge stays, even if tasks are added to the
           * chapter later.
           */
          earned_at: nullable(instant()),
          children: list(MapNode),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
  }),
  detail: call({
    method: 'GET',
    path: '/api/student/task_by_id',
    access: 'student',
    summary:
      'Everything a student needs for one task: text, criteria, dates, the caller’s versions, draft and feedback.',
    input: fields({ id: id() }),
    output: fields({
      task: fields({
        ...TaskCard.properties,
        content_html: string(),
        files: list(FileCard),
        criteria: list(Criterion),
        questions: list(Question),
        chapter: string(),
        /** Percentage points that would be deducted from a work handed in now. */
        late_preview: number(),
        /** The last moment at which this student can hand in, by close, extension or return; null: no limit. */
        last_at: nullable(instant()),
        pass_line: number(),
        scored: boolean(),
        max_attempts: nullable(count()),
        attempts_left: nullable(count()),
        needs_text: boolean(),
        min_files: count(),
        statement_required: boolean(),
        /** Whether the server submits the draft when time is up. */
        submit_drafts: boolean(),
        prerequisites: list(fields({ id: id(), title: string(), passed: boolean() })),
        teacher: string(),
      }),
      enrolment: nullable(
        fields({
          id: id(),
          attempt: count(),
          in_review: boolean(),
          reopened: boolean(),
          extended_until: nullable(instant()),
          return_due_at: nullable(instant()),
          accepted_at: nullable(instant()),
          excuse_reason: string(),
        }),
      ),
      can: Can,
      versions: list(MyVersion),
      draft: nullable(Draft),
      /** For a daily task: the unsubmitted draft of the previous round, while nothing is written in this one. */
      left: nullable(Draft),
      /** The feedback that counts now, then earlier feedback. */
      feedback: list(Feedback),
      appeal: nullable(Appeal),
      extension: nullable(ExtensionRequest),
      discussion: fields({ count: count() }),
      prev_id: nullable(id()),
      next_id: nullable(id()),
    }),
    refusals: ['NOT_FOUND'],
  }),
  submission: call({
    method: 'GET',
    path: '/api/submit/submit',
    access: 'student',
    summary:
      'One version: the caller’s own with everything, a work of somebody else as the gallery shows it; NOT_FOUND for anything else.',
    input: fields({ id: id() }),
    output: fields({
      id: id(),
      mine: boolean(),
      task_id: id(),
      task_title: string(),
      guild_id: id(),
      guild_name: string(),
      hue: hue(),
      glyph: string(),
      flag: string(),
      /** The subject of its drawings: that of its task, else that of its guild. */
      subject: subject(),
      task_type: taskType(),
      title: string(),
      content_html: string(),
      /** The Markdown; null for everybody but the author. */
      content: nullable(string()),
      files: list(FileCard),
      /** Number of files hidden from others, because they may reveal more about their author than intended. */
      files_kept: count(),
      links: list(string()),
      answers: nullable(answers()),
      author: fields({ user_id: nullable(id()), nickname: string(), avatar: string() }),
      submitted_at: instant(),
      version: nullable(integer()),
      /** For the newest version of the caller: the `base_version` of the next draft; else null. */
      draft_version: nullable(count()),
      late: nullable(boolean()),
      status: nullable(string()),
      share: nullable(share()),
      share_state: nullable(shareState()),
      share_answer: string(),
      hidden: boolean(),
      hidden_reason: string(),
      receipt: nullable(Receipt),
      feedback: nullable(Feedback),
      featured: boolean(),
      /** Why staff picked it; the only public words of a teacher. */
      featured_reason: string(),
      /** The name of the person who picked it, and when it became excellent. */
      featured_by: string(),
      featured_at: nullable(instant()),
      like_count: count(),
      liked: boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
}
