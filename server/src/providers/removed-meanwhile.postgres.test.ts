import { accounts } from '@tongchuang/contract/accounts.ts'
import { providersAdmin } from '@tongchuang/contract/providers.admin.ts'
import { expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { startSession, useTicket } from '../accounts/sessions.ts'
import { whileWaitedFor } from '../testing/meanwhile.ts'
import { testApp } from '../testing/test-app.ts'
import { aProvider } from './factory.ts'

// On SQLite, transactions never overlap.
test('who goes over to the admin site while the provider is removed is waited for, and put out', async () => {
  const school = await testApp()
  const { db, config } = school.app
  const now = school.clock.now()
  const admin = await aUser(db, { roles: ['admin'] })
  const { id: provider_id } = await aProvider(db, config.secret, { kind: 'oidc' })
  const { id: user_id } = await aUser(db, { roles: ['teacher', 'student'] })
  const from = { user_id, provider_id, device: '', address: '', now }
  const { token } = await startSession(db, { ...from, audience: 'student', role: null })
  const { ticket } = await school.with(token)(accounts.roleTicket, { role: 'teacher' })
  const remove = school.as(admin, { audience: 'admin', role: 'admin' })
  const goingOver = async (inside: typeof db) => {
    expect(await useTicket(inside, ticket, now)).toBe(true)
    await startSession(inside, { ...from, audience: 'admin', role: 'teacher' })
  }
  expect(await whileWaitedFor(db, goingOver, () => remove(providersAdmin.remove, { id: provider_id }))).toMatchObject({
    reason: 'done',
  })
  const open = db.selectFrom('sessions').select('id').where('ended_at', 'is', null).where('user_id', '=', user_id)
  expect(await open.execute()).toEqual([])
  await school.close()
})
