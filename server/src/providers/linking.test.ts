import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import type { Person } from '../http/session.ts'
import { samplePassword as password } from '../sample-password.ts'
import { entryOf, logInBrowser, type LogInBrowser } from '../testing/log-in-browser.ts'
import { home, oidcForSchool, schoolWithProviders } from '../testing/log-in-school.ts'
import type { OidcServer } from '../testing/oidc-server.ts'
import { reasonOf } from '../testing/refusal.ts'
import type { School } from '../testing/test-app.ts'
import { addIdentity } from './identities-store.ts'
import { logInPeople } from '../testing/log-in-people.ts'
import { beginLink, finishLink } from './own.ts'

let remote: OidcServer
let school: School
let browser: LogInBrowser
beforeEach(async () => {
  remote = await oidcForSchool([{ sub: 'u-1', name: '林雨桐', student_no: '2026010301' }])
  school = await schoolWithProviders([remote.host])
  browser = logInBrowser(school, home)
})
afterEach(async () => {
  await school.close()
  await remote.close()
})

const { provide, aStudent, enter, userOf, tokenOf } = logInPeople(() => ({ school, remote, browser }))

describe('under 安全', () => {
  const loggedIn = async () => tokenOf(await browser.call('/api/user/login', { username: '2026010301', password }))
  const finish = (page: string, token: string) =>
    browser.call('/api/user/identity_finish', { code: entryOf(page) }, token)
  const link = (provider_id: number, token: string, said = password) =>
    browser.call('/api/user/identity_link', { provider_id, password: said }, token)

  test('a student links with the password and unlinks, which ends what that log-in had opened', async () => {
    const { id } = await provide()
    const student = await aStudent()
    const mate = await aUser(school.app.db, { username: 'mate' })
    const theirs = { provider_id: id, subject: 'u-9', label: '同学', how: 'owner', linked_at: 1 } as const
    await addIdentity(school.app.db, { ...theirs, user_id: mate.id })
    const token = await loggedIn()
    const unlink = () => browser.call('/api/user/identity_unlink', { provider_id: id }, token)
    expect((await unlink()).data.reason, 'what is a classmate’s').toBe('NOT_FOUND')
    expect((await link(id, token, 'not this one')).data.reason).toBe('WRONG_PASSWORD')
    const page = await browser.goThere(String((await link(id, token)).data.url))
    expect(page).toMatch(/^https:\/\/school\.example\/square\/mycenter\?tab=settings#entry=/)
    expect((await enter(page)).data.reason).toBe('PROVIDER_STATE')
    expect((await finish(page, token)).data).toEqual({ name: '学校统一身份认证' })
    expect((await link(id, token)).data.reason).toBe('IDENTITY_TAKEN')
    const linked = await browser.call('/api/user/identities', undefined, token)
    expect(linked.data).toMatchObject([{ provider_id: id, label: '林雨桐' }])

    const through = await enter(await browser.through(id))
    expect(userOf(through)).toBe(student.id)
    expect((await unlink()).code).toBe(1)
    expect((await browser.call('/api/student/getUserInfo', {}, tokenOf(through))).code).toBe(50008)
    expect((await browser.call('/api/student/getUserInfo', {}, token)).code).toBe(1)
    expect((await enter(await browser.through(id))).data).toHaveProperty('adoption')
    expect((await unlink()).data.reason).toBe('NOT_FOUND')
    expect(await school.app.db.selectFrom('identities').select('user_id').execute()).toEqual([{ user_id: mate.id }])
  })

  test('what was linked by whoever knew a password ends with the next one that staff give', async () => {
    const { id } = await provide()
    const [student, admin] = [await aStudent(), await aUser(school.app.db, { roles: ['admin'] })]
    const token = await loggedIn()
    await finish(await browser.goThere(String((await link(id, token)).data.url)), token)
    const through = await enter(await browser.through(id))
    expect(userOf(through)).toBe(student.id)
    const mate = await aUser(school.app.db)
    const theirs = { provider_id: id, subject: 'u-9', label: '同学', how: 'owner', linked_at: 1 } as const
    await addIdentity(school.app.db, { ...theirs, user_id: mate.id })
    const asAdmin = school.as(admin, { audience: 'admin', role: 'admin' })
    await asAdmin(accountsAdmin.resetPassword, { user_id: student.id })
    expect(await school.app.db.selectFrom('identities').select('user_id').execute()).toEqual([{ user_id: mate.id }])
    for (const open of [token, tokenOf(through)])
      expect((await browser.call('/api/student/getUserInfo', {}, open)).code).toBe(50008)
    expect((await enter(await browser.through(id))).data).toHaveProperty('adoption')
  })

  test('a link that is under way while staff give a new password is not made', async () => {
    const { id } = await provide()
    const [student, admin] = [await aStudent(), await aUser(school.app.db, { roles: ['admin'] })]
    await loggedIn()
    const { id: session_id } = await school.app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', student.id)
      .executeTakeFirstOrThrow()
    const admitted: Person = {
      ...{ language: 'zh-CN', address: '', origin: '', user_agent: '', browser: 'one', request_id: '' },
      ...{ user_id: student.id, session_id, audience: 'student', roles: ['student'], provider_id: null },
      now: school.clock.now(),
    }
    const { url } = await beginLink(school.app, id, 'student', admitted)
    const code = entryOf(await browser.goThere(url))
    const asAdmin = school.as(admin, { audience: 'admin', role: 'admin' })
    await asAdmin(accountsAdmin.resetPassword, { user_id: student.id })
    expect(await reasonOf(finishLink(school.app, code, 'student', admitted))).toBe('NO_SESSION')
    expect(await school.app.db.selectFrom('identities').selectAll().execute()).toEqual([])
  })

  test('what the school’s own number matched outlives a password that staff give', async () => {
    const { id } = await provide({ number_trusted: true })
    const [student, admin] = [await aStudent(), await aUser(school.app.db, { roles: ['admin'] })]
    expect(userOf(await enter(await browser.through(id)))).toBe(student.id)
    const asAdmin = school.as(admin, { audience: 'admin', role: 'admin' })
    await asAdmin(accountsAdmin.resetPassword, { user_id: student.id })
    expect(await school.app.db.selectFrom('identities').select('how').execute()).toEqual([{ how: 'matched' }])
  })

  test('a link that somebody else began is not finished by whoever follows it', async () => {
    const { id } = await provide()
    await aStudent()
    const token = await loggedIn()
    const page = await browser.goThere(String((await link(id, token)).data.url))
    await aUser(school.app.db, { username: 'victim' })
    const victim = tokenOf(await browser.call('/api/user/login', { username: 'victim', password }))
    expect((await finish(page, victim)).data.reason).toBe('PROVIDER_STATE')
  })

  test('staff link on the admin site alone', async () => {
    const { id } = await provide()
    await aStudent({ roles: ['student', 'teacher'] })
    expect((await link(id, await loggedIn())).data.reason).toBe('STAFF_LINK')
  })
})
