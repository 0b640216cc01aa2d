import { fail } from '@tongchuang/contract/errors.ts'
import { isLate, lateDeduction } from '@tongchuang/contract/rules/lateness.ts'
import type { App } from '../../app-services.ts'
import { atOnce } from '../../db/at-once.ts'
import type { Db } from '../../db/schema.ts'
import { orNotFound } from '../../db/or-not-found.ts'
import { iso } from '../../db/time.ts'
import { leaveEvent } from '../../events.ts'
import { dayAward, earnTogether } from '../../ledger/store.ts'
import { closeTodos } from '../../messages/todo-store.ts'
import { aboutEnrolment, applyOutcome } from '../../tasks/enrolment/outcome.ts'
import { datesFor, isOver, type Enrolment } from '../../tasks/rules.ts'
import { aboutReminder } from '../../tasks/enrolment/reminder.ts'
import { earnedInOtherRound, holdEnrolment, moveEnrolment } from '../../tasks/enrolment-store.ts'
import { keysOf } from '../../tasks/questions/key-store.ts'
import { hasPoints, questionsOf } from '../../tasks/questions/question-rules.ts'
import { findTask } from '../../tasks/store.ts'
import { markAnswers } from '../questions/marking-rules.ts'
import { addMarks } from '../questions/mark-store.ts'
import type { Prepared } from './prepare-sealing.ts'
import { receiptLetter } from './receipt.ts'
import { formOf, isEarly, numberThere, type Work } from '../rules.ts'
import { mustBuildOn, requireRow } from '../draft/stored-draft.ts'
import { dropDraft, findSubmitContext, insertVersion, type SubmitContext, type Sealed } from './submit-store.ts'
import { markReleased } from '../store.ts'

/** Refuses to hand anything in once the guild is archived. */
export const mustBeActive = (context: SubmitContext | undefined): void => {
  if (context?.guild_status === 'archived' && context.enrolment_id !== null) throw fail('ARCHIVED')
}

/** The student's row with its effective dates, open for submission at this time; refuses otherwise. */
export const openRow = (context: SubmitContext | undefined, now: number) => {
  const row = requireRow(context, 'submit', now)
  const own = { extended_until: row.extended_until, return_due_at: row.return_due_at }
  const dates = datesFor(row, own)
  if (isOver(row, own, now))
    throw fail('CLOSED', { close_at: iso(dates.close_at), kept: { zh: '。草稿还在', en: '. Your draft is kept' } })
  return { ...row, ...dates }
}
export type OpenRow = ReturnType<typeof openRow>

/** Whether another version may be handed in; withdrawn ones do not count. */
export const hasAttempts = ({ max_attempts, attempts }: OpenRow): boolean =>
  max_attempts === null || attempts < max_attempts

/** `share_approval`: staff have to agree before a work is shared. */
type Sealing = Prepared & {
  user_id: number
  zone: string
  share_approval: boolean
  /** The effective moment: when the work arrived, or for an automatic submission the last one before the end. */
  at: number
  /** Submitted automatically: the draft was written while the guild was active. */
  byClock?: boolean
}

/** The row that may be sealed now, locked against other changes until the commit. */
const lockRow = async (
  db: Db,
  { task_id, enrolment_id, user_id, sent, base_version, at, byClock = false }: Sealing,
): Promise<OpenRow> => {
  // Saves and submissions of one student-task wait for each other here.
  const [, context] = await atOnce(db, [
    (db) => holdEnrolment(db, enrolment_id),
    (db) => findSubmitContext(db, task_id, user_id),
  ])
  if (!byClock) mustBeActive(context)
  const row = openRow(context, at)
  if (row.enrolment_id !== enrolment_id) throw fail('STATE', { state: row.state })
  if (!hasAttempts(row)) throw fail('ATTEMPTS')
  await mustBuildOn(db, row, { sent, base_version })
  return row
}

/** Seals a version with all that belongs to it, in the caller's transaction; answers what its receipt says. */
export const seal = async (app: App, db: Db, sealing: Sealing): Promise<Omit<Sealed, 'key_hash'>> => {
  const { enrolment_id, user_id, at: now } = sealing
  const row = await lockRow(db, sealing)
  const late = isLate(row.due_at, now)
  const version: NextVersion = { number: row.version_count + 1, late }
  const [moved, id] = await atOnce(db, [
    (db) =>
      moveEnrolment(db, {
        id: enrolment_id,
        // The row is locked, so its state is still the one that was read.
        from: [row.state],
        to: 'submitted',
        set: { version_count: version.number, attempts: row.attempts + 1, late, draft_saved_at: null },
        action: 'submit',
        actor_id: user_id,
        now,
      }),
    (db) => writeVersion(db, sealing, row, version),
    (db) => earnFor(db, row, sealing, now),
    (db) =>
      closeTodos(db, { about: aboutEnrolment(enrolment_id), aside: aboutReminder(sealing.task_id), user_id, now }),
    (db) => sendLetter(app, db, sealing, row, version),
    // Inside the transaction a whole class would contend for the rows of its staff's notices until each commit; after
    // it, one notice covers all.
    async (db) => row.needs_review && app.events.publish(db, 'work.waits', { task_id: row.id }),
  ])
  const { state } = row.needs_review ? moved : await passAtOnce(db, sealing, { id, row, moved, now })
  const { late_rule, late_percent, late_cap, due_at } = row
  const { receipt_no, sha256 } = sealing
  return {
    id,
    version: version.number,
    late,
    due_at,
    submitted_at: now,
    receipt_no,
    sha256,
    state,
    late_rule,
    late_percent,
    late_cap,
  }
}

