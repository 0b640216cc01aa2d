import type { Send } from '@tongchuang/contract/sender.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import type { Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePassword as password } from '../sample-password.ts'
import { whileWaitedFor } from '../testing/meanwhile.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { issueCode } from './codes.ts'
import { aUser } from './factory.ts'
import type { UserTable } from './tables.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterEach(() => school.close())

const asAdmin = async () =>
  school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })

/** The answer to a request for a value that another user is just being given. */
const whileAnotherGets = async (given: Updateable<UserTable>, ask: () => Promise<unknown>) => {
  const { db } = school.app
  const { id } = await aUser(db)
  const give = (inside: typeof db) => inside.updateTable('users').set(given).where('id', '=', id).execute()
  return (await whileWaitedFor(db, give, ask)).reason
}

// On SQLite, transactions never overlap.
test('a teacher who gives a number that somebody else is just being given is told it is taken', async () => {
  const [{ id: user_id }, send] = [await aUser(school.app.db), await asAdmin()]
  expect(
    await whileAnotherGets({ student_no: '77' }, () => send(peopleAdmin.correct, { user_id, student_no: '77' })),
  ).toBe('NUMBER_TAKEN')
})

test('a phone number that is confirmed for two at once is told to be taken', async () => {
  const [{ id: user_id }, send] = [await aUser(school.app.db), await asAdmin()]
  const mobile = '13800138000'
  expect(
    await whileAnotherGets({ mobile, mobile_confirmed: true }, () =>
      send(accountsAdmin.confirmMobile, { user_id, mobile }),
    ),
  ).toBe('MOBILE_TAKEN')
})

test('an address that two confirm at once is one person’s, and the other is told as always', async () => {
  const { db, limits, config } = school.app
  const send: Send = school.as(await aUser(db))
  const email = 'a@b.cn'
  const code = await issueCode(db, limits, {
    ...{ address: email, event: 'change', isSent: true, isKnown: false },
    asker: { browser: '', address: '127.0.0.1' },
    ...{ secret: config.secret, now: school.clock.now() },
  })
  expect(
    await whileAnotherGets({ email, email_key: email, email_confirmed: true }, () =>
      send(accounts.changeContact, { password, email, code }),
    ),
  ).toBe('CODE_WRONG')
})
