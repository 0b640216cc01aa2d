import { afterEach, beforeEach, expect, test } from 'vitest'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { readCursor } from './store.ts'

const minute = 60_000
let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('works that students handed in while the clock was a day ahead are not read for a day, but for minutes', async () => {
  const { db, jobs } = school.app
  const aWork = async () => aSubmission(db, (await aStudentAtWork(db, { row: { state: 'submitted' } })).row)
  const { id } = await aWork()
  const follow = async () => {
    await jobs.run('search.follow')
    return (await readCursor(db))?.settled
  }
  school.clock.move(24 * 60 * minute)
  expect(await follow()).toBe(0)
  school.clock.move(-24 * 60 * minute)
  expect(await follow()).toBe(0)
  school.clock.move(3 * minute)
  await aWork()
  expect(await follow()).toBe(id)
})
