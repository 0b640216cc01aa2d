import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { samplePassword } from '../sample-password.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let teacher: School['send']
let guild: { id: number }

beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  const chen = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
})
afterEach(() => school.close())

const student = async (username: string, origin: 'own' | 'staff' = 'own') => {
  const user = await aUser(school.app.db, { username, student_no: username, real_name: `学生${username}` })
  await aMember(school.app.db, { guild_id: guild.id, user_id: user.id, origin })
  return user
}
const logIn = (username: string, password: string) => school.send(accounts.login, { username, password })

test('new slips open the accounts of those a teacher is in charge of, and of nobody else; the old passwords end', async () => {
  const [lin, wang, put] = [await student('0012'), await student('0013'), await student('0014', 'staff')]
  const before = await logIn('0012', samplePassword)
  school.clock.move(60_000)
  const { id, made } = await teacher(peopleAdmin.newSlips, { user_ids: [lin.id, wang.id, put.id] })
  expect(made).toBe(2)
  const { list } = await teacher(rosterAdmin.slips, { id })
  expect(list.map(({ username }) => username)).toEqual(['0012', '0013'])
  await expect(school.with(before.userinfo.token)(accounts.devices)).rejects.toMatchObject({ code: 50008 })
  await expect(logIn('0012', samplePassword)).rejects.toMatchObject({ reason: 'CREDENTIALS' })
  expect((await logIn('0012', list[0]!.password)).userinfo.username).toBe('0012')
  expect((await logIn('0014', samplePassword)).userinfo.username).toBe('0014')
  await school.app.jobs.run('accounts.hash')
  expect((await logIn('0013', list[1]!.password)).userinfo.username).toBe('0013')
  await expect(teacher(peopleAdmin.newSlips, { user_ids: [put.id] })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  await expect(teacher(rosterAdmin.undo, { id })).rejects.toMatchObject({ reason: 'STATE' })
})

test('of slips that are asked for three times at once for one student one is printed, and it opens', async () => {
  const user_ids = [(await student('0012')).id, (await student('0013')).id]
  const made = await Promise.all([1, 2, 3].map(() => teacher(peopleAdmin.newSlips, { user_ids })))
  expect(made.map(({ made: people }) => people)).toEqual([2, 2, 2])
  const printed = await Promise.all(made.map(({ id }) => teacher(rosterAdmin.slips, { id })))
  const slips = printed.flatMap(({ list }) => list)
  expect(slips.map(({ username }) => username).toSorted()).toEqual(['0012', '0013'])
  for (const { username, password } of slips) expect((await logIn(username, password)).userinfo.username).toBe(username)
})

test('a student who was given another password on screen is not printed with the one of the slip, until there is a new one', async () => {
  const [lin, wang] = [await student('0012'), await student('0013')]
  const printed = async (id: number) => (await teacher(rosterAdmin.slips, { id })).list.map(({ username }) => username)
  const { id } = await teacher(peopleAdmin.newSlips, { user_ids: [lin.id, wang.id] })
  school.clock.move(60_000)
  const { password } = await teacher(accountsAdmin.resetPassword, { user_id: lin.id })
  // Before this reset is heard of there is a new slip already.
  await teacher(accountsAdmin.resetPassword, { user_id: wang.id })
  school.clock.move(1)
  const again = await teacher(peopleAdmin.newSlips, { user_ids: [wang.id] })
  await school.app.events.drain()
  expect([await printed(id), await printed(again.id)]).toEqual([[], ['0013']])
  expect((await logIn('0012', password)).userinfo.username).toBe('0012')
})

test('a slip that was made again is not printed with the password it had before', async () => {
  const lin = await student('0012')
  const first = await teacher(peopleAdmin.newSlips, { user_ids: [lin.id] })
  const second = await teacher(peopleAdmin.newSlips, { user_ids: [lin.id] })
  expect((await teacher(rosterAdmin.slips, { id: first.id })).list).toEqual([])
  expect((await teacher(rosterAdmin.slips, { id: second.id })).list).toHaveLength(1)
})
