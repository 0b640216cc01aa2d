import { aMember } from '../../guilds/factory.ts'
import { earn } from '../../ledger/store.ts'
import { updateRankings } from '../../rankings/projection-job.ts'
import { anEnrolment } from '../../tasks/factory.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'
import { aPerson } from './world.people.ts'

const now = firstBell

/**
 * Five members of the guild have earned something, the owner third and the classmate second; so has a removed member.
 * The classmate has three results, one of them for a task in the bin.
 */
const countRankings = async ({ school, objects, people }: MatrixSchool) => {
  const { db } = school.app
  const { guild: guild_id = 0, marked = 0, passed = 0, trashed = 0, leaverId = 0 } = objects
  await db.updateTable('guilds').set({ ranking_mode: 'top+neighbours' }).where('id', '=', guild_id).execute()
  const effort = { kind: 'pass', source_type: 'enrolment', source_id: 1, guild_id, now, zone: 'Asia/Shanghai' } as const
  const first = await aPerson(db, {})
  for (const { id: user_id, points } of [
    { ...first, points: 40 },
    { ...(await aPerson(db, {})), points: 10 },
    { ...(await aPerson(db, {})), points: 5 },
  ]) {
    await aMember(db, { guild_id, user_id, created_at: now })
    await earn(db, { ...effort, user_id, points })
  }
  await earn(db, { ...effort, user_id: people.mate.id, points: 30 })
  await earn(db, { ...effort, user_id: leaverId, points: 50 })
  for (const id of [marked, passed, trashed])
    await anEnrolment(db, { id, guild_id }, { user_id: people.mate.id, state: 'passed', accepted_at: now })
  await updateRankings(school.app)
  return first
}

/** States of the rankings. */
export const rankingStates = {
  'the rankings are counted': async (matrix: MatrixSchool) => {
    await countRankings(matrix)
  },
  'the first in the ranking has left the guild since': async (matrix: MatrixSchool) => {
    const { id } = await countRankings(matrix)
    await matrix.school.app.db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', id).execute()
  },
}
