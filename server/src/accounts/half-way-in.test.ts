import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { samplePassword as password } from '../sample-password.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser } from './factory.ts'

let school: School
let admin: School['send']
beforeEach(async () => {
  school = await testApp()
  admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

const new_password = 'another staple 77'
const reset = (user_id: number) => admin(accountsAdmin.resetPassword, { user_id })

describe('a ticket for the admin site', () => {
  const aTeacher = async () => {
    const teacher = await aUser(school.app.db, { roles: ['teacher', 'student'] })
    const [here, there] = [school.as(teacher), school.as(teacher)]
    await there(accounts.menu)
    const { ticket } = await here(accounts.roleTicket, { role: 'teacher' })
    return { ...teacher, here, there, enter: () => reasonOf(school.send(accountsAdmin.login, { ticket })) }
  }

  test('is refused once its session has logged out, while that of another session works', async () => {
    const { here, there, enter } = await aTeacher()
    const other = (await there(accounts.roleTicket, { role: 'teacher' })).ticket
    await here(accounts.logout)
    expect(await enter()).toBe('CREDENTIALS')
    expect(await reasonOf(school.send(accountsAdmin.login, { ticket: other }))).toBe('done')
  })

  test('is refused once its owner has changed the password or ended the session elsewhere', async () => {
    const [one, two] = [await aTeacher(), await aTeacher()]
    await one.there(accounts.changePassword, { password, new_password })
    await two.there(accounts.endDevice, { others: true })
    expect([await one.enter(), await two.enter()]).toEqual(['CREDENTIALS', 'CREDENTIALS'])
  })

  test('is refused once staff have reset the password', async () => {
    const { id, enter } = await aTeacher()
    await reset(id)
    expect(await enter()).toBe('CREDENTIALS')
  })
})

describe('a teacher whose code is still to come', () => {
  /** A teacher with a second factor, whose password was just accepted. */
  const aTeacher = async () => {
    const teacher = await aUser(school.app.db, { roles: ['teacher', 'student'] })
    const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
    const { secret } = await send(accountsAdmin.beginFactor, { password })
    const code = () => {
      school.clock.move(60_000)
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: school.clock.now() })
    }
    await send(accountsAdmin.confirmFactor, { code: code() })
    const { data } = await refusal(school.send(accountsAdmin.login, { username: teacher.username, password }))
    const challenge = String(data.challenge)
    const sendCode = () => school.send(accountsAdmin.login, { challenge, code: code() })
    return { ...teacher, send, sendCode, enter: () => reasonOf(sendCode()) }
  }

  test('has to log in again once staff have reset the password, and a colleague has not', async () => {
    const [teacher, colleague] = [await aTeacher(), await aTeacher()]
    await reset(teacher.id)
    expect([await teacher.enter(), await colleague.enter()]).toEqual(['CHALLENGE', 'done'])
  })

  test('has to log in again once the password was changed, or was reset while the code is checked', async () => {
    const [one, two] = [await aTeacher(), await aTeacher()]
    await one.send(accountsAdmin.changePassword, { password, new_password })
    expect(await one.enter()).toBe('CHALLENGE')
    expect((await meanwhile(school, two.sendCode, () => reset(two.id))).reason).toBe('CHALLENGE')
  })

  test('is let in although one device is allowed and the student site was logged into meanwhile', async () => {
    await school.app.changeSettings({ one_device: true })
    const teacher = await aTeacher()
    await school.send(accounts.login, { username: teacher.username, password })
    expect(await teacher.enter()).toBe('done')
  })
})

describe('a session that was opened with the password alone', () => {
  const login = { username: '', password }
  /** A teacher who is also an administrator, and an intruder with the password who logged in as a teacher. */
  const someoneInside = async () => {
    const owner = await aUser(school.app.db, { roles: ['teacher', 'admin', 'student'] })
    const { username } = await school.app.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const { userinfo } = await school.send(accountsAdmin.login, { ...login, username, role: 'teacher' })
    const inside = school.with(userinfo.token)
    return {
      owner,
      username,
      inside,
      becomesAdmin: () => reasonOf(inside(accountsAdmin.switchRole, { role: 'admin' })),
    }
  }
  const codeFor = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: school.clock.now() })

  test('is ended once the owner turns on the second factor, before it can become administrator; the owner’s own session goes on', async () => {
    const { owner, becomesAdmin } = await someoneInside()
    const own = school.as(owner, { audience: 'admin', role: 'teacher' })
    const { secret } = await own(accountsAdmin.beginFactor, { password })
    await own(accountsAdmin.confirmFactor, { code: codeFor(secret) })
    expect(await becomesAdmin()).toBe('NO_SESSION')
    expect(await reasonOf(own(accountsAdmin.switchRole, { role: 'admin' }))).toBe('done')
  })

  test('is ended once the owner sets up the required second factor while logging in as an administrator', async () => {
    await school.app.changeSettings({ second_factor_required: true })
    const { username, becomesAdmin } = await someoneInside()
    expect(await becomesAdmin()).toBe('FACTOR_NEEDED')
    const { data } = await refusal(school.send(accountsAdmin.login, { ...login, username, role: 'admin' }))
    const { challenge, setup } = data as { challenge: string; setup: { secret: string } }
    const code = codeFor(setup.secret)
    const { userinfo } = await school.send(accountsAdmin.login, { challenge, code })
    expect(await becomesAdmin()).toBe('NO_SESSION')
    expect(await reasonOf(school.with(userinfo.token)(accountsAdmin.sessions))).toBe('done')
  })
})
