import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import type { Envelope } from '@tongchuang/contract/sender.ts'
import { samplePassword as password } from '../sample-password.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser, type GivenUser } from './factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const someone = (given?: GivenUser) => aUser(school.app.db, given)

type From = { address?: string; cookie?: string; headers?: Record<string, string>; site?: string }
type Answer = Envelope & {
  data: { reason?: string; seconds?: number; userinfo?: { id: number; token: string } }
  cookie: string
}

/** A log-in as sent by a browser at a given address. */
const tryAs = async (
  username: string,
  password: string,
  { address = '10.0.0.1', cookie, headers, site = '/api/user/login' }: From = {},
): Promise<Answer> => {
  const answer = await school.inject({
    method: 'POST',
    url: site,
    remoteAddress: address,
    headers: { ...headers, ...(cookie && { cookie }) },
    payload: { username, password },
  })
  return { ...answer.json<Answer>(), cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0]! }
}
const reasonOf = async (answer: Promise<Answer>) => (await answer).data.reason ?? 'in'
const wrongly = async (times: number, username: string, from?: From) => {
  const reasons: string[] = []
  for (let at = 0; at < times; at += 1) reasons.push(await reasonOf(tryAs(username, 'not the password', from)))
  return reasons
}
const wrong = (times: number) => Array<string>(times).fill('CREDENTIALS')

test('a student logs in with user name, address or number, in any case and width', async () => {
  const student = await someone({
    username: 'Li.Wei',
    email: 'Li@School.cn',
    email_confirmed: true,
    mobile: '13800138000',
    mobile_confirmed: true,
  })
  for (const text of ['Li.Wei', ' li.wei', 'ＬＩ.WEI', 'li@school.cn', '138 0013 8000', '+86 13800138000']) {
    const { userinfo } = await school.send(accounts.login, { username: text, password })
    expect(userinfo).toMatchObject({
      id: student.id,
      user_id: student.id,
      username: 'Li.Wei',
      mobile: '138****8000',
      role: '学生',
      score: 0,
      expires_in: 86_400,
    })
    expect(userinfo.expiretime - userinfo.createtime).toBe(86_400)
    expect(userinfo.roleList).toEqual([{ key: 'student', name: '学生', target: 'student' }])
  }
})

test('where a text fits several accounts the user name goes first, then the confirmed address, then the number', async () => {
  const [byName, byNumber] = [
    await someone({ username: '13900139000', password: 'of the name' }),
    await someone({ mobile: '13900139000', mobile_confirmed: true, password: 'of the number' }),
  ]
  const [typed, confirmed] = [
    await someone({ email: 'a@b.cn', password: 'only typed' }),
    await someone({ email: 'A@b.cn', email_confirmed: true, password: 'confirmed' }),
  ]
  expect([byNumber.id, typed.id].every(Boolean)).toBe(true)
  const idOf = async (text: string, word: string) => (await tryAs(text, word)).data.userinfo?.id
  expect([await idOf('13900139000', 'of the name'), await idOf('13900139000', 'of the number')]).toEqual([
    byName.id,
    undefined,
  ])
  expect([await idOf('a@b.cn', 'confirmed'), await idOf('a@b.cn', 'only typed')]).toEqual([confirmed.id, undefined])
})

test('an address that a list gave and nobody has confirmed opens nothing, and stands in nobody’s way', async () => {
  await someone({ email: 'a@b.cn', email_given: true, password: 'of the list' })
  expect(await reasonOf(tryAs('a@b.cn', 'of the list'))).toBe('CREDENTIALS')
  const typed = await someone({ email: 'a@b.cn', password: 'typed' })
  expect((await tryAs('a@b.cn', 'typed')).data.userinfo?.id).toBe(typed.id)
  const owner = await someone({ email: 'A@b.cn', email_confirmed: true, password: 'confirmed' })
  expect((await tryAs('a@b.cn', 'confirmed')).data.userinfo?.id).toBe(owner.id)
  expect(await reasonOf(tryAs('a@b.cn', 'of the list'))).toBe('CREDENTIALS')
})

test('an address that two have typed logs in neither until one confirms it: whoever typed it first keeps nobody out', async () => {
  const first = await someone({ email: 'a@b.cn', password: 'typed first' })
  expect((await tryAs('a@b.cn', 'typed first')).data.userinfo?.id).toBe(first.id)
  const owner = await someone({ email: 'A@b.cn', password: 'the owner’s' })
  for (const word of ['typed first', 'the owner’s']) expect(await reasonOf(tryAs('a@b.cn', word))).toBe('CREDENTIALS')
  expect((await tryAs(owner.username, 'the owner’s')).data.userinfo?.id).toBe(owner.id)
  await school.app.db.updateTable('users').set({ email_confirmed: true }).where('id', '=', owner.id).execute()
  expect((await tryAs('a@b.cn', 'the owner’s')).data.userinfo?.id).toBe(owner.id)
})

