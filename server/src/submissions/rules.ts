import type { Input, Output } from '@tongchuang/contract/call.ts'
import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import type { submissions } from '@tongchuang/contract/submissions.ts'
import type { Selectable } from 'kysely'
import { storedValue } from '../db/stored-json.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { Bilingual } from '../http/language.ts'
import { hasPoints, type Question } from '../tasks/questions/question-rules.ts'
import type { Answers, DraftTable, SubmissionTable } from './tables.ts'
import { noReviewFrom } from './review-lock.ts'

/** The content of a draft or version. */
export type Work = {
  title: string
  content: string
  files: readonly number[]
  links: readonly string[]
  answers: Answers
  statement: boolean
  share: 'none' | 'guild' | 'site'
}

export type SentWork = Pick<Input<typeof submissions.submit>, keyof Work>
type StoredWork = Pick<Selectable<DraftTable>, keyof Work>

export const nothing: Work = {
  title: '',
  content: '',
  files: [],
  links: [],
  answers: {},
  statement: false,
  share: 'none',
}

/**
 * The number that the next save or version builds on: that of the draft, else one more than that of the last sealed
 * version; 0 where there is neither. Submitting counts as a save, so that a page unaware of it builds on an older
 * number.
 */
export const numberThere = (there: { draft_version: number | null; sealed_draft_version: number | null }): number =>
  there.draft_version ?? (there.sealed_draft_version === null ? 0 : there.sealed_draft_version + 1)

/** A stored draft as the work it holds. */
export const workOf = ({ title, content, files, links, answers, statement, share }: StoredWork): Work => ({
  title,
  content,
  files: storedValue(files),
  links: storedStrings(links),
  answers: storedValue(answers),
  statement,
  share,
})

/** A work as its columns hold it. */
export const columnsOf = ({ files, links, answers, ...plain }: Work) => ({
  ...plain,
  files: JSON.stringify(files),
  links: JSON.stringify(links),
  answers: JSON.stringify(answers),
})

/** Completes sent work: fields that were not sent are taken from the draft. */
export const meantWork = (sent: SentWork, draft: Work): Work => ({
  title: sent.title ?? draft.title,
  content: sent.content ?? draft.content,
  files: sent.files ?? draft.files,
  links: sent.links ?? draft.links,
  answers: sent.answers ?? draft.answers,
  statement: sent.statement ?? draft.statement,
  share: sent.share ?? draft.share,
})

const sorted = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** The canonical text of a work for hashing; independent of the order of its answers. */
export const canonical = ({ title, content, files, links, answers, statement, share }: Work): string =>
  JSON.stringify([title, content, files, links, sorted(answers), statement, share])

/** The text behind the hash of a key: the fields as they were sent. */
export const sentText = (
  { title, content, files, links, answers, statement, share }: SentWork,
  task_id: number,
): string => JSON.stringify([task_id, title, content, files, links, answers && sorted(answers), statement, share])

/** The text behind the first hash of a receipt: title, text, links and answers as they were sealed. */
export const sealedText = ({
  title,
  content,
  links,
  answers,
}: Pick<Work, 'title' | 'content' | 'links' | 'answers'>): string =>
  JSON.stringify({ title, content, links, answers: sorted(answers) })

export const isSameWork = (one: Work, other: Work): boolean => canonical(one) === canonical(other)

const webAddress = (link: string): boolean => {
  if (/[\s\\\u0000-\u001f\u007f]/.test(link)) return false
  const url = URL.parse(link)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && /^https?:\/\//i.test(link)
}

/** The first link that is not an http or https address; null when all are. */
export const wrongLink = (links: readonly string[]): string | null => links.find((link) => !webAddress(link)) ?? null

const fits = (question: Question, answer: Answers[string]): boolean => {
  const { kind, options = [] } = question
  const isOption = (id: string) => options.some((option) => option.id === id)
  if (kind === 'text' || kind === 'blank') return typeof answer === 'string'
  // Answers to questions with points are kept as typed, such as 50.0 or full-width digits.
  if (kind === 'number') return typeof answer === 'number' || (hasPoints(question) && typeof answer === 'string')
  if (kind === 'truefalse') return answer === '' || answer === 'true' || answer === 'false'
  if (kind === 'one') return typeof answer === 'string' && (answer === '' || isOption(answer))
  return Array.isArray(answer) && new Set(answer).size === answer.length && answer.every(isOption)
}

