import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { keepWaiting } from '../accounts/waiting-passwords.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { samplePassword as password } from '../sample-password.ts'
import { logInBrowser, type LogInBrowser } from '../testing/log-in-browser.ts'
import { home, oidcForSchool, schoolWithProviders } from '../testing/log-in-school.ts'
import type { OidcServer } from '../testing/oidc-server.ts'
import { reasonOf } from '../testing/refusal.ts'
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

test('nothing stands on the log-in page where nothing is set up, or where it is switched off', async () => {
  expect((await browser.call('/api/user/providers')).data).toEqual([])
  const { id } = await provide({ enabled: false })
  expect((await browser.call('/api/user/providers')).data).toEqual([])
  expect((await browser.call('/api/user/provider_begin', { provider_id: id, door: 'student' })).data.reason).toBe(
    'PROVIDER_OFF',
  )
})

describe('a student whom the school’s log-in knows', () => {
  test('is let in by a number that cannot be edited there, the first time and each time after', async () => {
    const { id } = await provide(trusted)
    const student = await aStudent()
    expect(userOf(await enter(await browser.through(id)))).toBe(student.id)
    await school.app.db.updateTable('users').set({ student_no: null }).where('id', '=', student.id).execute()
    expect(userOf(await enter(await browser.through(id)))).toBe(student.id)
    await school.app.events.drain()
    const told = await school.app.db.selectFrom('messages').select('kind').where('user_id', '=', student.id).execute()
    expect(told).toEqual([{ kind: 'account.identity_linked' }])
  })

  test('comes back to the page they wanted, and to no other server', async () => {
    const { id } = await provide(trusted)
    expect(await browser.through(id, { redirect: '/square/index?state=all' })).toMatch(
      /^https:\/\/school\.example\/login\?redirect=%2Fsquare%2Findex%3Fstate%3Dall#entry=/,
    )
    for (const redirect of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:1',
    ])
      expect(await browser.through(id, { redirect })).toMatch(/^https:\/\/school\.example\/login#entry=[\w-]{43}$/)
  })

  test('owes no first password in that session: they never had it in hand', async () => {
    const { id } = await provide(trusted)
    await aStudent({ must_change_password: true })
    const token = tokenOf(await enter(await browser.through(id)))
    const profile = await browser.call('/api/student/getUserInfo', {}, token)
    expect(profile).toMatchObject({ code: 1, data: { must_change_password: false } })
    expect((await browser.call('/api/guild/guild_names_by_student', undefined, token)).code).toBe(1)
    const byPassword = await browser.call('/api/user/login', { username: '2026010301', password })
    expect((await browser.call('/api/guild/guild_names_by_student', undefined, tokenOf(byPassword))).data.reason).toBe(
      'PASSWORD',
    )
  })

  test('is in nobody’s charge for a list having made their account, and what stood on its slip opens nothing', async () => {
    const { db } = school.app
    const { id } = await provide(trusted)
    const student = await aStudent({ must_change_password: true })
    const [guild, teacher] = [await aGuild(db), await aUser(db, { roles: ['teacher'] })]
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    await aMember(db, { guild_id: guild.id, user_id: student.id, origin: 'made_here' })
    expect(userOf(await enter(await browser.through(id)))).toBe(student.id)
    await school.app.events.drain()
    const asTeacher = school.as(teacher, { audience: 'admin', role: 'teacher' })
    expect(await reasonOf(asTeacher(accountsAdmin.resetPassword, { user_id: student.id }))).toBe('NOT_FOUND')
    const bySlip = await browser.call('/api/user/login', { username: '2026010301', password })
    expect(bySlip.data.reason).toBe('CREDENTIALS')
  })

  test('stays out where the account is disabled, matched or linked', async () => {
    const { id } = await provide(trusted)
    const student = await aStudent({ status: 'disabled' })
    expect(userOf(await enter(await browser.through(id)))).toBe('ACCOUNT_DISABLED')
    const setStatus = (status: 'normal' | 'disabled') =>
      school.app.db.updateTable('users').set({ status }).where('id', '=', student.id).execute()
    await setStatus('normal')
    expect(userOf(await enter(await browser.through(id)))).toBe(student.id)
    await setStatus('disabled')
    expect(userOf(await enter(await browser.through(id)))).toBe('ACCOUNT_DISABLED')
  })

  test('is not matched by a number they may edit, nor by a name or an address', async () => {
    const { id } = await provide()
    await aStudent({ email: 'lin@school.cn', email_confirmed: true })
    remote.people.set('u-1', { sub: 'u-1', name: '2026010301', student_no: '2026010301', email: 'lin@school.cn' })
    const answer = await enter(await browser.through(id))
    expect(answer.data).toMatchObject({ adoption: { student_no: '2026010301', label: '2026010301' } })
    expect(answer.data.userinfo).toBeUndefined()
  })

  test('is known by a number in another case, and no second account is made', async () => {
    const { id } = await provide({ ...trusted, makes_accounts: true })
    const student = await aStudent({ username: 'lin', student_no: 'B2021001' })
    remote.people.set('u-1', { sub: 'u-1', name: '林雨桐', student_no: 'b2021001' })
    expect(userOf(await enter(await browser.through(id)))).toBe(student.id)
  })

  test('is not let into an account that another one there is linked with', async () => {
    const { id } = await provide(trusted)
    await aStudent()
    await enter(await browser.through(id))
    remote.people.set('u-2', { sub: 'u-2', student_no: '2026010301' })
    remote.present.sub = 'u-2'
    expect(userOf(await enter(await logInBrowserThrough(id)))).toBe('IDENTITY_TAKEN')
  })
})

