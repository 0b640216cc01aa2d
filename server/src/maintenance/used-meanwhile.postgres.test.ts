import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { holdFileOf } from '../files/store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { takeOut } from './routes.ts'
import { looseFiles } from './store.ts'
import { untilWaiting } from '../testing/waiting-for-locks.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

// On SQLite, transactions never overlap.
test('removing unused files waits for a picture that is being chosen and keeps it', async () => {
  const { app, clock } = school
  const student = await aUser(app.db)
  const picture = await aFile(app.db, { owner_id: student.id, created_at: clock.now() - 50 * 3_600_000 })
  const [file] = await looseFiles(app.db, clock.now(), 0, 10)
  const chosen = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const choosing = app.db.transaction().execute(async (db) => {
    await holdFileOf(db, student.id, picture.id)
    await db.updateTable('users').set({ avatar_file_id: picture.id }).where('id', '=', student.id).execute()
    chosen.resolve()
    await mayEnd.promise
  })
  await chosen.promise
  const taking = takeOut(app, file!, clock.now())
  await untilWaiting(school.app.db, 1)
  mayEnd.resolve()
  await choosing
  expect(await taking).toBe(false)
  expect(await app.db.selectFrom('files').select('id').execute()).toEqual([{ id: picture.id }])
})
