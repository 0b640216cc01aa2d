import { works } from '@tongchuang/contract/works.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { waysOver } from '../testing/plans.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('titles and names are looked through once for a page of works and its total, in indexes of their own', async () => {
  const student = await aUser(school.app.db)
  const ways = await waysOver(school, 'meant', () => school.as(student)(works.list, { keyword: '观察', page: 2 }))
  expect(ways.map((way) => way.replace('COVERING ', ''))).toEqual([
    'SCAN meant USING INDEX tasks_titles',
    'SCAN meant USING INDEX users_names',
  ])
})

test.each([
  ['new', 'SCAN submissions USING INDEX submissions_shared'],
  ['like', 'SCAN submissions USING INDEX submissions_liked'],
  ['featured', 'SCAN submissions USING INDEX submissions_shared_featured'],
] as const)('the gallery by %s is walked in that order, and ends with the page', async (sort, way) => {
  const student = await aUser(school.app.db)
  const [page] = await waysOver(school, 'submissions', () => school.as(student)(works.list, { sort }))
  expect(page).toBe(way)
})