/**
 * The label of the first answer that does not fit its question, or the id of an answer without a question; null when
 * all fit.
 */
export const wrongAnswer = (questions: readonly Question[], answers: Answers): string | null => {
  for (const [id, answer] of Object.entries(answers)) {
    const question = questions.find((one) => one.id === id)
    if (!question) return id
    if (!fits(question, answer)) return question.label
  }
  return null
}

/** Removes options that no longer exist from an answer, because the student could not deselect them. */
const withOptionsThere = ({ kind, options = [] }: Question, answer: Answers[string]): Answers[string] => {
  if (kind !== 'many' || !Array.isArray(answer)) return answer
  const there = answer.filter((id) => options.some((option) => option.id === id))
  return there.length > 0 ? there : answer
}

/**
 * Keeps the answers whose questions are still asked, for a task whose questions were changed after somebody had
 * answered.
 */
export const stillAsked = (questions: readonly Question[], answers: Answers): Answers => {
  const asked = new Map(questions.map((question) => [question.id, question]))
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, answer]) => {
      const question = asked.get(id)
      return question ? [[id, withOptionsThere(question, answer)]] : []
    }),
  )
}

/** Whether a work is empty; `isEmptyText`: its text is markup that shows nothing. */
export const isEmpty = (work: Work, isEmptyText: boolean): boolean =>
  isEmptyText && work.files.length === 0 && work.links.length === 0 && !Object.values(work.answers).some(isAnswered)

export type Demands = {
  needs_text: boolean
  min_files: number
  statement_required: boolean
  questions: readonly Question[]
}

/** The required parts of a task that a work lacks, worded for people. */
export const missingParts = (task: Demands, work: Work, isEmptyText: boolean): (Bilingual | string)[] => [
  ...(task.needs_text && isEmptyText ? [{ zh: '正文', en: 'text' }] : []),
  ...(work.files.length < task.min_files
    ? [{ zh: `至少${task.min_files}个文件`, en: task.min_files === 1 ? 'a file' : `${task.min_files} files` }]
    : []),
  ...task.questions
    .filter((one) => one.required && !hasPoints(one) && !isAnswered(work.answers[one.id]))
    .map(({ label }) => label),
  ...(task.statement_required && !work.statement
    ? [{ zh: '确认是自己完成的', en: 'confirming this is your own work' }]
    : []),
]

/** Whether a reviewer's lock that ends at `until` has expired. */
export const isReviewOver = (until: number, now: number): boolean => until <= now || until > noReviewFrom(now)

/** Whether a version may be taken back: nobody has its review open. The store's guard says the same. */
export const mayWithdraw = (
  { status, review_until }: { status: string; review_until: number | null },
  now: number,
): boolean =>
  status === 'sealed' || (status === 'in_review' && review_until !== null && isReviewOver(review_until, now))

/** Early is a whole day before due. */
export const isEarly = (due_at: number | null, at: number): boolean => due_at !== null && due_at - at >= 24 * 3600_000

/** The kind of device behind a request, for "found unsent work from 14:32 on your phone". */
export const deviceOf = (user_agent: string): 'phone' | 'tablet' | 'computer' => {
  const name = user_agent.toLowerCase()
  const without = (system: string, form: string): boolean => name.lastIndexOf(system) > name.lastIndexOf(form)
  if (/ipad|tablet/.test(name) || without('android', 'mobile')) return 'tablet'
  return /mobi|iphone/.test(name) || without('harmony', 'pc') ? 'phone' : 'computer'
}

/** The status of a version as its author sees it: a held review appears as one under way. */
export const shownStatus = (
  status: Selectable<SubmissionTable>['status'],
): Output<typeof submissions.mine>['list'][number]['status'] => (status === 'reviewed' ? 'in_review' : status)

const programs = new Set(['py', 'js', 'ts', 'c', 'cpp', 'h', 'java', 'html', 'css', 'json'])
const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** The form of a work, derived from its files. */
export const formOf = (files: readonly { kind: string; name: string }[]): Selectable<SubmissionTable>['form'] => {
  const has = (...kinds: string[]) => files.some(({ kind }) => kinds.includes(kind))
  if (has('video')) return 'video'
  if (has('audio')) return 'audio'
  if (has('image')) return 'image'
  // `other` is a Scratch project.
  if (has('other') || files.some(({ kind, name }) => kind === 'text' && programs.has(endingOf(name)))) return 'code'
  return has('pdf', 'office') ? 'document' : 'text'
}
