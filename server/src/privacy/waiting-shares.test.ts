import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { storedValue } from '../db/stored-json.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { openRequest } from './store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
  await school.app.changeSettings({ share_approval: true })
})
afterEach(() => school.close())

const { waiting } = reviewing(() => ({ school }))
const db = () => school.app.db

/** A passed work whose share waits for the staff of its guild, and its student, who has asked to be deleted. */
const asking = async () => {
  const place = await waiting()
  const { review, send, submit_id, student, teacher, guild } = place
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80 })
  await send(works.share, { submit_id, share: 'guild' })
  await openRequest(db(), { user_id: student.id, reason: '转学了', now: school.clock.now() })
  const admin = school.as(await aUser(db(), { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  const approve = () => admin(privacyAdmin.approve, { user_id: student.id })
  const erase = async () => {
    school.clock.move(31 * 24 * 3_600_000)
    await school.app.jobs.run('privacy.erase')
  }
  /** What the staff of the guild are asked: to-dos of the teacher, and works in the list of those that wait. */
  const asked = async () => {
    await school.app.events.drain()
    const as = school.as(teacher, { audience: 'admin', role: 'teacher' })
    const todos = db().selectFrom('messages').select('data').where('user_id', '=', teacher.id)
    return {
      told: (await todos.where('kind', '=', 'work.share_asked').execute()).map(({ data }) => storedValue(data).count),
      listed: (await as(worksAdmin.list, { guild_id: guild.id, show: 'waiting' })).total,
    }
  }
  const share = () =>
    db()
      .selectFrom('submissions')
      .select(['share', 'share_state', 'share_answer'])
      .where('id', '=', submit_id)
      .executeTakeFirstOrThrow()
  return { ...place, approve, erase, asked, share }
}

test('staff are asked no more about sharing a work of a student who is to be deleted', async () => {
  const { approve, asked, share } = await asking()
  expect(await asked()).toEqual({ told: [1], listed: 1 })
  await approve()
  expect(await asked()).toEqual({ told: [], listed: 0 })
  expect(await share()).toEqual({ share: 'none', share_state: 'open', share_answer: '' })
})

test('staff are asked no more about a share that came to wait after the deletion was approved, once the student is erased', async () => {
  const { approve, erase, asked, share, submit_id, guild } = await asking()
  await approve()
  // The clock submits the draft, including its sharing choice.
  await db()
    .updateTable('submissions')
    .set({ share: 'guild', share_state: 'waiting' })
    .where('id', '=', submit_id)
    .execute()
  await school.app.events.publish(db(), 'shares.changed', { guild_id: guild.id })
  expect(await asked()).toEqual({ told: [1], listed: 1 })
  await erase()
  expect(await asked()).toEqual({ told: [], listed: 0 })
  expect(await share()).toEqual({ share: 'none', share_state: 'open', share_answer: '' })
})

test('a student whose share was refused before their deletion was approved reads nothing of the refusal any more', async () => {
  const { approve, share, review, submit_id } = await asking()
  await review(worksAdmin.answerShare, { submit_id, grant: false, answer: '照片里有门牌' })
  await approve()
  expect(await share()).toEqual({ share: 'none', share_state: 'open', share_answer: '' })
})
