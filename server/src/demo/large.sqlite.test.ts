import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type School } from '../testing/test-app.ts'
import { hasPublishedPassword, samplePassword } from '../sample-password.ts'
import { loadLarge } from './large.ts'
import { loadSample } from './load.ts'

const size = { guilds: 3, students: 30, tasksPerGuild: 2, membersPerGuild: 20 }
let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('whoever makes a district sees it grow guild by guild until it ends, and makes it once', async () => {
  const { app } = school
  await loadSample(app, samplePassword)
  const guildCount = async () => (await app.db.selectFrom('guilds').select('id').execute()).length
  const before = await guildCount()
  const told: [number, number][] = []
  const onGuild = (made: number, of: number) => void told.push([made, of])
  expect(await loadLarge(app, size, { onGuild })).toBe(true)
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  expect(await guildCount()).toBe(before + 3)
  expect(await loadLarge(app, size, { onGuild })).toBe(false)
  expect([told.length, await guildCount()]).toEqual([3, before + 3])
})

test('a district loaded with a password of its own opens to nobody who knows the published one', async () => {
  const { app } = school
  const password = 'only-for-this-school'
  await loadSample(app, password)
  await loadLarge(app, size, { password })
  const logIn = async (typed: string) => {
    const payload = { username: 'p00001', password: typed }
    return (await school.inject({ method: 'POST', url: '/api/user/login', payload })).json<{ code: number }>().code
  }
  expect([await logIn(samplePassword), await logIn(password)]).toEqual([0, 1])
  expect(await hasPublishedPassword(app.db)).toBe(false)
})
