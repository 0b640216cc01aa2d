import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { samplePassword as password } from '../sample-password.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let teacher: School['send']
let guild: { id: number }
let student: { id: number }

beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  guild = await aGuild(db)
  const chen = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  student = await aUser(db, { mobile: '13800138000' })
  await aMember(db, { guild_id: guild.id, user_id: student.id })
})
afterEach(() => school.close())

const write = (mobile: string | null, user_id = student.id) => teacher(accountsAdmin.confirmMobile, { user_id, mobile })
const login = (username: string) => school.send(accounts.login, { username, password })
const told = async () => (await school.as(student)(messages.list, {})).list.map(({ title }) => title)

test('a number that staff have seen to be a student’s logs them in, and they are told', async () => {
  expect(await reasonOf(login('13800138000'))).toBe('CREDENTIALS')
  expect(await write('138 0013 8000')).toEqual({ mobile: '138****8000' })
  expect((await login('13800138000')).userinfo.id).toBe(student.id)
  await school.app.events.drain()
  expect(await told()).toEqual(['老师核实了你的手机号'])
  const [shown] = (await teacher(peopleAdmin.list, {})).list
  expect(shown).toMatchObject({ mobile: '138****8000', mobile_confirmed: true })
  expect(JSON.stringify(shown)).not.toContain('13800138000')
})

test('a number taken off logs nobody in any more', async () => {
  await write('13800138000')
  await school.app.events.drain()
  expect(await write(null)).toEqual({ mobile: '' })
  expect(await reasonOf(login('13800138000'))).toBe('CREDENTIALS')
  await school.app.events.drain()
  expect(await told()).toEqual(['老师取消了你的手机号', '老师核实了你的手机号'])
})

test('a number is one person’s: confirmed for another it is refused, and one that nobody confirmed gives way', async () => {
  const other = await aUser(school.app.db, { mobile: '13800138000' })
  await aMember(school.app.db, { guild_id: guild.id, user_id: other.id })
  await write('13800138000', other.id)
  expect(await reasonOf(write('13800138000'))).toBe('MOBILE_TAKEN')
  expect((await login('13800138000')).userinfo.id).toBe(other.id)
  expect(await reasonOf(write('不是号码'))).toBe('INVALID')
})

test('whose password a teacher may not give, whose number she may not confirm', async () => {
  const stranger = await aUser(school.app.db)
  expect(await reasonOf(write('13900139000', stranger.id))).toBe('NOT_FOUND')
  const put = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: put.id, origin: 'staff' })
  expect(await reasonOf(write('13900139000', put.id))).toBe('NOT_FOUND')
})
