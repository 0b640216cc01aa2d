import { catalog } from '@tongchuang/contract/catalog.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { waysOver } from '../testing/plans.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('a page of guilds reads and counts those that show to everybody in their index, and no guild beyond it', async () => {
  const { db } = school.app
  const student = await aUser(db)
  for (let at = 0; at < 5; at += 1) {
    const { id } = await aGuild(db)
    if (at === 3) await aMember(db, { guild_id: id, user_id: student.id })
  }
  const ways = await waysOver(school, 'guilds', () => school.as(student)(catalog.guilds, { limit: 2 }))
  expect(ways.filter((way) => way.startsWith('SCAN')).length).toBeGreaterThan(1)
  for (const way of ways)
    expect(way).toMatch(/^SEARCH guilds USING INTEGER PRIMARY KEY|^SCAN guilds USING COVERING INDEX guilds_open$/)
})

test('how many guilds a category has is counted in their index', async () => {
  const student = await aUser(school.app.db)
  const ways = await waysOver(school, 'guilds', () => school.as(student)(catalog.categories, {}))
  expect(ways).toContain('SEARCH guilds USING COVERING INDEX guilds_largest (category_id>?)')
})
