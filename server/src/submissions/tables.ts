import type { QuestionMark } from '@tongchuang/contract/question-results.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import type { Generated } from 'kysely'
import type { StoredJson } from '../db/stored-json.ts'

/** The answers of a work by the ids of the questions: a choice has the ids of its options. */
export type Answers = Record<string, string | number | string[]>

/** The unsent work of one student-task, one row. */
export type DraftTable = {
  enrolment_id: number
  /** The number of the last save (`numberThere`): the first is 1, and counting continues after a submission. */
  draft_version: number
  title: Generated<string>
  content: Generated<string>
  /** Ids, in their order. */
  files: Generated<StoredJson<number[]>>
  links: Generated<StoredJson<string[]>>
  answers: Generated<StoredJson<Answers>>
  statement: Generated<boolean>
  share: Generated<'none' | 'guild' | 'site'>
  /** The kind of device of the last save. */
  device: Generated<string>
  saved_at: number
}

/** Keeps the files of a draft from being swept away as unused; their order is in the draft. */
export type DraftFileTable = { enrolment_id: number; file_id: number }

/** An immutable version of work. What changes later is its status, sharing and counters, never its content. */
export type SubmissionTable = {
  id: Generated<number>
  enrolment_id: number
  task_id: number
  guild_id: number
  user_id: number
  /** 1…n without gaps per enrolment. */
  version: number
  status: 'sealed' | 'in_review' | 'reviewed' | 'released' | 'withdrawn'
  title: string
  content: string
  content_html: string
  /**
   * How many more times rendering of the text is tried after it took too long; until then its HTML is the text as
   * typed. 0 when it is done.
   */
  render_pending: Generated<number>
  /** The first lines without markup. */
  excerpt: Generated<string>
  /**
   * The form of the work, by its files: video before audio before image before code before document; text without any.
   */
  form: Generated<'image' | 'text' | 'code' | 'audio' | 'video' | 'document'>
  links: Generated<StoredJson<string[]>>
  answers: Generated<StoredJson<Answers>>
  share: Generated<'none' | 'guild' | 'site'>
  /**
   * Whether staff allow sharing: a work that is `waiting` or `refused` is shown to nobody. `open` also where no
   * approval is needed.
   */
  share_state: Generated<'open' | 'waiting' | 'refused'>
  /** What staff said when they refused. */
  share_answer: Generated<string>
  late: boolean
  submitted_at: number
  /** The due moment that held at submission, for the late rule; null without one. */
  due_at: number | null
  /** How often the draft had been saved; the next draft continues counting from here. */
  draft_version: Generated<number>
  receipt_no: string
  /** Hexadecimal, of title, text, links and answers. */
  sha256: string
  /** The client's key, unique per person, and the hash of what was sent with it. */
  key: string
  key_hash: string
  /** Released result of this version. */
  score: number | null
  percent_final: number | null
  /** The review lock. */
  reviewer_id: number | null
  review_until: number | null
  featured: Generated<boolean>
  featured_reason: Generated<string>
  /** Hidden from everybody but its author and staff, by staff or by reports; and the reason that staff gave. */
  hidden: Generated<boolean>
  hidden_reason: Generated<string>
  like_count: Generated<number>
  cover_file_id: number | null
}

/** The machine's marks of the answers in a version. */
export type QuestionMarkTable = {
  submission_id: number
  /** Of each question that had points then. */
  marks: StoredJson<Static<typeof QuestionMark>[]>
}

export type SubmissionFileTable = {
  submission_id: number
  file_id: number
  sort_order: number
  name: string
  size: number
  sha256: string
}
