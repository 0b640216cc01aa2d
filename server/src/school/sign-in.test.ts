import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { samplePassword } from '../sample-password.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const codeOf = (secret: string, at = school.clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

/** Somebody of the staff with a second factor. */
const withFactor = async (roles: ('teacher' | 'admin' | 'student')[] = ['teacher']) => {
  const person = await aUser(school.app.db, { roles })
  const send = school.as(person, { audience: 'admin', role: roles[0] === 'admin' ? 'admin' : 'teacher' })
  const { secret } = await send(accountsAdmin.beginFactor, { password: samplePassword })
  const { recovery_codes } = await send(accountsAdmin.confirmFactor, { code: codeOf(secret) })
  school.clock.move(60_000)
  return { person, send, secret, recovery_codes }
}
const firstStep = (username: string) =>
  refusal(school.send(accountsAdmin.login, { username, password: samplePassword }))

describe('the second factor', () => {
  test('a teacher who has one is let in with password and code, and no code opens twice', async () => {
    const { person, secret } = await withFactor()
    const { reason, data } = await firstStep(person.username)
    expect(reason).toBe('FACTOR')
    const challenge = String(data.challenge)
    expect(await reasonOf(school.send(accountsAdmin.login, { challenge, code: '000000' }))).toBe('FACTOR_WRONG')
    const code = codeOf(secret)
    expect((await school.send(accountsAdmin.login, { challenge, code })).userinfo.id).toBe(person.id)
    const entries = school.app.db.selectFrom('audit_entries').select('role').where('call', '=', '/api/admin/login')
    expect(await entries.where('user_id', '=', person.id).execute()).toEqual([{ role: 'teacher' }])
    const again = String((await firstStep(person.username)).data.challenge)
    expect(await reasonOf(school.send(accountsAdmin.login, { challenge: again, code }))).toBe('FACTOR_WRONG')
    expect(
      await reasonOf(
        school.send(accountsAdmin.login, { challenge, code: codeOf(secret, school.clock.now() + 30_000) }),
      ),
    ).toBe('CHALLENGE')
  })

  test('a teacher who types the code in wide digits is let in, and reads of six other characters that they are no code', async () => {
    const { person, secret } = await withFactor()
    const challenge = String((await firstStep(person.username)).data.challenge)
    const enter = (code: string) => school.send(accountsAdmin.login, { challenge, code })
    for (const code of ['一二三四五六', '😀😀😀😀😀😀', '12345六', '-----6'])
      expect(await reasonOf(enter(code)), code).toBe('FACTOR_WRONG')
    const wide = codeOf(secret).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    expect((await enter(wide)).userinfo.id).toBe(person.id)
  })

  test('a recovery code opens once, written with or without its dash', async () => {
    const { person, recovery_codes, send } = await withFactor()
    const [code = ''] = recovery_codes
    expect(recovery_codes).toHaveLength(10)
    const enter = async (code: string) =>
      school.send(accountsAdmin.login, { challenge: String((await firstStep(person.username)).data.challenge), code })
    expect((await enter(code.replace('-', ' ').toUpperCase())).userinfo.id).toBe(person.id)
    expect(await reasonOf(enter(code))).toBe('FACTOR_WRONG')
    expect(await send(schoolAdmin.me)).toMatchObject({ second_factor: true, recovery_left: 9 })
  })

  test('on a server that has got another secret a teacher is told so, and comes in once it has the one of before', async () => {
    const { person, secret } = await withFactor()
    const challenge = String((await firstStep(person.username)).data.challenge)
    const code = codeOf(secret)
    const before = school.app.config.secret
    Object.assign(school.app.config, { secret: 'typed in by somebody who did not know of the first' })
    expect(await reasonOf(school.send(accountsAdmin.login, { challenge, code }))).toBe('FACTOR_CLOSED')
    Object.assign(school.app.config, { secret: before })
    expect((await school.send(accountsAdmin.login, { challenge, code })).userinfo.id).toBe(person.id)
  })

  test('who guesses codes is paused after five, and the challenge ends after five minutes', async () => {
    const { person, secret } = await withFactor()
    const challenge = String((await firstStep(person.username)).data.challenge)
    const tries: string[] = []
    for (let at = 0; at < 6; at += 1)
      tries.push(await reasonOf(school.send(accountsAdmin.login, { challenge, code: '000000' })))
    expect(tries).toEqual([...Array<string>(5).fill('FACTOR_WRONG'), 'PAUSED'])
    school.clock.move(6 * 60_000)
    expect(await reasonOf(school.send(accountsAdmin.login, { challenge, code: codeOf(secret) }))).toBe('CHALLENGE')
  })

  test('a ticket of the student site does not go around it', async () => {
    const { person, secret } = await withFactor(['teacher', 'student'])
    const { ticket } = await school.as(person)(accounts.roleTicket, { role: 'teacher' })
    const { reason, data } = await refusal(school.send(accountsAdmin.login, { ticket }))
    expect(reason).toBe('FACTOR')
    expect(await reasonOf(school.send(accountsAdmin.login, { ticket }))).toBe('CREDENTIALS')
    expect(
      (await school.send(accountsAdmin.login, { challenge: String(data.challenge), code: codeOf(secret) })).userinfo
        .role,
    ).toBe('teacher')
  })

  test('where the site requires it, an administrator sets it up at the log-in and cannot take it off', async () => {
    await school.app.changeSettings({ second_factor_required: true })
    const admin = await aUser(school.app.db, { roles: ['admin', 'teacher'] })
    const { data } = await firstStep(admin.username)
    const { secret } = data.setup as { secret: string }
    const entered = await school.send(accountsAdmin.login, { challenge: String(data.challenge), code: codeOf(secret) })
    expect(entered.recovery_codes).toHaveLength(10)
    expect(
      await reasonOf(school.with(entered.userinfo.token)(accountsAdmin.endFactor, { password: samplePassword })),
    ).toBe('FACTOR_NEEDED')
    const other = await aUser(school.app.db, { roles: ['admin', 'teacher'] })
    const asTeacher = await school.send(accountsAdmin.login, {
      username: other.username,
      password: samplePassword,
      role: 'teacher',
    })
    expect(await reasonOf(school.with(asTeacher.userinfo.token)(accountsAdmin.switchRole, { role: 'admin' }))).toBe(
      'FACTOR_NEEDED',
    )
    await school.app.changeSettings({ second_factor_required: false })
  })

  test('what one teacher does with it leaves a colleague’s as it was', async () => {
    const [one, colleague] = [await withFactor(), await withFactor()]
    const [first = ''] = one.recovery_codes
    await school.send(accountsAdmin.login, {
      challenge: String((await firstStep(one.person.username)).data.challenge),
      code: first,
    })
    await one.send(accountsAdmin.renewRecovery, { password: samplePassword })
    expect(await one.send(schoolAdmin.me)).toMatchObject({ second_factor: true, recovery_left: 10 })
    await one.send(accountsAdmin.endFactor, { password: samplePassword })
    expect(await one.send(schoolAdmin.me)).toMatchObject({ second_factor: false })
    expect(await colleague.send(schoolAdmin.me)).toMatchObject({ second_factor: true, recovery_left: 10 })
    const [theirs = ''] = colleague.recovery_codes
    const challenge = String((await firstStep(colleague.person.username)).data.challenge)
    expect((await school.send(accountsAdmin.login, { challenge, code: theirs })).userinfo.id).toBe(colleague.person.id)
  })

  test('two teachers whom chance gave the same secret and the same recovery code use up their own', async () => {
    const { db } = school.app
    const [one, colleague] = [await withFactor(), await withFactor()]
    const { secret } = await db
      .selectFrom('second_factors')
      .select('secret')
      .where('user_id', '=', one.person.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('second_factors').set({ secret }).where('user_id', '=', colleague.person.id).execute()
    const hashes = await db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', one.person.id)
      .execute()
    await db
      .insertInto('recovery_codes')
      .values(hashes.map(({ code_hash }) => ({ user_id: colleague.person.id, code_hash, used_at: null })))
      .execute()
    const enter = async ({ person }: typeof one, code: string) =>
      (
        await school.send(accountsAdmin.login, {
          challenge: String((await firstStep(person.username)).data.challenge),
          code,
        })
      ).userinfo.id
    expect(await enter(one, one.recovery_codes[0] ?? '')).toBe(one.person.id)
    expect(await colleague.send(schoolAdmin.me)).toMatchObject({ recovery_left: 20 })
    const code = codeOf(one.secret)
    expect([await enter(one, code), await enter(colleague, code)]).toEqual([one.person.id, colleague.person.id])
  })

  test('who has lost the role between password and code is not let in', async () => {
    const { person, secret } = await withFactor(['teacher', 'student'])
    const challenge = String((await firstStep(person.username)).data.challenge)
    await school.app.db
      .deleteFrom('user_roles')
      .where('user_id', '=', person.id)
      .where('role', '=', 'teacher')
      .execute()
    expect(await reasonOf(school.send(accountsAdmin.login, { challenge, code: codeOf(secret) }))).toBe('ROLE')
  })

  test('the secret is not in the database as it is, nor are recovery codes', async () => {
    const { secret, recovery_codes } = await withFactor()
    const rows = JSON.stringify([
      await school.app.db.selectFrom('second_factors').selectAll().execute(),
      await school.app.db.selectFrom('recovery_codes').selectAll().execute(),
      await school.app.db.selectFrom('audit_entries').selectAll().execute(),
    ])
    for (const hidden of [secret, ...recovery_codes]) expect(rows).not.toContain(hidden)
  })
})

describe('sessions of the staff', () => {
  test('a teacher changes the password, which ends the other sessions, and goes on in another role', async () => {
    const person = await aUser(school.app.db, { roles: ['teacher', 'assistant'] })
    const [here, there] = [
      school.as(person, { audience: 'admin', role: 'teacher' }),
      school.as(person, { audience: 'admin', role: 'teacher' }),
    ]
    await there(schoolAdmin.me)
    await here(accountsAdmin.changePassword, { password: samplePassword, new_password: 'seven quiet herons' })
    expect(await reasonOf(there(schoolAdmin.me))).toBe('NO_SESSION')
    const { userinfo } = await here(accountsAdmin.switchRole, { role: 'assistant' })
    expect(await reasonOf(here(schoolAdmin.me))).toBe('NO_SESSION')
    const now = school.with(userinfo.token)
    expect((await now(schoolAdmin.me)).role).toBe('assistant')
    expect(await reasonOf(now(accountsAdmin.switchRole, { role: 'admin' }))).toBe('ROLE')
    const { id } = await school.app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', person.id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(await now(accountsAdmin.sessions)).toMatchObject([{ id, current: true, is_admin_site: true }])
    await now(accountsAdmin.endSession, { id })
    expect(await reasonOf(now(schoolAdmin.me))).toBe('NO_SESSION')
  })

  test('an account without a role of the staff is not let in', async () => {
    const student = await aUser(school.app.db)
    expect(
      await reasonOf(school.send(accountsAdmin.login, { username: student.username, password: samplePassword })),
    ).toBe('ROLE')
  })
})
