import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type School } from '../testing/test-app.ts'
import { samplePassword } from '../sample-password.ts'
import { loadLarge } from './large.ts'
import { loadSample } from './load.ts'

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
  const size = { guilds: 3, students: 30, tasksPerGuild: 2, membersPerGuild: 20 }
  const told: [number, number][] = []
  const tell = (made: number, of: number) => void told.push([made, of])
  expect(await loadLarge(app, size, tell)).toBe(true)
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  expect(await guildCount()).toBe(before + 3)
  expect(await loadLarge(app, size, tell)).toBe(false)
  expect([told.length, await guildCount()]).toEqual([3, before + 3])
})
