import { expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp } from '../testing/test-app.ts'
import { aProvider } from './factory.ts'
import { addIdentity, findIdentity, noteUse } from './identities-store.ts'

test('an account at a provider that has become another person’s meanwhile opens nothing for whose it was', async () => {
  const school = await testApp()
  const { db, config } = school.app
  const { id: provider_id } = await aProvider(db, config.secret, { kind: 'oidc' })
  const [before, after] = [await aUser(db), await aUser(db)]
  const [now, account] = [school.clock.now(), { provider_id, subject: 'e-0012', for_staff: false }]
  await addIdentity(db, { ...account, user_id: after.id, label: '现在的主人', how: 'owner', linked_at: now })
  expect(await noteUse(db, { ...account, user_id: before.id, label: '从前的主人' }, now)).toBe(false)
  expect(await findIdentity(db, provider_id, account.subject)).toMatchObject({ label: '现在的主人', used_at: null })
  expect(await noteUse(db, { ...account, user_id: after.id, label: '现在的主人' }, now)).toBe(true)
  await school.close()
})
