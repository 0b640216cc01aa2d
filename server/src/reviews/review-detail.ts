import { fail } from '@tongchuang/contract/errors.ts'
import { lateDeduction } from '@tongchuang/contract/rules/lateness.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { storedValue } from '../db/stored-json.ts'
import { iso } from '../db/time.ts'
import { fileCards, linkTo } from '../files/cards.ts'
import { readyFiles } from '../files/store.ts'
import { mayReview } from '../guilds/rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import type { Person } from '../http/session.ts'
import { withPictures } from '../markdown/pictures.ts'
import { filesOfVersions, findVersion, standingVersions } from '../submissions/store.ts'
import { marksNow } from '../submissions/questions/marking-rules.ts'
import { marksOf } from '../submissions/questions/mark-store.ts'
import { keysOf } from '../tasks/questions/key-store.ts'
import { questionsOf } from '../tasks/questions/question-rules.ts'
import { type Task } from '../tasks/rules.ts'
import { findTask } from '../tasks/store.ts'
import { draftAreas } from './area-store.ts'
import { besideResults } from './beside.ts'
import { findDraft } from './draft-store.ts'
import { area, feedback, person, personSeen, queueRow, reviewDraft, reviewResult } from './present.ts'
import { findForReview, type QueueItem } from './queue-store.ts'
import { similarTo } from './similar-store.ts'
import { answersOf, criteriaOf, currentResult } from './store.ts'
import { historyOf } from './summary-store.ts'
import { draftVoices } from './voice-store.ts'
import { presentVoices } from './voices.ts'

export type Reviewer = { user_id: number; isAdmin: boolean }
export type Found = { item: QueueItem; task: Task }

/** A caller in the form that the queue queries expect. */
export const reviewer = ({ user_id, roles }: Person): Reviewer => ({ user_id, isAdmin: roles.includes('admin') })

/** A student's work that the caller may review; absent and foreign works are treated alike. */
export const mustFind = async (db: Db, caller: Person, submit_id: number): Promise<Found> => {
  const item = await findForReview(db, reviewer(caller), submit_id)
  const task = item && item.status !== 'withdrawn' ? await findTask(db, item.task_id) : undefined
  if (!item || !task) throw fail('NOT_FOUND')
  if (item.user_id === caller.user_id) throw fail('OWN_WORK')
  return { item, task }
}

/** The role in which a user reviews in a guild; NOT_FOUND for everybody who does not. */
export const roleIn = async (db: Db, user_id: number, guild_id: number) => {
  const staff = await staffOf(db, user_id, guild_id)
  if (!staff || !mayReview(staff)) throw fail('NOT_FOUND')
  return staff.role
}

/** A task whose works the caller reviews. */
export const reviewedTask = async (db: Db, id: number, { user_id }: Person): Promise<Task> => {
  const task = await findTask(db, id)
  if (!task) throw fail('NOT_FOUND')
  await roleIn(db, user_id, task.guild_id)
  return task
}

/** Everything a reviewer sees of a work. */
export const reviewDetail = async (app: App, db: Db, { item, task }: Found, { user_id, now }: Person) => {
  const version = orNotFound(await findVersion(db, item.id))
  const files = await filesOfVersions(db, [version.id])
  const rows = await readyFiles(
    db,
    files.map(({ file_id }) => file_id),
  )
  const versions = await standingVersions(db, version.enrolment_id)
  const answers = await answersOf(db, version.enrolment_id)
  const draft = await findDraft(db, { submission_id: version.id, reviewer_id: user_id })
  const result = await currentResult(db, version.id)
  const drawn = await draftAreas(db, { submission_id: version.id, reviewer_id: user_id })
  const said = await draftVoices(db, { submission_id: version.id, reviewer_id: user_id })
  const results = [...answers.map(({ id }) => id), ...(result ? [result.id] : [])]
  const beside = await besideResults(app, db, results, user_id)
  const own = new Set(rows.map(({ id }) => id))
  const questions = questionsOf(task.questions)
  const { title, receipt_no, due_at, review_until, content, links } = version
  return {
    ...queueRow(item, user_id, now),
    student: personSeen(app, item, user_id),
    title,
    receipt_no,
    due_at: iso(due_at),
    locked_until: iso(review_until),
    content,
    content_html: withPictures(version.content_html, (id) =>
      own.has(id) ? linkTo(app, id, 'original', user_id) : null,
    ),
    files: fileCards(app, rows, user_id),
    links: storedStrings(links),
    answers: storedValue(version.answers),
    questions,
    keys: await keysOf(db, task.id),
    question_marks: marksNow(questions, await marksOf(db, version.id)),
    criteria: await criteriaOf(db, task.id),
    max_score: task.max_score,
    pass_line: task.pass_line,
    scored: task.scored,
    hold: task.hold,
    late_rule: task.late_rule,
    late_deduction: lateDeduction(task, due_at, version.submitted_at),
    versions: versions.map((one) => ({
      submit_id: one.id,
      version: one.version,
      submitted_at: iso(one.submitted_at),
      late: one.late,
      late_deduction: lateDeduction(task, one.due_at, one.submitted_at),
      status: one.status,
    })),
    feedback: answers.map((answer) => feedback(answer, beside)),
    draft: draft ? reviewDraft(draft, task) : null,
    areas: drawn.map(area),
    voices: (await presentVoices(app, db, said, user_id)).map(({ voice }) => voice),
    result: result ? reviewResult(result, beside) : null,
    history: (await historyOf(db, version.enrolment_id)).map(({ at, actor, ...row }) => ({
      ...row,
      actor: actor ?? '',
      at: iso(at),
    })),
    similar: (await similarTo(db, version.id)).map((row) => ({
      submit_id: row.id,
      student: person(row),
      percent: row.percent,
    })),
  }
}