/** Uses a new browser at the provider, so another user is logged in there now. */
const logInBrowserThrough = async (id: number) => {
  browser = logInBrowser(school, home)
  return browser.through(id)
}

describe('an account', () => {
  test('whose password waits to be hashed has a second way in: the first may be taken off', async () => {
    const { id } = await provide({ ...trusted, makes_accounts: true })
    const made = await enter(await browser.through(id))
    await keepWaiting(school.app.db, [{ user_id: Number(userOf(made)), closed: 'a password as it waits' }])
    expect((await browser.call('/api/user/identity_unlink', { provider_id: id }, tokenOf(made))).code).toBe(1)
  })

  test('is made for a trusted number nobody has, where the school wants that: 学生, in no guild, without a password', async () => {
    const { id } = await provide({ ...trusted, makes_accounts: true })
    const made = await enter(await browser.through(id))
    expect(made.data.userinfo).toMatchObject({ username: '2026010301', nickname: '林雨桐', role: '学生' })
    const user_id = Number(userOf(made))
    const row = await school.app.db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ password_hash: '', student_no: '2026010301', real_name: '林雨桐' })
    expect(
      await school.app.db.selectFrom('guild_members').selectAll().where('user_id', '=', user_id).execute(),
    ).toEqual([])
    // Another's password that waits is no way in for this one.
    await keepWaiting(school.app.db, [{ user_id: (await aUser(school.app.db)).id, closed: 'another password' }])
    expect((await browser.call('/api/user/identity_unlink', { provider_id: id }, tokenOf(made))).data.reason).toBe(
      'LAST_WAY_IN',
    )
    expect((await browser.call('/api/user/identity_unlink', { provider_id: id + 1 }, tokenOf(made))).data.reason).toBe(
      'NOT_FOUND',
    )
    expect((await browser.call('/api/user/login', { username: '2026010301', password: ' ' })).data.reason).toBe(
      'CREDENTIALS',
    )
  })

  test('is made for nobody where the school does not say so', async () => {
    const { id } = await provide(trusted)
    expect((await enter(await browser.through(id))).data).toHaveProperty('adoption')
    expect(await school.app.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  test('of staff is never matched by a number', async () => {
    const { id } = await provide(trusted)
    await aStudent({ roles: ['student', 'teacher'] })
    expect(userOf(await enter(await browser.through(id)))).toBe('STAFF_LINK')
  })
})

describe('the first time', () => {
  const arrived = async (id: number) => {
    const { adoption } = (await enter(await logInBrowserThrough(id))).data as { adoption: { ticket: string } }
    return adoption.ticket
  }
  const adopt = async (ticket: string, said: { student_no?: string; password?: string } = {}) =>
    browser.call('/api/user/provider_adopt', { ticket, student_no: '2026010301', password, ...said })

  test('学号 and password are asked once, and never again', async () => {
    const { id } = await provide()
    const student = await aStudent({ username: 'lin.yutong' })
    const ticket = await arrived(id)
    expect(userOf(await adopt(ticket))).toBe(student.id)
    expect((await adopt(ticket)).data.reason).toBe('PROVIDER_STATE')
    expect(userOf(await enter(await browser.through(id)))).toBe(student.id)
  })

  test('five wrong passwords bring a pause of 15 minutes, also with a new ticket and from another browser', async () => {
    const { id } = await provide()
    const student = await aStudent()
    let ticket = await arrived(id)
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await adopt(ticket, { password: 'not this one' })).data.reason).toBe('CREDENTIALS')
      school.clock.move(61_000)
    }
    ticket = await arrived(id)
    const paused = await adopt(ticket)
    expect(paused.data).toMatchObject({ reason: 'PAUSED' })
    expect(paused.data.seconds).toBeGreaterThan(800)
    school.clock.move(15 * 60_000)
    expect(userOf(await adopt(await arrived(id)))).toBe(student.id)
  })

  test('leads staff to the admin site, and tells the owner of a disabled account so', async () => {
    const { id } = await provide()
    const teacher = await aUser(school.app.db, { username: 'teacher', roles: ['teacher'] })
    const ticket = await arrived(id)
    const asTeacher = await adopt(ticket, { student_no: 'teacher' })
    expect(asTeacher.data.reason).toBe('STAFF_LINK')
    expect(asTeacher.msg).toContain('学校统一身份认证')
    await aStudent({ status: 'disabled' })
    expect((await adopt(ticket, { password: 'a wrong one' })).data.reason).toBe('CREDENTIALS')
    expect((await adopt(ticket)).data.reason).toBe('ACCOUNT_DISABLED')
    expect(await school.app.db.selectFrom('identities').selectAll().execute()).toEqual([])
    expect(teacher.id).toBeGreaterThan(0)
  })

  test('a student who is linked to one account of a provider is not linked to a second one', async () => {
    const { id } = await provide()
    await aStudent()
    await adopt(await arrived(id))
    remote.people.set('u-2', { sub: 'u-2' })
    remote.present.sub = 'u-2'
    expect((await adopt(await arrived(id))).data.reason).toBe('IDENTITY_TAKEN')
  })

  test('on two devices at once whose account it is may be said on both', async () => {
    const { id } = await provide()
    const student = await aStudent()
    const onPhone = await arrived(id)
    const phone = browser
    expect(userOf(await adopt(await arrived(id)))).toBe(student.id)
    browser = phone
    expect(userOf(await adopt(onPhone))).toBe(student.id)
    expect((await adopt(onPhone)).data.reason).toBe('PROVIDER_STATE')
  })

  test('a ticket opens nothing in another browser, and nothing after ten minutes', async () => {
    const { id } = await provide()
    await aStudent()
    const ticket = await arrived(id)
    const mine = browser
    browser = logInBrowser(school, home)
    await browser.call('/api/user/login', { username: 'nobody', password })
    expect((await adopt(ticket)).data.reason).toBe('PROVIDER_BROWSER')
    browser = mine
    school.clock.move(10 * 60_000)
    expect((await adopt(ticket)).data.reason).toBe('PROVIDER_STATE')
  })
})
