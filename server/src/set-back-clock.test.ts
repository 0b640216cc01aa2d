import { accounts } from '@tongchuang/contract/accounts.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aMember } from './guilds/factory.ts'
import { aStudentAtWork, aSubmission } from './submissions/factory.ts'
import { refusal } from './testing/refusal.ts'
import { testApp, type School } from './testing/test-app.ts'

const day = 24 * 3600_000
let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A work that a teacher opened while the clock of the server was a day ahead. */
const aWorkOpenedTomorrow = async () => {
  const { db } = school.app
  const { student, guild, row } = await aStudentAtWork(db, { row: { state: 'submitted' } })
  const { id } = await aSubmission(db, row)
  const [first, second] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['teacher'] })]
  for (const teacher of [first, second]) await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const [one, other] = [first, second].map((teacher) => school.as(teacher, { audience: 'admin', role: 'teacher' }))
  await one!(reviewsAdmin.open, { submit_id: id })
  expect((await refusal(other!(reviewsAdmin.open, { submit_id: id }))).reason).toBe('LOCKED_REVIEW')
  expect((await refusal(school.as(student)(submissions.withdraw, { submit_id: id }))).reason).not.toBe('done')
  await db
    .updateTable('submissions')
    .set((eb) => ({ review_until: eb('review_until', '+', day) }))
    .where('id', '=', id)
    .execute()
  return { student, id, other: other! }
}

test('a review opened while the clock was a day ahead does not lock out another teacher', async () => {
  const { id, other } = await aWorkOpenedTomorrow()
  expect(await other(reviewsAdmin.open, { submit_id: id })).toMatchObject({ status: 'in_review' })
})

test('a review that was opened while the clock was a day ahead does not keep a student from withdrawing', async () => {
  const { student, id } = await aWorkOpenedTomorrow()
  expect((await refusal(school.as(student)(submissions.withdraw, { submit_id: id }))).reason).toBe('done')
})

test('a pause after wrong passwords that was set while the clock was a day ahead is ignored once it is right again', async () => {
  const { username } = await aUser(school.app.db)
  const logIn = async () =>
    (await refusal(school.send(accounts.login, { username, password: 'not the password' }))).reason
  for (let times = 0; times < 5; times += 1) await logIn()
  expect(await logIn()).toBe('PAUSED')
  await school.app.db
    .updateTable('password_tries')
    .set((eb) => ({ paused_until: eb('paused_until', '+', day) }))
    .execute()
  expect(await logIn()).toBe('CREDENTIALS')
  expect(await logIn()).toBe('CREDENTIALS')
})

test('codes that were asked for while the clock was a day ahead keep nobody waiting once it is right again', async () => {
  await school.close()
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  const ask = () => school.send(accounts.sendCode, { email: 'new@school.cn', event: 'register' })
  school.clock.move(day)
  for (let times = 0; times < 3; times += 1) {
    await ask()
    school.clock.move(60_000)
  }
  expect((await refusal(ask())).reason).toBe('TOO_FAST')
  school.clock.move(-day)
  expect(await ask()).toEqual({ wait_seconds: 60 })
  expect((await refusal(ask())).reason).toBe('TOO_FAST')
})
