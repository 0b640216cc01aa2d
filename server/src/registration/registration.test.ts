import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

type Form = Input<typeof registration.userRegister>
const form = (given: Partial<Form> = {}): Form => ({ username: 'newcomer', password: 'a fresh one 77', ...given })
const reasonOf = (given: Partial<Form>) =>
  school.send(registration.userRegister, form(given)).then(
    () => 'in',
    (error: { reason: string }) => error.reason,
  )
const people = async () =>
  (await school.app.db.selectFrom('users').select('username').orderBy('id').execute()).map(({ username }) => username)

describe('registration with an invite code', () => {
  test('a newcomer is registered, logged in and in the guild, however the code was typed', async () => {
    const { db } = school.app
    const guild = await aGuild(db, { join_policy: 'approval', visibility: 'hidden', invite_code: 'ABCD2345' })
    const given = {
      nickname: '小明',
      email: 'Me@school.cn',
      mobile: '138 0013 8000',
      invite: ' abcd-2345 ',
      consent_version: 1,
    }
    const { userinfo, guild_id } = await school.send(registration.userRegister, form(given))
    expect(guild_id).toBe(guild.id)
    expect(userinfo).toMatchObject({
      username: 'newcomer',
      nickname: '小明',
      role: '学生',
      mobile: '138****8000',
      score: 0,
    })
    expect(await school.with(userinfo.token)(profile.get)).toMatchObject({
      certification: false,
      email: 'M***@school.cn',
      level: 1,
      group_id: 1,
    })
    const row = await db.selectFrom('users').selectAll().where('id', '=', userinfo.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      consent_version: 1,
      consent_at: school.clock.now(),
      mobile: '13800138000',
      must_change_password: false,
    })
    expect(await db.selectFrom('guild_members').select(['user_id', 'role', 'status']).execute()).toEqual([
      { user_id: userinfo.id, role: 'student', status: 'member' },
    ])
    expect(
      (await school.send(accounts.login, { username: 'me@school.cn', password: 'a fresh one 77' })).userinfo.id,
    ).toBe(userinfo.id)
  })

  test('without a right code nobody comes in, unless the administrator opened registration', async () => {
    await aGuild(school.app.db, { join_policy: 'closed', invite_code: 'CLSD2345' })
    expect([
      await reasonOf({}),
      await reasonOf({ invite: 'WRNG2345' }),
      await reasonOf({ invite: 'CLSD2345' }),
    ]).toEqual(['INVITE', 'INVITE', 'GUILD_CLOSED'])
    expect(await people()).toEqual([])
    await school.app.changeSettings({ registration_open: true })
    expect((await school.send(accounts.site)).doors.invite_required).toBe(false)
    expect(await reasonOf({ invite: 'WRNG2345' })).toBe('INVITE')
    expect((await school.send(registration.userRegister, form({ invite: '' }))).guild_id).toBeNull()
  })

  test('of ten newcomers at once for the last place one gets in, and no account is left of the others', async () => {
    const guild = await aGuild(school.app.db, { capacity: 1 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => reasonOf({ username: `newcomer${at}`, invite: guild.invite_code })),
    )
    expect(answers.toSorted()).toEqual([...Array<string>(9).fill('FULL'), 'in'])
    expect(await people()).toHaveLength(1)
    expect(await school.app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  })

  test('of ten at once with one name, in any case and width, one gets it', async () => {
    await school.app.changeSettings({ registration_open: true })
    const names = [
      'newcomer',
      'NEWCOMER',
      'Newcomer',
      'ｎｅｗcomer',
      'newComer',
      'NewComer',
      'newcomeR',
      'newcomEr',
      'newcoMer',
      'nEwcomer',
    ]
    const answers = await Promise.all(names.map((username) => reasonOf({ username })))
    expect(answers.toSorted()).toEqual([...Array<string>(9).fill('NAME_TAKEN'), 'in'])
    expect(await people()).toHaveLength(1)
  })

  test('while registration is closed nobody registers', async () => {
    await school.app.changeSettings({ doors: { invite: false, code: true }, registration_open: true })
    expect(await reasonOf({})).toBe('CLOSED_DOOR')
  })
})

