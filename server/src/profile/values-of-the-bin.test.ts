import { profile } from '@tongchuang/contract/profile.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('a task that was given by mistake and went to the bin lowers none of the values of who had taken it', async () => {
  const { db } = school.app
  const [{ id: user_id, ...student }, guild] = [await aUser(db), await aGuild(db)]
  const values = async () =>
    (await school.as({ id: user_id, ...student })(profile.get)).propertyList.map(({ key, value }) => [key, value])
  for (const late of [false, false, false, true]) {
    const task = await aTask(db, { guild_id: guild.id, type: 'main', status: late ? 'trashed' : 'closed' })
    const row = await anEnrolment(db, task, { user_id, state: 'passed', percent_final: late ? 10 : 90 })
    await aSubmission(db, row, { late, status: 'released' })
  }
  await anEnrolment(db, await aTask(db, { guild_id: guild.id, type: 'main', status: 'trashed' }), { user_id })
  expect(await values()).toEqual([
    ['quality', 90],
    ['punctuality', 100],
    ['persistence', null],
    ['collaboration', null],
    ['completion', 100],
  ])
})
