import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePassword as password } from '../sample-password.ts'
import { whileWaitedFor } from '../testing/meanwhile.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser } from './factory.ts'
import { endFactor, newRecoveryCodes } from './second-factor.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A teacher with a second factor. */
const aTeacher = async () => {
  const { id } = await aUser(school.app.db, { roles: ['teacher'] })
  const send = school.as(id, { audience: 'admin', role: 'teacher' })
  const { secret } = await send(accountsAdmin.beginFactor, { password })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: school.clock.now() })
  await send(accountsAdmin.confirmFactor, { code })
  return { id, renew: () => send(accountsAdmin.renewRecovery, { password }) }
}
const codesOf = async (user_id: number) =>
  (await school.app.db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', user_id).execute()).length

// On SQLite, transactions never overlap.
test('a teacher who asks for new recovery codes in two windows at once has ten of them', async () => {
  const { db, config } = school.app
  const { id, renew } = await aTeacher()
  const first = (inside: typeof db) => newRecoveryCodes(inside, config.secret, id)
  expect((await whileWaitedFor(db, first, renew)).reason).toBe('done')
  expect(await codesOf(id)).toBe(10)
})

test('codes asked for while the second factor ends are not made', async () => {
  const { id, renew } = await aTeacher()
  expect((await whileWaitedFor(school.app.db, (inside) => endFactor(inside, id), renew)).reason).toBe('FACTOR_NEEDED')
  expect(await codesOf(id)).toBe(0)
})
