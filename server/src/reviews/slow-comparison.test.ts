import { afterEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { noticeableMs, stallOf } from '../testing/stall.ts'
import { testApp, type School, type SchoolOptions } from '../testing/test-app.ts'

let school: School
afterEach(() => school.close())

/** Works of different students for one task, waiting to be compared. */
const waiting = async (texts: readonly string[], threads: NonNullable<SchoolOptions['threads']> = {}) => {
  school = await testApp({ threads })
  const { db } = school.app
  const { guild, task } = await aStudentAtWork(db, { row: { state: 'doing' } })
  for (const content of texts) {
    const user = await aUser(db)
    await aMember(db, { guild_id: guild.id, user_id: user.id })
    await aSubmission(db, await anEnrolment(db, task, { user_id: user.id, state: 'submitted' }), { content })
  }
}
const compareAll = () => school.app.jobs.run('reviews.compare')
const alike = () => school.app.db.selectFrom('similar_works').select('percent').execute()
const compared = async () =>
  (await school.app.db.selectFrom('work_sketches').select('sketch').execute()).map(({ sketch }) => sketch !== '')

const essay = Array.from({ length: 15_000 }, (_, index) => `第${index}句`).join('')
const unbroken = '数'.repeat(99_000)

test.each([
  ['long essays', [essay, `${essay}完`]],
  ['one endless word', [unbroken, `${unbroken}完`]],
])('while %s are compared nobody else waits', async (_what, texts) => {
  await waiting(texts)
  const { stallMs } = await stallOf(compareAll)
  expect(stallMs).toBeLessThan(noticeableMs)
  expect(await compared()).toHaveLength(2)
})

test('a text that takes too long to be compared is told to be like nothing, and not tried again', async () => {
  await waiting([essay, essay], { deadlineMs: { sketchText: 1 } })
  await compareAll()
  expect(await compared()).toEqual([false, false])
  expect(await alike()).toEqual([])
})
