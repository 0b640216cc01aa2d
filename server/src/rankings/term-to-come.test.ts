import { rankings } from '@tongchuang/contract/rankings.ts'
import { rankingsAdmin } from '@tongchuang/contract/rankings.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild } from '../guilds/factory.ts'
import { rankedClass } from '../testing/ranked-class.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
})
afterEach(() => school.close())

const { follow, aStudent, aClass, best, hardest, showAll } = rankedClass(() => ({ school, guild }))

/** Terms with their year, the first of which begins three weeks from now. */
const termsToCome = () =>
  school.app.changeSettings({
    terms: [
      { name: '春季', begin: '2027-02-20', end: '2027-07-10' },
      { name: '秋季', begin: '2026-11-01', end: '2027-01-31' },
    ],
  })
const toCome = {
  period: 'term-2026-11-01',
  period_name: '秋季',
  earlier: null,
  updated_at: null,
  eligible: 0,
  reason: 'TOO_FEW',
  list: [],
  me: { rank: null, reason: 'NOTHING_YET' },
}

test('a student who looks at 优秀 before the first term of the school begins sees an empty list of that term', async () => {
  await showAll()
  await termsToCome()
  const student = await aStudent('林雨桐')
  expect(await best(student)).toMatchObject(toCome)
  expect(await best(student, { period: 'term' })).toMatchObject(toCome)
  expect(await school.as(student)(rankings.workHard, { period: 'term' })).toMatchObject(toCome)
  expect((await hardest(student)).period).toBe('week-2026-10-12')
  expect(await reasonOf(best(student, { period: 'term-2026-11-01' }))).toBe('INVALID')
})

test('an administrator sees the same empty list, and the lists of the term once it has begun', async () => {
  await showAll()
  await termsToCome()
  const head = await aUser(school.app.db, { roles: ['admin'] })
  const list = () =>
    school.as(head, { audience: 'admin', role: 'admin' })(rankingsAdmin.list, {
      list: 'excellent',
      guild_id: guild.id,
    })
  const { A, others } = await aClass()
  expect(await list()).toMatchObject({ period: 'term-2026-11-01', updated_at: null, places: { list: [] } })
  expect(await best(A)).toMatchObject(toCome)
  school.clock.set(Date.parse('2026-11-02T01:00:00Z'))
  await follow()
  expect(await best(others[0]!)).toMatchObject({ period: 'term-2026-11-01', list: [] })
  expect((await hardest(A, { period: 'term' })).period).toBe('term-2026-11-01')
})

test('in a school whose first term ends on 29 February every list of every year is followed', async () => {
  await showAll()
  await school.app.changeSettings({ terms: [{ name: '上', begin: '09-01', end: '02-29' }] })
  const { A } = await aClass()
  expect(await best(A, { period: 'term' })).toMatchObject({ period_name: '上', eligible: 5 })
  expect(await hardest(A)).toMatchObject({ period: 'week-2026-10-12' })
})