describe('what both ways of registering ask', () => {
  beforeEach(() => school.app.changeSettings({ registration_open: true }))

  test.each([
    ['a name of digits', { username: '20260001' }, 'NAME_RULE'],
    ['a name with something invisible in it', { username: 'new\u200bcomer' }, 'NAME_RULE'],
    ['a common password', { password: 'woaini1314' }, 'WEAK_PASSWORD'],
    ['one’s name as the password', { password: 'Newcomer1' }, 'WEAK_PASSWORD'],
    ['another text of consent than the one that holds', { consent_version: 2 }, 'CONSENT'],
    ['no address', { email: 'newcomer@' }, 'INVALID'],
    ['no number', { mobile: 'none' }, 'INVALID'],
    ['nothing wrong', {}, 'in'],
    ['empty fields, as the specified form sends them', { email: '', mobile: '' }, 'in'],
    ['the longest password there may be', { password: '密'.repeat(64) + '' }, 'WEAK_PASSWORD'],
    [
      '64 different characters',
      { password: Array.from({ length: 64 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('') },
      'in',
    ],
  ])('%s', async (_what, given, reason) => expect(await reasonOf(given)).toBe(reason))

  test('fields only staff may set are refused at registration', async () => {
    for (const extra of [{ role: 'admin' }, { student_no: '1' }, { email_confirmed: true }, { score: 5 }])
      expect(await reasonOf(extra as Partial<Form>)).toBe('INVALID')
    expect(await people()).toEqual([])
  })

  test('a newcomer hears that a user name is taken, but never that an address or number is', async () => {
    await aUser(school.app.db, { username: 'Wang', email: 'w@school.cn', email_confirmed: true, mobile: '13800138000' })
    expect(await reasonOf({ username: 'ｗＡng' })).toBe('NAME_TAKEN')
    expect(await reasonOf({ email: 'w@school.cn', mobile: '13800138000' })).toBe('in')
    // The address still belongs to the account that confirmed it.
    await expect(
      school.send(accounts.login, { username: 'w@school.cn', password: 'a fresh one 77' }),
    ).rejects.toMatchObject({ reason: 'CREDENTIALS' })
  })
})

describe('a password given by staff', () => {
  const give = async (by: { id: number }, role: 'teacher' | 'assistant' | 'admin', user_id: number) =>
    school
      .as(by, { audience: 'admin', role })(accountsAdmin.resetPassword, { user_id })
      .then(
        ({ password }) => password,
        (error: { reason: string }) => error.reason,
      )

  test('a teacher gives a student one, which must be changed; the sessions of the student end', async () => {
    const { db, events } = school.app
    const [teacher, student, guild] = [await aUser(db, { roles: ['teacher'] }), await aUser(db), await aGuild(db)]
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    await aMember(db, { guild_id: guild.id, user_id: student.id })
    const before = school.as(student)
    await before(profile.get)
    const password = await give(teacher, 'teacher', student.id)
    expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    await expect(before(profile.get)).rejects.toMatchObject({ code: 50008 })
    const { userinfo } = await school.send(accounts.login, { username: student.username, password })
    const send = school.with(userinfo.token)
    await expect(send(messages.list, {})).rejects.toMatchObject({ reason: 'PASSWORD' })
    await send(accounts.changePassword, { password, new_password: 'a fresh one 77' })
    await events.drain()
    expect((await send(messages.list, {})).list.map(({ kind }) => kind)).toEqual([
      'account.password_changed',
      'account.password_given',
    ])
  })

  test('for everyone who is not a student of the teacher the answer is that of an absent person', async () => {
    const { db } = school.app
    const [teacher, guild, elsewhere] = [await aUser(db, { roles: ['teacher'] }), await aGuild(db), await aGuild(db)]
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const [stranger, left, assistant, colleague, monitor] = [
      await aUser(db),
      await aUser(db),
      await aUser(db),
      await aUser(db, { roles: ['student', 'teacher'] }),
      await aUser(db),
    ]
    await aMember(db, { guild_id: elsewhere.id, user_id: stranger.id })
    await aMember(db, { guild_id: guild.id, user_id: left.id, status: 'left' })
    await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
    await aMember(db, { guild_id: guild.id, user_id: colleague.id })
    await aMember(db, { guild_id: guild.id, user_id: monitor.id })
    for (const { id } of [stranger, left, assistant, colleague, teacher, { id: 99_999 }])
      expect(await give(teacher, 'teacher', id)).toBe('NOT_FOUND')
    expect(await give(assistant, 'assistant', monitor.id)).toBe('ROLE')
    expect(await give(teacher, 'teacher', monitor.id)).not.toBe('NOT_FOUND')
  })

  test('an administrator gives anyone one but himself', async () => {
    const { db } = school.app
    const [admin, teacher] = [await aUser(db, { roles: ['admin'] }), await aUser(db, { roles: ['teacher'] })]
    expect(await give(admin, 'admin', teacher.id)).toMatch(/-/)
    expect(await give(admin, 'admin', admin.id)).toBe('NOT_FOUND')
  })
})
