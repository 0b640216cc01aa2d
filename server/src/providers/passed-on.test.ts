import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { providersAdmin } from '@tongchuang/contract/providers.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { startSession } from '../accounts/sessions.ts'
import type { RequestContext } from '../http/session.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { enterStudentSite } from './enter.ts'
import { aProvider } from './factory.ts'
import { addIdentity } from './identities-store.ts'
import { findProvider } from './store.ts'

let school: School
let admin: School['send']
beforeEach(async () => {
  school = await testApp()
  admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

/** A person of the staff with an account at a provider, and the sessions it has opened on both sites. */
const aTeacherByProvider = async () => {
  const { db, config } = school.app
  const { id: provider_id } = await aProvider(db, config.secret, { kind: 'oidc' })
  const { id: user_id } = await aUser(db, {
    roles: ['teacher', 'assistant', 'student'],
    // The initial password has never been used.
    must_change_password: true,
  })
  await addIdentity(db, {
    user_id,
    provider_id,
    subject: 'u-1',
    label: '林老师',
    how: 'owner',
    for_staff: true,
    linked_at: 1,
  })
  const from = { user_id, provider_id, device: '', address: '', now: school.clock.now() }
  const atAdmin = await startSession(db, { ...from, audience: 'admin', role: 'teacher' })
  const atStudent = await startSession(db, { ...from, audience: 'student', role: null })
  return { user_id, provider_id, atAdmin: school.with(atAdmin.token), atStudent: school.with(atStudent.token) }
}
type Teacher = Awaited<ReturnType<typeof aTeacherByProvider>>

/** The sessions opened from there: by switching roles, and by a ticket from the student site. */
const goneOn = async ({ atAdmin, atStudent }: Teacher) => {
  const switched = await atAdmin(accountsAdmin.switchRole, { role: 'assistant' })
  const { ticket } = await atStudent(accounts.roleTicket, { role: 'teacher' })
  const handedOver = await school.send(accountsAdmin.login, { ticket })
  return [switched, handedOver].map(({ userinfo }) => school.with(userinfo.token))
}
const areOpen = (sessions: readonly School['send'][]) =>
  Promise.all(sessions.map((send) => reasonOf(send(accountsAdmin.sessions))))

test('who came by the account of a provider goes on into another role and by a ticket, still without the first password', async () => {
  expect(await areOpen(await goneOn(await aTeacherByProvider()))).toEqual(['done', 'done'])
})

test('once the provider is removed, what its accounts have opened is over, also what came of that', async () => {
  const teacher = await aTeacherByProvider()
  const sessions = await goneOn(teacher)
  const { ticket } = await teacher.atStudent(accounts.roleTicket, { role: 'teacher' })
  await admin(providersAdmin.remove, { id: teacher.provider_id })
  expect(await areOpen(sessions)).toEqual(['NO_SESSION', 'NO_SESSION'])
  expect(await reasonOf(school.send(accountsAdmin.login, { ticket }))).toBe('CREDENTIALS')
})

test('who takes the account off ends all that it has opened, but what they are in', async () => {
  const teacher = await aTeacherByProvider()
  const sessions = await goneOn(teacher)
  await school.app.db.updateTable('users').set({ must_change_password: false }).execute()
  const own = school.as(teacher.user_id, { audience: 'admin', role: 'teacher' })
  await own(providersAdmin.unlink, { provider_id: teacher.provider_id })
  expect(await areOpen([...sessions, own])).toEqual(['NO_SESSION', 'NO_SESSION', 'done'])
})

test('whose account is taken off while they come in by it begin again, and no session is left of it', async () => {
  const { db } = school.app
  const { user_id, provider_id } = await aTeacherByProvider()
  await db.deleteFrom('sessions').where('user_id', '=', user_id).execute()
  await db.updateTable('users').set({ must_change_password: false }).execute()
  const arrival = {
    provider: (await findProvider(db, provider_id))!,
    told: { subject: 'u-1', label: '林老师', student_no: '', acr: '' },
  } as Parameters<typeof enterStudentSite>[1]
  const caller: RequestContext = {
    ...{ language: 'zh-CN', address: '', origin: '', user_agent: '', browser: '', request_id: '' },
    now: school.clock.now(),
  }
  const unlink = () =>
    school.as(user_id, { audience: 'admin', role: 'teacher' })(providersAdmin.unlink, { provider_id })
  const { reason } = await meanwhile(school, () => enterStudentSite(school.app, arrival, caller), unlink)
  expect(reason).toBe('PROVIDER_STATE')
  const left = await db.selectFrom('sessions').select('provider_id').where('user_id', '=', user_id).execute()
  expect(left).toEqual([{ provider_id: null }])
})

test('who switches the role in two windows at once goes on in one of them', async () => {
  const { atAdmin, user_id } = await aTeacherByProvider()
  const go = () => reasonOf(atAdmin(accountsAdmin.switchRole, { role: 'assistant' }))
  expect((await Promise.all([go(), go()])).toSorted()).toEqual(['NO_SESSION', 'done'])
  const open = school.app.db.selectFrom('sessions').select('id').where('ended_at', 'is', null)
  expect(await open.where('audience', '=', 'admin').where('user_id', '=', user_id).execute()).toHaveLength(1)
})
