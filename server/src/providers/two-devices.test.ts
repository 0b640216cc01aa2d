import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import type { RequestContext } from '../http/session.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { enterStudentSite } from './enter.ts'
import { aProvider, type GivenProvider } from './factory.ts'
import { addIdentity } from './identities-store.ts'
import { findProvider } from './store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const aTrustedProvider = async (given: Partial<GivenProvider> = {}) => {
  const { db, config } = school.app
  const { id } = await aProvider(db, config.secret, { kind: 'oidc', number_trusted: true, ...given })
  return (await findProvider(db, id))!
}

type Arrival = Parameters<typeof enterStudentSite>[1]

/** Several devices of one user, all admitted by the provider at the same moment; returns the answer to each. */
const comeAtOnce = async (provider: Arrival['provider'], devices = 4) => {
  const arrival = { provider, told: { subject: 'u-1', label: '林雨桐', student_no: '2026010301', acr: '' } } as Arrival
  const caller: RequestContext = {
    ...{ language: 'zh-CN', address: '', origin: '', user_agent: '', browser: '', request_id: '' },
    now: school.clock.now(),
  }
  const come = () => refusal(enterStudentSite(school.app, arrival, caller))
  return (await Promise.all(Array.from({ length: devices }, come))).map(({ reason }) => reason)
}
const sessions = async () =>
  (await school.app.db.selectFrom('sessions').select('user_id').execute()).map(({ user_id }) => user_id)

test('a student who comes for the first time on several devices at once is let in on all of them', async () => {
  const { id } = await aUser(school.app.db, { student_no: '2026010301' })
  expect(await comeAtOnce(await aTrustedProvider())).toEqual(Array(4).fill('done'))
  expect(await sessions()).toEqual([id, id, id, id])
})

test('one account is made for whoever has none yet and comes on several devices at once', async () => {
  expect(await comeAtOnce(await aTrustedProvider({ makes_accounts: true }))).toEqual(Array(4).fill('done'))
  expect(new Set(await sessions()).size).toBe(1)
  expect(await school.app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('an account that another one there is linked with stays that one’s', async () => {
  const { id: user_id } = await aUser(school.app.db, { student_no: '2026010301' })
  const provider = await aTrustedProvider()
  const { id: provider_id } = provider
  await addIdentity(school.app.db, { user_id, provider_id, subject: 'u-2', label: '', how: 'matched', linked_at: 1 })
  expect(await comeAtOnce(provider, 1)).toEqual(['IDENTITY_TAKEN'])
})
