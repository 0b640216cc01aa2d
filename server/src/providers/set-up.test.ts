import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Input } from '@tongchuang/contract/call.ts'
import { providersAdmin } from '@tongchuang/contract/providers.admin.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { providers } from '@tongchuang/contract/providers.ts'
import { aUser } from '../accounts/factory.ts'
import { home, oidcForSchool, schoolWithProviders } from '../testing/log-in-school.ts'
import type { OidcServer } from '../testing/oidc-server.ts'
import { reasonOf } from '../testing/refusal.ts'
import type { School } from '../testing/test-app.ts'
import { addIdentity } from './identities-store.ts'

let remote: OidcServer
let school: School
let admin: School['send']
beforeEach(async () => {
  remote = await oidcForSchool()
  school = await schoolWithProviders([remote.host])
  admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(async () => {
  await school.close()
  await remote.close()
})

type Given = Input<typeof providersAdmin.save>
const given = (more: Partial<Given> = {}): Given => ({
  ...{ kind: 'oidc', name: '统一身份认证', enabled: true, address: `${remote.issuer}/`, sign_in_address: '' },
  ...{
    client_id: 'tongchuang',
    agent_id: '',
    scopes: 'openid profile',
    number_claim: 'student_no',
    number_trusted: true,
  },
  ...{ name_claim: 'name', accepted_acr: [], makes_accounts: false, is_silent: false, secret: 'very secret' },
  ...more,
})
const changed = (id: number, version: number, more: Partial<Given>): Given => {
  const { secret: _, ...rest } = given()
  return { ...rest, id, version, ...more }
}

test('an administrator sets a provider up; its secret is closed in the database and never shown again', async () => {
  const { id } = await admin(providersAdmin.save, given())
  const [row] = await admin(providersAdmin.list)
  expect(row).toMatchObject({ id, has_secret: true, address: remote.issuer, linked: 0 })
  expect(row?.return_address).toBe(`${home}/api/user/return/${id}`)
  expect(JSON.stringify(row)).not.toContain('very secret')
  const stored = await school.app.db.selectFrom('login_providers').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain('very secret')
  const record = await school.app.db.selectFrom('audit_entries').select('input').execute()
  expect(JSON.stringify(record)).not.toContain('very secret')
  expect((await school.send(accounts.site)).other_log_ins).toBe(true)
  expect(await school.send(providers.list)).toEqual([
    { id, kind: 'oidc', name: '统一身份认证', is_silent: false, down_since: null },
  ])
})

test('the stored secret goes to no other address, and stays where it is not given', async () => {
  const { id, version } = await admin(providersAdmin.save, given())
  const elsewhere = { address: 'https://evil.example' }
  expect(await reasonOf(admin(providersAdmin.save, changed(id, version, elsewhere)))).toBe('INVALID')
  const next = await admin(providersAdmin.save, changed(id, version, { name: '另一个名字' }))
  expect((await admin(providersAdmin.list))[0]).toMatchObject({ has_secret: true, name: '另一个名字' })
  expect(await reasonOf(admin(providersAdmin.save, changed(id, version, {})))).toBe('CONFLICT')
  await admin(providersAdmin.save, changed(id, next.version, { ...elsewhere, secret: 'another' }))
  expect((await admin(providersAdmin.list))[0]).toMatchObject({ address: 'https://evil.example' })
})

test('what cannot work is refused with the field', async () => {
  const fieldOf = async (more: Partial<Given>) =>
    admin(providersAdmin.save, given(more)).then(
      () => 'saved',
      (error: { data?: { field?: string } }) => error.data?.field,
    )
  expect(await fieldOf({ address: 'school.cn' })).toBe('address')
  expect(await fieldOf({ address: 'https://name:word@school.cn' })).toBe('address')
  expect(await fieldOf({ client_id: ' ' })).toBe('client_id')
  expect(await fieldOf({ scopes: 'profile' })).toBe('scopes')
  expect(await fieldOf({ number_claim: '' })).toBe('number_claim')
  expect(await fieldOf({ number_trusted: false, makes_accounts: true })).toBe('makes_accounts')
  expect(await fieldOf({ kind: 'wecom', address: '' })).toBe('agent_id')
  expect(await fieldOf({ sign_in_address: 'https://x.example' })).toBe('sign_in_address')
  const { id, version } = await admin(providersAdmin.save, given())
  expect(await reasonOf(admin(providersAdmin.save, changed(id, version, { kind: 'cas' })))).toBe('INVALID')
})

test('the test button says in a sentence whether it answers', async () => {
  const { id } = await admin(providersAdmin.save, given())
  expect(await admin(providersAdmin.test, { id })).toMatchObject({ problem: '' })
  remote.instead.answer = (_, response) => Boolean(response.writeHead(503).end())
  expect((await admin(providersAdmin.test, { id })).problem).toBe('连不上：HTTP 503')
  const { id: inside } = await admin(providersAdmin.save, given({ address: 'https://127.0.0.1:9' }))
  expect((await admin(providersAdmin.test, { id: inside })).problem).toContain('OUTBOUND_ALLOW')
})

test('a provider that is removed takes its links and the sessions it opened along', async () => {
  const { id } = await admin(providersAdmin.save, given())
  const student = await aUser(school.app.db)
  await addIdentity(school.app.db, {
    user_id: student.id,
    provider_id: id,
    subject: 's',
    label: '',
    how: 'owner',
    linked_at: 1,
  })
  const token = await school.signIn(student)
  await school.app.db.updateTable('sessions').set({ provider_id: id }).where('user_id', '=', student.id).execute()
  expect((await admin(providersAdmin.list))[0]?.linked).toBe(1)
  await admin(providersAdmin.remove, { id })
  expect((await school.send(accounts.site)).other_log_ins).toBe(false)
  expect(await reasonOf(school.with(token)(providers.identities))).toBe('NO_SESSION')
  expect(await school.app.db.selectFrom('identities').selectAll().execute()).toEqual([])
})

test('a provider that is closed puts out whom it let in, and keeps the links', async () => {
  const { id, version } = await admin(providersAdmin.save, given())
  const [student, mate] = [await aUser(school.app.db), await aUser(school.app.db)]
  const link = { provider_id: id, subject: 's', label: '', how: 'owner', linked_at: 1 } as const
  await addIdentity(school.app.db, { ...link, user_id: student.id })
  const [token, beside] = [await school.signIn(student), await school.signIn(mate)]
  await school.app.db.updateTable('sessions').set({ provider_id: id }).where('user_id', '=', student.id).execute()
  const renamed = await admin(providersAdmin.save, changed(id, version, { name: '另一个名字' }))
  await school.with(token)(providers.identities)
  await admin(providersAdmin.save, changed(id, renamed.version, { enabled: false }))
  expect(await reasonOf(school.with(token)(providers.identities))).toBe('NO_SESSION')
  await school.with(beside)(providers.identities)
  expect((await admin(providersAdmin.list))[0]?.linked).toBe(1)
})

test('a school whose address nobody knows offers no other log-in', async () => {
  await admin(providersAdmin.save, given())
  const nowhere = await schoolWithProviders([], { config: { baseUrl: null } })
  expect(await nowhere.send(providers.list)).toEqual([])
  await nowhere.close()
})
