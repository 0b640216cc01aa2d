import { afterAll, beforeAll, expect, test } from 'vitest'
import { waysOver } from '../testing/plans.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { listTop } from './store.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test.each([
  ['excellent', 0],
  ['workhard', 0],
  ['excellent', 1],
  ['workhard', 1],
] as const)(
  'the places of %s in scope %i are read in their index, and the places before by their key',
  async (list, guild_id) => {
    const ask = () =>
      listTop(school.app.db, list, { period: 'week-2026-10-12', before: 'week-2026-10-05', guild_id, user_id: 1 }, 50)
    const [places, ...others] = await waysOver(school, 'rr', ask)
    expect(places).toMatch(new RegExp(`^SEARCH rr USING COVERING INDEX ranking_rows_${list} `))
    expect(others).toEqual([])
    expect(await waysOver(school, 'earlier', ask)).toEqual([
      'SEARCH earlier USING PRIMARY KEY (period=? AND guild_id=? AND user_id=?)',
    ])
  },
)
