import { privacy } from '@tongchuang/contract/privacy.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { takeForMail } from '../../messages/settings-store.ts'
import { unsubscribeToken } from '../../messages/letters.ts'
import { removeZips } from '../../privacy/exports.ts'
import { lastExport, moveRequest } from '../../privacy/store.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'

const now = firstBell

/** The address of a copy of everything that is kept about the owner. */
const aCopy = async ({ school, tokens }: MatrixSchool): Promise<string> => {
  await school.app.jobs.run('privacy.export')
  const { link } = await school.with(tokens.owner)(privacy.exported, {})
  if (link === null) throw new Error('there is no copy')
  return link
}

/** States of people and their memberships. */
export const peopleStates = {
  'the owner has left the guild': async ({ school, objects: { guild = 0 }, people }: MatrixSchool) => {
    const membership = school.app.db
      .updateTable('guild_members')
      .where('guild_id', '=', guild)
      .where('user_id', '=', people.owner.id)
    await membership.set({ status: 'left' }).execute()
  },
  'a copy of what is kept about the owner is ready': async (matrix: MatrixSchool) => {
    const copy = await aCopy(matrix)
    return { copy, forgedCopy: copy.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }
  },
  'the copy of what is kept about the owner is lost': async (matrix: MatrixSchool) => {
    const { school, people } = matrix
    const copy = await aCopy(matrix)
    const { key = '' } = (await lastExport(school.app.db, people.owner.id)) ?? {}
    await removeZips(school.app, [key])
    return { copy }
  },
  'the teacher is reading the work': async ({ school, objects: { sealed = 0 }, tokens }: MatrixSchool) => {
    await school.with(tokens.teacher)(reviewsAdmin.open, { submit_id: sealed })
  },
  'a letter with the notices has gone to the owner': async ({ school, people }: MatrixSchool) => {
    await takeForMail(school.app.db, { user_id: people.owner.id, audience: 'student' }, false)
  },
  'the owner wants no more letters': async ({ school, people }: MatrixSchool) => {
    await school.inject({
      method: 'POST',
      url: `/unsubscribe/${unsubscribeToken(school.app.config.secret, people.owner.id)}`,
    })
  },
  'who asked for it has been deleted': async ({ school, objects: { leaverId = 0 } }: MatrixSchool) => {
    await moveRequest(school.app.db, { user_id: leaverId, from: ['open'], set: { status: 'approved', erase_at: now } })
    await school.app.jobs.run('privacy.erase')
  },
}
