import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type School } from '../testing/test-app.ts'
import { aSession, aUser } from './factory.ts'
import { knowsBrowser, noteLogin } from './log-in-store.ts'
import { sweepAccounts } from './sweep-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const hour = 3_600_000

test('a student who logs in six hundred times from new browsers leaves no more than anybody: the newest stay known, open ones open', async () => {
  const { db } = school.app
  const [busy, mate] = [await aUser(db), await aUser(db)]
  const began = school.clock.now()
  await noteLogin(db, { user_id: mate.id }, 'own', began)
  for (let at = 0; at < 600; at += 1) {
    await noteLogin(db, { user_id: busy.id }, `browser ${at}`, began + at)
    await aSession(db, busy, { now: began + at })
  }
  const left = async (table: 'known_browsers' | 'sessions') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', busy.id).execute()).length
  await sweepAccounts(db, began + hour)
  expect([await left('known_browsers'), await left('sessions')]).toEqual([100, 600])
  expect([
    await knowsBrowser(db, busy.id, 'browser 599'),
    await knowsBrowser(db, busy.id, 'browser 0'),
    await knowsBrowser(db, mate.id, 'own'),
  ]).toEqual([true, false, true])
  await sweepAccounts(db, began + 25 * hour)
  expect(await left('sessions')).toBe(500)
})
