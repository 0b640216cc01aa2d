import { accounts } from '@tongchuang/contract/accounts.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePassword as password } from '../sample-password.ts'
import { whileWaitedFor } from '../testing/meanwhile.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser, sampleHash } from './factory.ts'
import { endSessions } from './sessions.ts'
import { setPassword } from './store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

// On SQLite, transactions never overlap.
test('a log-in with the old password waits for a reset that is not over yet, and is refused', async () => {
  const { db } = school.app
  const { id, username } = await aUser(db)
  const hash = await sampleHash('another 77')
  const reset = async (inside: typeof db) => {
    await setPassword(inside, id, hash, true)
    await endSessions(inside, { user_id: id, reason: 'staff', now: school.clock.now() })
  }
  const { reason } = await whileWaitedFor(db, reset, () => school.send(accounts.login, { username, password }))
  expect(reason).toBe('CREDENTIALS')
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})
