import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TOTP, Secret } from 'otpauth'
import { aUser } from '../accounts/factory.ts'
import { grantRoles } from '../accounts/store.ts'
import { samplePassword as password } from '../sample-password.ts'
import { entryOf, logInBrowser, type LogInBrowser } from '../testing/log-in-browser.ts'
import { home, oidcForSchool, schoolWithProviders } from '../testing/log-in-school.ts'
import type { OidcServer } from '../testing/oidc-server.ts'
import type { School } from '../testing/test-app.ts'
import { logInPeople } from '../testing/log-in-people.ts'

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
const trusted = { number_trusted: true }

const { provide, aStudent, enter, userOf, tokenOf } = logInPeople(() => ({ school, remote, browser }))

describe('staff', () => {
  const codeOf = (secret: string, at: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  const staffDoor = { door: 'admin' } as const
  const throughDoor = async (id: number) => enter(await browser.through(id, staffDoor), '/api/admin/provider/enter')

  /** A teacher with a second factor; answers the token of a session, and the codes of their authenticator. */
  const aTeacher = async (known?: number) => {
    const id = known ?? (await aUser(school.app.db, { username: 'teacher', roles: ['teacher'] })).id
    const token = await school.signIn(id, { audience: 'admin', role: 'teacher' })
    const begun = await browser.call('/api/admin/me/begin_factor', { password }, token)
    const secret = String(begun.data.secret)
    const code = () => {
      school.clock.move(30_000)
      return codeOf(secret, school.clock.now())
    }
    return { id, token, code, confirm: () => browser.call('/api/admin/me/confirm_factor', { code: code() }, token) }
  }
  const linked = async (provider_id: number, teacher: Awaited<ReturnType<typeof aTeacher>>) => {
    const begun = await browser.call(
      '/api/admin/me/link_identity',
      { provider_id, password, code: teacher.code() },
      teacher.token,
    )
    const page = await browser.goThere(String(begun.data.url))
    expect(page).toMatch(/^https:\/\/school\.example\/admin\/account#entry=/)
    return browser.call('/api/admin/me/finish_link', { code: entryOf(page) }, teacher.token)
  }

  test('link with password and second factor, and still need the second factor at the door', async () => {
    const { id } = await provide(trusted)
    const teacher = await aTeacher()
    const refused = { provider_id: id, password, code: '000000' }
    expect((await browser.call('/api/admin/me/link_identity', refused, teacher.token)).data.reason).toBe(
      'FACTOR_NEEDED',
    )
    await teacher.confirm()
    expect((await browser.call('/api/admin/me/link_identity', refused, teacher.token)).data.reason).toBe('FACTOR_WRONG')
    expect((await throughDoor(id)).data.reason).toBe('NOT_LINKED')
    expect((await linked(id, teacher)).data).toEqual({ name: '学校统一身份认证' })
    const owed = await throughDoor(id)
    expect(owed.data).toMatchObject({ reason: 'FACTOR' })
    const opened = await browser.call('/api/admin/login', { challenge: owed.data.challenge, code: teacher.code() })
    expect(userOf(opened)).toBe(teacher.id)
    await browser.call('/api/admin/me/unlink_identity', { provider_id: id }, teacher.token)
    expect((await browser.call('/api/admin/me/sessions', undefined, tokenOf(opened))).code).toBe(50008)
  })

  test('need none where the provider states one that the school accepts', async () => {
    remote.people.set('u-1', { sub: 'u-1', name: '林老师', acr: 'mfa' })
    const { id } = await provide({ accepted_acr: '["mfa"]' })
    const teacher = await aTeacher()
    await teacher.confirm()
    await linked(id, teacher)
    expect(userOf(await throughDoor(id))).toBe(teacher.id)
    await school.app.db.updateTable('login_providers').set({ accepted_acr: '["another"]' }).execute()
    expect((await throughDoor(id)).data.reason).toBe('FACTOR')
    const entries = await school.app.db
      .selectFrom('audit_entries')
      .select(['call', 'outcome', 'input'])
      .orderBy('id')
      .execute()
    expect(entries.map(({ call, outcome }) => `${call} ${outcome}`)).toEqual(
      expect.arrayContaining([
        '/api/admin/me/link_identity DONE',
        '/api/admin/me/finish_link DONE',
        '/api/admin/provider/enter DONE',
      ]),
    )
    expect(JSON.stringify(entries)).not.toContain(password)
  })

  /** A user who first logged in as a student matched by number alone, and now has a staff role. */
  const matchedTeacher = async (provider_id: number) => {
    const { id } = await aStudent()
    expect(userOf(await enter(await browser.through(provider_id)))).toBe(id)
    await grantRoles(school.app.db, id, ['teacher'])
    return id
  }
  const atStudentDoor = async (provider_id: number) => tokenOf(await enter(await browser.through(provider_id)))
  const goOver = async (token: string) => browser.call('/api/user/role_ticket', { role: 'teacher' }, token)

  test('a student whom a number alone let in becomes a teacher, and comes by it to the student site alone', async () => {
    const { id } = await provide(trusted)
    const before = await matchedTeacher(id)
    expect((await throughDoor(id)).data.reason).toBe('NOT_LINKED')
    const token = await atStudentDoor(id)
    expect((await browser.call('/api/student/getUserInfo', {}, token)).data).toMatchObject({ id: before })
    expect((await goOver(token)).data.reason).toBe('STAFF_PASSWORD')
    const byPassword = tokenOf(await browser.call('/api/user/login', { username: '2026010301', password }))
    expect((await goOver(byPassword)).data).toHaveProperty('ticket')
  })

  test('who links it once more on the admin site, with password and second factor, comes in there by it', async () => {
    const { id } = await provide(trusted)
    const teacher = await aTeacher(await matchedTeacher(id))
    const as = async () => (await browser.call('/api/admin/me/identities', undefined, teacher.token)).data
    expect(await as()).toMatchObject([{ provider_id: id, linked_at: null }])
    await teacher.confirm()
    const old = await atStudentDoor(id)
    expect((await linked(id, teacher)).data).toEqual({ name: '学校统一身份认证' })
    expect(await as()).toMatchObject([{ provider_id: id, label: '林雨桐' }])
    expect((await browser.call('/api/student/getUserInfo', {}, old)).code, 'what it had opened begins again').toBe(
      50008,
    )
    expect((await throughDoor(id)).data.reason).toBe('FACTOR')
    expect((await goOver(await atStudentDoor(id))).data).toHaveProperty('ticket')
    const again = { provider_id: id, password, code: teacher.code() }
    expect((await browser.call('/api/admin/me/link_identity', again, teacher.token)).data.reason).toBe('IDENTITY_TAKEN')
  })

  test('a code of one door opens not the other', async () => {
    const { id } = await provide(trusted)
    await aStudent()
    const atAdmin = await browser.through(id, staffDoor)
    expect(atAdmin).toMatch(/^https:\/\/school\.example\/admin\/login#entry=/)
    expect((await enter(atAdmin)).data.reason).toBe('PROVIDER_STATE')
    expect((await enter(await browser.through(id), '/api/admin/provider/enter')).data.reason).toBe('PROVIDER_STATE')
  })
})
