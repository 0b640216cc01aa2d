import { afterEach, beforeEach, expect, test } from 'vitest'
import { aGuild } from '../guilds/factory.ts'
import { CutShort, cutBefore } from '../testing/cut-short.ts'
import { rankedClass } from '../testing/ranked-class.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { updateRankings } from './projection-job.ts'

let school: School
let guild: { id: number; name: string }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db, { name: '代码工坊' })
})
afterEach(() => school.close())

const { follow, give, aClass, showAll, best } = rankedClass(() => ({ school, guild }))

/** A process counts what is new and is gone before it has ranked anybody by it. */
const dieBefore = (written: Parameters<typeof cutBefore>[1]) =>
  expect(updateRankings({ ...school.app, db: cutBefore(school.app.db, written) })).rejects.toBeInstanceOf(CutShort)

const rankOf = async (who: { id: number }) => (await best(who)).me.rank

test('a class whose server died between counting and ranking is ranked by the next one', async () => {
  await showAll()
  const { A, B, tasks } = await aClass()
  expect([await rankOf(A), await rankOf(B)]).toEqual([2, 1])
  await give(A, tasks.slice(3), 100)
  await dieBefore('update ranking_rows')
  await follow()
  expect([await rankOf(A), await rankOf(B)]).toEqual([1, 2])
})

test('a school whose server died in its very first count, twice, has its rankings', async () => {
  await showAll()
  const { A, B } = await aClass()
  // As it was before it was ever counted.
  for (const table of ['ranking_rows', 'ranking_scopes', 'ranking_cursors'] as const)
    await school.app.db.deleteFrom(table).execute()
  await dieBefore('update ranking_rows')
  await dieBefore('insert ranking_scopes')
  await follow()
  expect([await rankOf(A), await rankOf(B)]).toEqual([2, 1])
  expect(await best(A)).toMatchObject({ eligible: 5 })
})