test('a number that nobody has confirmed opens nothing, and stands in nobody’s way', async () => {
  await someone({ mobile: '13700137000', password: 'only typed' })
  expect(await reasonOf(tryAs('13700137000', 'only typed'))).toBe('CREDENTIALS')
  const owner = await someone({ mobile: '13700137000', mobile_confirmed: true, password: 'confirmed' })
  await someone({ mobile: '13700137000', password: 'typed later' })
  expect((await tryAs('13700137000', 'confirmed')).data.userinfo?.id).toBe(owner.id)
  expect(await reasonOf(tryAs('13700137000', 'typed later'))).toBe('CREDENTIALS')
  await expect(someone({ mobile: '13700137000', mobile_confirmed: true })).rejects.toThrow()
})

test('a wrong password, an unknown name, a disabled account and one without a password are answered with the same words', async () => {
  await someone({ username: 'known' })
  await someone({ username: 'disabled', status: 'disabled' })
  await someone({ username: 'empty', password_hash: '' })
  const bare = ({ code, msg, data }: Answer) => ({ code, msg, data })
  const answers = [
    await tryAs('known', 'wrong'),
    await tryAs('nobody', 'wrong'),
    await tryAs('disabled', password),
    await tryAs('empty', '-'),
  ].map(bare)
  for (const answer of answers)
    expect(answer).toEqual({ code: 0, msg: '用户名或密码不正确', data: { reason: 'CREDENTIALS' } })
})

describe('guessing', () => {
  test('five wrong passwords from an address bring a pause of a minute there, and nowhere else', async () => {
    await someone({ username: 'victim' })
    expect(await wrongly(7, 'victim')).toEqual([...wrong(5), 'PAUSED', 'PAUSED'])
    const paused = await tryAs('victim', password)
    expect(paused.data).toMatchObject({ reason: 'PAUSED', seconds: 60 })
    expect(await reasonOf(tryAs('victim', password, { address: '10.0.0.2' }))).toBe('in')
    school.clock.move(60_000)
    expect(await reasonOf(tryAs('victim', password))).toBe('in')
    expect(await wrongly(6, 'victim')).toEqual([...wrong(5), 'PAUSED'])
  })

  test('an unknown name is slowed down like a known one', async () => {
    expect(await wrongly(6, 'nobody at all')).toEqual([...wrong(5), 'PAUSED'])
  })

  test('made-up headers do not reset the count of tries', async () => {
    await someone({ username: 'victim' })
    await wrongly(5, 'victim')
    const headers = { 'x-forwarded-for': '1.2.3.4', token: 'x'.repeat(43), 'x-real-ip': '1.2.3.4' }
    expect(await reasonOf(tryAs('victim', password, { headers }))).toBe('PAUSED')
  })

  test('five at once count like five one after another', async () => {
    await someone({ username: 'victim' })
    const answers = await Promise.all(Array.from({ length: 12 }, () => reasonOf(tryAs('victim', 'wrong'))))
    expect(answers.filter((reason) => reason === 'CREDENTIALS')).toHaveLength(5)
    expect(answers.filter((reason) => reason === 'PAUSED')).toHaveLength(7)
  })

  test('the owner’s browser gets in while strangers everywhere are paused', async () => {
    await someone({ username: 'victim' })
    const { cookie } = await tryAs('victim', password)
    expect(cookie).toMatch(/^browser=[\w-]{22}$/)
    for (let at = 1; at <= 8; at += 1) await wrongly(5, 'victim', { address: `10.1.0.${at}` })
    expect(await reasonOf(tryAs('victim', password, { address: '10.2.0.1' }))).toBe('PAUSED')
    expect(await reasonOf(tryAs('victim', password, { address: '10.2.0.1', cookie }))).toBe('in')
    // The same holds when the pause was caused from the owner’s own address.
    await wrongly(5, 'victim', { address: '10.1.0.1' })
    expect(await reasonOf(tryAs('victim', password, { address: '10.1.0.1', cookie }))).toBe('in')
    // A browser is known only to the accounts that have logged in with it.
    await someone({ username: 'stranger' })
    const { cookie: theirs } = await tryAs('stranger', password, { address: '10.3.0.1' })
    expect(await reasonOf(tryAs('victim', password, { address: '10.2.0.1', cookie: theirs }))).toBe('PAUSED')
  })

  test('from a hundred addresses at most a hundred are checked in an hour, and a stranger waits a minute at most', async () => {
    await someone({ username: 'victim' })
    let checked = 0
    let address = 0
    const start = school.clock.now()
    while (school.clock.now() < start + 3_600_000) {
      let reason = 'CREDENTIALS'
      while (reason === 'CREDENTIALS') {
        address += 1
        reason = await reasonOf(tryAs('victim', 'wrong', { address: `10.${address >> 8}.${address & 255}.1` }))
        if (reason === 'CREDENTIALS') checked += 1
      }
      school.clock.move(60_000)
    }
    expect(checked).toBeLessThanOrEqual(100)
    expect(checked).toBeGreaterThan(80)
    expect(await reasonOf(tryAs('victim', password, { address: '192.168.0.1' }))).toBe('in')
  }, 60_000)

  test('a right password does not count as a try', async () => {
    await someone({ username: 'forgetful' })
    for (let at = 0; at < 3; at += 1) {
      expect(await wrongly(4, 'forgetful')).toEqual(wrong(4))
      expect(await reasonOf(tryAs('forgetful', password))).toBe('in')
    }
  })

  test('the password of a session’s owner is guessed no faster', async () => {
    const student = await someone()
    const send = school.as(student)
    const guess = () =>
      send(accounts.changePassword, { password: 'wrong', new_password: 'a fresh one 77' }).then(
        String,
        (error: { reason: string }) => error.reason,
      )
    const reasons: string[] = []
    for (let at = 0; at < 6; at += 1) reasons.push(await guess())
    expect(reasons).toEqual([...Array<string>(5).fill('WRONG_PASSWORD'), 'PAUSED'])
    expect(await reasonOf(tryAs(student.username, password))).toBe('in')
  })
})

