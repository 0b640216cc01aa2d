import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import type { Person } from '../http/session.ts'
import { holdVersion } from '../submissions/store.ts'
import { copyAreas, draftAreas } from './area-store.ts'
import { findDraft } from './draft-store.ts'
import { mustFind } from './review-detail.ts'
import { currentResult } from './store.ts'
import { copyVoices, draftVoices } from './voice-store.ts'

/**
 * Copies the marks and voices of a held result into the draft of a reviewer who opens its work, unless they have a
 * draft of their own.
 */
export const takeUpHeld = async (db: Db, work: { submission_id: number; reviewer_id: number }): Promise<void> => {
  const held = await currentResult(db, work.submission_id)
  if (held?.status !== 'held' || (await findDraft(db, work))) return
  if ((await draftAreas(db, work)).length > 0 || (await draftVoices(db, work)).length > 0) return
  await copyAreas(db, held.id, { to: null, reviewer_id: work.reviewer_id })
  await copyVoices(db, held.id, { to: null, reviewer_id: work.reviewer_id })
}

/**
 * Does the same before marks or voices are saved on a work with a held result: without those of the result, the next
 * decision would keep only the saved ones. Runs in its own transaction, because the save that follows may be refused.
 */
export const takeUpBefore = async (app: App, submit_id: number, caller: Person): Promise<void> => {
  const { item } = await mustFind(app.db, caller, submit_id)
  if (item.status !== 'reviewed' || item.reviewer_id === caller.user_id) return
  await app.db.transaction().execute(async (db) => {
    const { status, reviewer_id } = await holdVersion(db, item.id)
    if (status === 'reviewed' && reviewer_id !== caller.user_id)
      await takeUpHeld(db, { submission_id: item.id, reviewer_id: caller.user_id })
  })
}
