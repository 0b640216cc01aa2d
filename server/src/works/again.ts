import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { closeAbout } from '../messages/store.ts'
import { lockVersion } from '../submissions/visibility-store.ts'
import { featurePicked, tellOfShares, unfeature } from './effects.ts'
import { aboutPick } from './rules.ts'
import { findForStaff, releasedBeside, releasedOf, type StaffWorkRow } from './staff-store.ts'
import { removePick } from './store.ts'

/**
 * Withdraws decisions about works that have been released but do not pass any more: they are no longer excellent, and
 * staff are not asked about them any more, neither to approve a share nor to agree with a pick. Agreed picks stay
 * agreed: each shows again once its work passes again.
 */
const lookAgain = async (db: Db, ids: readonly number[], now: number): Promise<void> => {
  // All versions are locked before the ledger totals of their authors.
  for (const id of ids) await lockVersion(db, id)
  const [gone, closed]: [StaffWorkRow[], string[]] = [[], []]
  for (const id of ids) {
    const work = await findForStaff(db, id)
    if (work && !work.passed) gone.push(work)
  }
  for (const { id } of gone.filter(({ pick_status }) => pick_status === 'proposed')) {
    await removePick(db, id)
    closed.push(aboutPick(id))
  }
  for (const work of gone.toSorted((one, other) => one.user_id - other.user_id)) await unfeature(db, work, now)
  if (closed.length > 0) await closeAbout(db, closed)
  const asked = gone.filter(({ share_state }) => share_state === 'waiting').map(({ guild_id }) => guild_id)
  for (const guild_id of new Set(asked)) await tellOfShares(db, guild_id, now)
}

/**
 * Subscribes to changes of results: each may show works decided about before, or withdraw the other versions of the
 * same student-task.
 */
export const registerAgain = ({ events }: App): void => {
  events.on('work.passed', async (db, { submission_id }, now) => {
    await lookAgain(db, await releasedBeside(db, submission_id), now)
    const work = await findForStaff(db, submission_id)
    if (!work?.passed) return
    await featurePicked(db, work.id, now)
    if (work.share_state === 'waiting') await tellOfShares(db, work.guild_id, now)
  })
  events.on('work.failed', async (db, { submission_id }, now) =>
    lookAgain(db, await releasedBeside(db, submission_id), now),
  )
  events.onAny('shares.changed', (db, { guild_id }, now) => tellOfShares(db, guild_id, now))
  events.on('task.excused', async (db, { enrolment_ids }, now) =>
    lookAgain(db, await releasedOf(db, enrolment_ids), now),
  )
}
