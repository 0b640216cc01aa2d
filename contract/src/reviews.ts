import { AreaMark } from './area-marks.ts'
import { call } from './call.ts'
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
  percent,
  string,
  text,
  type Static,
} from './schema.ts'
import { Voice } from './voices.ts'

/** A remark on a place in the student's text, which is found again by its quote and the text around it. */
export const Mark = fields({
  version: integer({ minimum: 1 }),
  quote: text(1000, 1),
  prefix: text(100),
  suffix: text(100),
  text: text(2000, 1),
})

/** A criterion and how far a work reached it: levels 1–5 give level/5 of the weight; weights add up to 100. */
export const CriterionResult = fields({ criterion_id: id(), level: integer({ minimum: 1, maximum: 5 }) })

/** A level that a reviewer gives, with the weight its criterion had on screen. */
export const GivenLevel = fields({
  criterion_id: id(),
  level: integer({ minimum: 1, maximum: 5 }),
  weight: optional(integer({ minimum: 0, maximum: 100 })),
})

export const decision = () => oneOf('pass', 'return', 'fail')

/** A mark of a returned work that its student or staff have said is mended. */
export const MendedMark = fields({
  /** `text`: in the words of the work; `area`: on a picture or page. */
  kind: oneOf('text', 'area'),
  /** For `text` the index in `marks`, from 0; for `area` the id in `areas`. */
  place: integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
  by: oneOf('student', 'staff'),
  at: instant(),
})
export type MendedMark = Static<typeof MendedMark>

/** The input of `mend` on both sites. */
export const mending = {
  /** The id of the result that returned the work. */
  result_id: id(),
  kind: oneOf('text', 'area'),
  place: integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
  mended: boolean(),
}

/** A released result as its student reads it. */
export const Feedback = fields({
  id: id(),
  /** Null where nothing was handed in: staff entered the result of an offline task. */
  submit_id: nullable(id()),
  version: nullable(count()),
  decision: decision(),
  /** On the task's scale, after lateness; null when ungraded. Of a returned work it is provisional. */
  score: nullable(number()),
  max_score: number(),
  percent: nullable(percent()),
  percent_final: nullable(percent()),
  late_deduction: number(),
  text: string(),
  marks: list(Mark),
  /** Marks on pictures and pages of documents, in the order they are numbered. */
  areas: list(AreaMark),
  /** Of a returned work: which of its marks are mended. */
  mended: list(MendedMark),
  /** The teacher’s recordings, in order. */
  voices: list(Voice),
  criteria: list(CriterionResult),
  reviewer: fields({ nickname: string(), role: oneOf('assistant', 'teacher', 'admin') }),
  released_at: instant(),
  return_due_at: nullable(instant()),
})

export const Appeal = fields({
  id: id(),
  /** `reopened`: staff let the student hand in once more instead; `answer` is their reason. */
  status: oneOf('open', 'kept', 'changed', 'reopened'),
  text: string(),
  created_at: instant(),
  answer: string(),
  answered_at: nullable(instant()),
})
export const ExtensionRequest = fields({
  id: id(),
  status: oneOf('open', 'granted', 'refused'),
  reason: string(),
  wanted_until: nullable(instant()),
  created_at: instant(),
  answer: string(),
  until: nullable(instant()),
  answered_at: nullable(instant()),
})

export const reviews = {
  mend: call({
    method: 'POST',
    path: '/api/submit/mend_mark',
    access: 'student',
    summary: 'Marks a mark of a returned work of the caller as mended, or as not mended; repeating it changes nothing.',
    input: fields(mending),
    output: fields({ mended: list(MendedMark) }),
    refusals: ['NOT_FOUND', 'ARCHIVED'],
  }),
  appeal: call({
    method: 'POST',
    path: '/api/submit/appeal',
    access: 'student',
    summary:
      'Appeals a result, that of a work or the entered one of an offline task: within 7 days of its release, once per result, with at least 20 characters.',
    input: fields({ submit_id: optional(id()), task_id: optional(id()), text: text(2000, 20) }),
    output: Appeal,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'APPEAL', 'STATE', 'INVALID'],
  }),
  askExtension: call({
    method: 'POST',
    path: '/api/submit/ask_extension',
    access: 'student',
    summary: 'Requests more time for a task that is under way, returned or expired.',
    input: fields({ task_id: id(), reason: text(500, 5), wanted_until: instant() }),
    output: ExtensionRequest,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'STATE', 'INVALID'],
  }),
}
