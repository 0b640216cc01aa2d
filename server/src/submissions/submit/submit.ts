import type { Output } from '@tongchuang/contract/call.ts'
import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { submissions } from '@tongchuang/contract/submissions.ts'
import { lateDeduction } from '@tongchuang/contract/rules/lateness.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import type { FileRow } from '../../files/store.ts'
import { invalid } from '../../http/problem.ts'
import type { Person } from '../../http/session.ts'
import { showsNothing } from '../../markdown/nothing.ts'
import { prepareSealing, withTitle, type Prepared } from './prepare-sealing.ts'
import { sha256 } from './receipt.ts'
import {
  isEmpty,
  meantWork,
  missingParts,
  nothing,
  sentText,
  stillAsked,
  workOf,
  wrongAnswer,
  wrongLink,
  type SentWork,
  type Work,
} from '../rules.ts'
import { hadOtherQuestions } from '../../tasks/editing/editing-store.ts'
import { questionsOf } from '../../tasks/questions/question-rules.ts'
import { asRefusal, Conflict, draftIn, mustBeOfRound, mustBuildOn, ownFiles } from '../draft/stored-draft.ts'
import { hasAttempts, mustBeActive, openRow, seal, type OpenRow } from './seal.ts'
import { findByKey, findSending, type Sealed, type SubmitContext } from './submit-store.ts'
import { filesOfVersions } from '../store.ts'

type Submitted = Extract<Output<typeof submissions.submit>, { submit_id: number }>
export type Send = {
  task_id: number
  /** The round the work was written in; undefined where the client does not say. */
  enrolment_id: number | undefined
  key: string
  base_version: number | undefined
  sent: SentWork
}

/**
 * A work without answers to questions that no longer exist: the page does not show such answers, so the student cannot
 * remove them. Where the questions have never changed, such an answer is refused like any other that does not fit.
 */
const withoutGone = async (db: Db, row: OpenRow, work: Work): Promise<Work> => {
  const questions = questionsOf(row.questions)
  if (wrongAnswer(questions, work.answers) === null || !(await hadOtherQuestions(db, row.id))) return work
  return { ...work, answers: stillAsked(questions, work.answers) }
}

const demand = (row: OpenRow, work: Work, isEmptyText: boolean): void => {
  const questions = questionsOf(row.questions)
  const link = wrongLink(work.links)
  if (link !== null)
    throw invalid(
      'links',
      `「${link.slice(0, 60)}」不是http或https网址`,
      `"${link.slice(0, 60)}" is not an http or https address`,
    )
  const answer = wrongAnswer(questions, work.answers)
  if (answer !== null)
    throw invalid('answers', `「${answer}」的回答不合题目`, `The answer to "${answer}" does not fit the question`)
  if (isEmpty(work, isEmptyText)) throw fail('EMPTY')
  const parts = missingParts({ ...row, questions }, work, isEmptyText)
  if (parts.length > 0) throw fail('MISSING', { parts })
}

const fitTogether = (
  files: readonly FileRow[],
  { max_files, submission_mb }: { max_files: number; submission_mb: number },
): void => {
  if (files.length > max_files) throw invalid('files', `最多${max_files}个文件`, `At most ${max_files} files`)
  const bytes = files.reduce((sum, { size }) => sum + Number(size), 0)
  if (bytes > submission_mb * 2 ** 20)
    throw fail('FILE_SIZE', { name: { zh: '全部附件', en: 'All files together' }, max_mb: submission_mb })
}

/** Checks the sent work against the requirements of the task and prepares it for sealing. */
const prepare = async (
  app: App,
  send: Send,
  { user_id, now }: Person,
  { context, key_hash }: { context: SubmitContext | undefined; key_hash: string },
): Promise<Prepared> => {
  const { sent } = send
  mustBeActive(context)
  const row = openRow(context, now)
  mustBeOfRound(row, send.enrolment_id)
  const draft = draftIn(row)
  await mustBuildOn(app.db, row, send)
  const meant = meantWork(sent, draft ? workOf(draft) : nothing)
  const work = await withoutGone(app.db, row, withTitle(meant, row.title))
  demand(row, work, showsNothing(work.content))
  if (!hasAttempts(row)) throw fail('ATTEMPTS')
  const files = await ownFiles(app, user_id, work.files)
  fitTogether(files, (await app.settings()).files)
  return prepareSealing(app, user_id, { ...send, work, files, key_hash, enrolment_id: row.enrolment_id })
}

/**
 * T4: submits a version. Repeated requests with the same key and content get the same receipt, however many and however
 * fast.
 */
export const submitWork = async (app: App, send: Send, caller: Person): Promise<Submitted> => {
  // The time of arrival counts: waiting for other requests does not make a submission late.
  const { user_id, now } = caller
  const key_hash = sha256(sentText(send.sent, send.task_id))
  const { sealed: before, contexts } = await findSending(app.db, { task_id: send.task_id, user_id, key: send.key })
  const repeated = await asBefore(app, before[0], key_hash)
  if (repeated) return repeated
  const { timezone, share_approval } = await app.settings()
  try {
    const prepared = await prepare(app, send, caller, { context: contexts[0], key_hash })
    const sealed = await app.db
      .transaction()
      .execute((db) => seal(app, db, { ...prepared, user_id, zone: timezone, share_approval, at: now }))
    return answer(sealed, prepared.files)
  } catch (error) {
    // An identical request may have succeeded meanwhile: its answer is then returned.
    const isRefused = error instanceof Refusal || error instanceof Conflict
    const twin = isRefused ? await answerAgain(app, user_id, send.key, key_hash) : null
    if (twin) return twin
    throw await asRefusal(app, error, user_id)
  }
}

const answerAgain = async (app: App, user_id: number, key: string, key_hash: string): Promise<Submitted | null> =>
  asBefore(app, await findByKey(app.db, user_id, key), key_hash)

const asBefore = async (app: App, sealed: Sealed | undefined, key_hash: string): Promise<Submitted | null> => {
  if (!sealed) return null
  if (sealed.key_hash !== key_hash) throw fail('KEY_REUSED')
  return answer(sealed, await filesOfVersions(app.db, [sealed.id]))
}

/** The answer for a sealed version, both first and repeated. */
const answer = (sealed: Omit<Sealed, 'key_hash'>, files: readonly { sha256: string }[]): Submitted => ({
  submit_id: sealed.id,
  version: sealed.version,
  state: sealed.state,
  late: sealed.late,
  deduction_preview: lateDeduction(sealed, sealed.due_at, sealed.submitted_at),
  receipt: {
    no: sealed.receipt_no,
    at: iso(sealed.submitted_at),
    sha256: [sealed.sha256, ...files.map((file) => file.sha256)],
  },
})
