import { Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../../app-services.ts'
import { filesOf } from '../../files/store.ts'
import { showsNothing } from '../../markdown/nothing.ts'
import { endEnrolment } from '../../tasks/enrolment/outcome.ts'
import { datesFor, isOver, sealGraceMs } from '../../tasks/rules.ts'
import { findEnrolment } from '../../tasks/enrolment-store.ts'
import { findTask } from '../../tasks/store.ts'
import { listToHandIn } from './auto-submit-store.ts'
import { findSubmitContext } from './submit-store.ts'
import { prepareSealing, withTitle } from './prepare-sealing.ts'
import { sha256 } from './receipt.ts'
import { isEmpty, sentText, workOf } from '../rules.ts'
import { Conflict, draftIn } from '../draft/stored-draft.ts'
import { hasAttempts, openRow, seal } from './seal.ts'

const batch = 100

type School = { zone: string; share_approval: boolean }

/** Seals the draft of a row as of the last moment before its end; false where there is nothing to submit. */
const sealDraft = async (app: App, task_id: number, user_id: number, school: School): Promise<boolean> => {
  const context = await findSubmitContext(app.db, task_id, user_id)
  if (!context || context.enrolment_id === null) return false
  const own = { extended_until: context.extended_until, return_due_at: context.return_due_at }
  const { close_at } = datesFor(context, own)
  if (close_at === null || !isOver(context, own, app.clock())) return false
  // The draft existed when the time ended, so a due date of the same moment does not make it late.
  const at = close_at - 1
  const row = openRow(context, at)
  const draft = draftIn(row)
  if (!draft || !hasAttempts(row)) return false
  const found = workOf(draft)
  const files = await filesOf(app.db, user_id, found.files)
  const work = { ...withTitle(found, row.title), files: files.map(({ id }) => id) }
  if (isEmpty(work, showsNothing(work.content))) return false
  const sent = { ...found, files: [...found.files], links: [...found.links] }
  // Each draft needs its own key: after a withdrawal the draft is a different one.
  const key = `at-the-end-${row.enrolment_id}-${close_at}-${draft.draft_version}`
  const base = { task_id, enrolment_id: row.enrolment_id, base_version: draft.draft_version }
  const prepared = await prepareSealing(app, user_id, {
    ...base,
    sent,
    work,
    files,
    key,
    key_hash: sha256(sentText(sent, task_id)),
  })
  await app.db.transaction().execute((db) => seal(app, db, { ...prepared, user_id, ...school, at, byClock: true }))
  return true
}

/** Ends a row whose draft holds nothing to submit, as if it had no draft. */
const endWithout = (app: App, id: number, by: { now: number; zone: string }): Promise<void> =>
  app.db.transaction().execute(async (db) => {
    const row = await findEnrolment(db, id)
    const task = row && (await findTask(db, row.task_id))
    if (row && task) await endEnrolment(db, task, { ...row, draft_saved_at: null }, by)
  })

const endOne = async (
  app: App,
  row: { id: number; task_id: number; user_id: number },
  by: School & { now: number },
): Promise<void> => {
  const { now, ...school } = by
  try {
    if (!(await sealDraft(app, row.task_id, row.user_id, school)))
      await endWithout(app, row.id, { now, zone: school.zone })
  } catch (error) {
    // The row was saved, submitted or extended at this very moment: the next run tries again.
    if (!(error instanceof Refusal) && !(error instanceof Conflict)) throw error
  }
}

/**
 * T9 with the task's option: submits drafts whose time is over exactly as a student would, five minutes later, so that
 * the student's own device can first send what was written before the end.
 */
export const submitDraftsOfEnded = async (app: App, now: number): Promise<void> => {
  const { timezone: zone, share_approval } = await app.settings()
  let after = 0
  for (;;) {
    const rows = await listToHandIn(app.db, now - sealGraceMs, after, batch)
    for (const row of rows) await endOne(app, row, { now, zone, share_approval })
    if (rows.length < batch) return
    after = rows.at(-1)?.id ?? after
  }
}

export const registerAutoSubmitJob = (app: App): void => {
  app.jobs.every('submissions.end', 20, (now) => submitDraftsOfEnded(app, now))
}