test('a class of sixty behind one address logs in within a minute', async () => {
  await school.close()
  school = await testApp({ limits: true })
  const students = await Promise.all(Array.from({ length: 60 }, () => someone()))
  const answers = await Promise.all(students.map(({ username }) => reasonOf(tryAs(username, password))))
  expect(answers).toEqual(Array(60).fill('in'))
})

describe('the admin site', () => {
  test('staff log in there, students do not', async () => {
    const [teacher, student] = [await someone({ roles: ['teacher', 'student'] }), await someone()]
    const { userinfo } = await school.send(accountsAdmin.login, { username: teacher.username, password })
    expect(userinfo).toMatchObject({ id: teacher.id, role: 'teacher', roleList: ['teacher'], expires_in: 86_400 })
    expect(await reasonOf(tryAs(student.username, password, { site: '/api/admin/login' }))).toBe('ROLE')
    expect(await reasonOf(tryAs(student.username, 'wrong', { site: '/api/admin/login' }))).toBe('CREDENTIALS')
    await expect(school.send(accountsAdmin.login, { username: teacher.username })).rejects.toMatchObject({
      reason: 'INVALID',
    })
  })

  test('where the admin site has an address of its own, switching roles leads there', async () => {
    const apart = await testApp({ config: { adminSiteUrl: 'https://staff.school.cn/admin' } })
    const teacher = await aUser(apart.app.db, { roles: ['teacher', 'student'] })
    const { url } = await apart.as(teacher)(accounts.roleTicket, { role: 'teacher' })
    expect(url).toMatch(/^https:\/\/staff\.school\.cn\/admin\/login\?token=.+&role=/)
    await apart.close()
  })

  test('a ticket carries one person in one role over, once, within a minute', async () => {
    const teacher = await someone({ roles: ['teacher', 'student'] })
    const send = school.as(teacher)
    await expect(send(accounts.roleTicket, { role: 'admin' })).rejects.toMatchObject({ reason: 'ROLE' })
    await expect(send(accounts.roleTicket, { role: 'student' })).rejects.toMatchObject({ reason: 'ROLE' })
    const { ticket, expires_in, url } = await send(accounts.roleTicket, { role: 'teacher' })
    expect(expires_in).toBe(60)
    expect(url).toBe(`/admin/login?token=${ticket}&role=%E6%95%99%E5%B8%88`)
    expect((await school.send(accountsAdmin.login, { ticket, role: 'admin' })).userinfo).toMatchObject({
      id: teacher.id,
      role: 'teacher',
    })
    await expect(school.send(accountsAdmin.login, { ticket })).rejects.toMatchObject({ reason: 'CREDENTIALS' })
    const late = await send(accounts.roleTicket, { role: 'teacher' })
    school.clock.move(60_000)
    await expect(school.send(accountsAdmin.login, { ticket: late.ticket })).rejects.toMatchObject({
      reason: 'CREDENTIALS',
    })
    // The ticket is no token: it opens nothing by itself.
    await expect(school.with(late.ticket)(accounts.devices)).rejects.toMatchObject({ code: 50008 })
  })
})