const filesOf = ({ files }: Prepared) =>
  files.map(({ id, name, size, sha256 }, index) => ({
    file_id: id,
    sort_order: index,
    name,
    size: Number(size),
    sha256,
  }))

/** Which version of the work it is, and whether it came late. */
type NextVersion = { number: number; late: boolean }

const writeVersion = async (db: Db, sealing: Sealing, row: OpenRow, { number, late }: NextVersion): Promise<number> => {
  const { enrolment_id, task_id, user_id, work, written, sha256, receipt_no, key, key_hash, at } = sealing
  const { title, content, links, answers, share } = work
  const version = {
    enrolment_id,
    task_id,
    guild_id: row.guild_id,
    user_id,
    version: number,
    title,
    content,
    content_html: written.html,
    render_pending: written.render_pending,
    excerpt: written.excerpt,
    links: JSON.stringify(links),
    answers: JSON.stringify(answers),
    share,
    share_state: sealing.share_approval && share !== 'none' ? ('waiting' as const) : ('open' as const),
    form: formOf(sealing.files),
    late,
    submitted_at: at,
    due_at: row.due_at,
    draft_version: numberThere(row),
    receipt_no,
    sha256,
    key,
    key_hash,
    cover_file_id: sealing.files.find(({ kind }) => kind === 'image')?.id ?? null,
  }
  const id = await insertVersion(db, version, filesOf(sealing))
  // The key was used for another task at this very moment: outside the transaction that submission is found and this
  // one refused.
  if (id === undefined) throw fail('KEY_REUSED')
  if (row.draft_version !== null) await dropDraft(db, enrolment_id)
  await markVersion(db, id, row, work)
  return id
}

/** Stores the machine's marks of the answers with the version: a proposal for the reviewer. */
const markVersion = async (db: Db, id: number, row: OpenRow, { answers }: Work): Promise<void> => {
  const questions = questionsOf(row.questions)
  if (questions.some(hasPoints)) await addMarks(db, id, markAnswers(questions, await keysOf(db, row.id), answers))
}

/**
 * The first version of a task and round earns experience for being on time and, once per task, for being a day early;
 * later ones count only as work of the day.
 */
const earnFor = async (db: Db, row: OpenRow, { user_id, enrolment_id, zone }: Sealing, now: number): Promise<void> => {
  const source = { user_id, source_type: 'enrolment', source_id: enrolment_id, guild_id: row.guild_id, now, zone }
  const isFirst = row.attempts === 0 && !isLate(row.due_at, now)
  const round = { id: enrolment_id, task_id: row.id, user_id }
  const isFirstEarly =
    isFirst &&
    isEarly(row.due_at, now) &&
    !((row.round ?? 1) > 1 && (await earnedInOtherRound(db, round, 'submit_early')))
  await earnTogether(db, [
    ...(isFirst ? [{ ...source, kind: 'submit_first' as const }] : []),
    ...(isFirstEarly ? [{ ...source, kind: 'submit_early' as const }] : []),
    dayAward({ user_id, now, zone }),
  ])
}

const sendLetter = async (
  app: App,
  db: Db,
  sealing: Sealing,
  row: OpenRow,
  { number, late }: NextVersion,
): Promise<void> => {
  if (!app.mail.enabled || !row.email_confirmed || row.email === null) return
  const { receipt_no, sha256, user_id, work, zone, at } = sealing
  const receipt = {
    no: receipt_no,
    at,
    task: row.title,
    title: work.title,
    version: number,
    late,
    sha256,
    files: filesOf(sealing),
  }
  await app.mail.queue(db, { to: row.email, user_id, ...receiptLetter(receipt, row.locale, zone) })
}

/** A task without review: the submission is passed at once, less the late deduction. */
const passAtOnce = async (
  db: Db,
  { task_id, zone }: Sealing,
  { id, row, moved, now }: { id: number; row: OpenRow; moved: Enrolment; now: number },
): Promise<Enrolment> => {
  const task = orNotFound(await findTask(db, task_id))
  const percent_final = Math.max(0, 100 - lateDeduction(row, row.due_at, now))
  const score = Math.round(percent_final * task.max_score) / 100
  await markReleased(db, { submission_id: id, score, percent_final })
  await leaveEvent(db, 'work.passed', { submission_id: id }, now)
  return applyOutcome(db, { task, enrolment: moved, decision: 'pass', score, percent_final, actor_id: null, now, zone })
}
