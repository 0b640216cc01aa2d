import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../../app-services.ts'
import { atOnce } from '../../db/at-once.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import type { Person } from '../../http/session.ts'
import { noteDraft } from '../../tasks/enrolment-store.ts'
import { columnsOf, deviceOf, meantWork, nothing, numberThere, workOf, type SentWork } from '../rules.ts'
import { findSubmitContext, putDraft } from '../submit/submit-store.ts'
import { asRefusal, draftIn, mustBeOfRound, mustBuildOn, ownFiles, requireRow } from './stored-draft.ts'

type Saved = { draft_version: number; saved_at: string }
type DraftInput = {
  task_id: number
  /** The round the work was written in; undefined where the client does not say. */
  enrolment_id: number | undefined
  base_version: number | undefined
  sent: SentWork
}

/** T3: keeps a draft on the server. The same text again, as after a lost answer, is answered as saved. */
export const saveDraft = async (
  app: App,
  { task_id, enrolment_id: written_in, base_version, sent }: DraftInput,
  caller: Person,
): Promise<Saved> => {
  const { user_id } = caller
  const row = requireRow(await findSubmitContext(app.db, task_id, user_id), 'draft', app.clock())
  mustBeOfRound(row, written_in)
  const { enrolment_id } = row
  if (sent.files) await ownFiles(app, user_id, sent.files)
  const device = deviceOf(caller.user_agent)
  try {
    return await app.db.transaction().execute(async (db) => {
      // Writing the row first serializes saves and submissions of one student-task on both databases.
      const [, found] = await atOnce(db, [
        (db) => noteDraft(db, enrolment_id, app.clock()),
        (db) => findSubmitContext(db, task_id, user_id),
      ])
      const context = requireRow(found, 'draft', app.clock())
      if (context.enrolment_id !== enrolment_id) throw fail('STATE', { state: context.state })
      return put(db, context, { base_version, sent, device, now: app.clock() })
    })
  } catch (error) {
    throw await asRefusal(app, error, user_id)
  }
}

type Put = { base_version: number | undefined; sent: SentWork; device: string; now: number }

const put = async (
  db: Db,
  context: ReturnType<typeof requireRow>,
  { base_version, sent, device, now }: Put,
): Promise<Saved> => {
  const { enrolment_id } = context
  const draft = draftIn(context)
  await mustBuildOn(db, context, { sent, base_version })
  const before = draft ? workOf(draft) : nothing
  const work = meantWork(sent, before)
  if (draft && draft.draft_version !== base_version) {
    await noteDraft(db, enrolment_id, draft.saved_at)
    return { draft_version: draft.draft_version, saved_at: iso(draft.saved_at) }
  }
  const draft_version = numberThere(context) + 1
  await putDraft(
    db,
    { ...columnsOf(work), enrolment_id, draft_version, device, saved_at: now },
    { now: work.files, before: before.files },
  )
  return { draft_version, saved_at: iso(now) }
}
