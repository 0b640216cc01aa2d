import { call } from './call.ts'
import { subject } from './drawings.ts'
import { Emblem } from './guilds.ts'
import { boolean, count, fields, id, instant, list, nullable, number, optional, string } from './schema.ts'
import { workForm } from './submissions.ts'

/** Limits of one issue: its works, the heads on its cover, and the characters of a work’s text. */
export const mostOfIssue = { works: 60, heads: 500, letters: 1_200 } as const

/** A month of the school's calendar: 2026-11. */
const month = () => string({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' })

/**
 * An excellent work as it is printed. `author` is the nickname, or empty for an author who is not named in the
 * rankings.
 */
const PrintedWork = fields({
  id: id(),
  task_id: id(),
  task_title: string(),
  title: string(),
  author: string(),
  form: workForm(),
  subject: subject(),
  /** The beginning of the text, as the student typed it. */
  content: string(),
  /** Why staff picked it. */
  reason: string(),
  submitted_at: instant(),
  cover_url: nullable(string()),
  /** Width of the cover for a height of 1. */
  cover_ratio: nullable(number()),
})

/** Selects an issue; without a month, the last one that has a work, else the current month. */
export const askedIssue = () => fields({ guild_id: id(), month: optional(month()) })

/** The excellent works submitted within a month, and every student of the guild as a head without a name. */
export const Issue = fields({
  guild_id: id(),
  name: string(),
  ...Emblem,
  subject: subject(),
  month: month(),
  /** The range of months to choose from: the month in which the guild was made, up to the current one. */
  first_month: month(),
  last_month: month(),
  /** The heads of its students in the order they joined; a picture is never among them. */
  heads: list(string(), { maxItems: mostOfIssue.heads }),
  member_count: count(),
  works: list(PrintedWork, { maxItems: mostOfIssue.works }),
  /** Whether there are more works than one issue holds. */
  more: boolean(),
})

export const anthologies = {
  issue: call({
    method: 'GET',
    path: '/api/submit/anthology',
    access: 'student',
    summary:
      'The shared excellent works of a month in a guild of the caller. A work appears once its task is over for everybody, and disappears when it is no longer shared or its pick is taken back.',
    input: askedIssue(),
    output: Issue,
    refusals: ['NOT_FOUND'],
  }),
}
