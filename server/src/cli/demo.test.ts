import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { commandProblems } from '../start-problems.ts'
import { openTerminal, type Terminal } from '../testing/terminal.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { demoLoad } from './demo.ts'

let terminal: Terminal
let school: TestDatabase
beforeEach(async () => {
  terminal = await openTerminal()
  school = await freshDatabase()
  terminal.enter(school)
})
afterEach(async () => {
  await terminal.close()
  await school.close()
})

test('an operator who loads the sample into a school that is in use reads in both languages why nothing came', async () => {
  await aUser(school.db, { username: 'admin', roles: ['admin'] })
  const error = await demoLoad.run([]).catch((cause: unknown) => cause)
  expect(commandProblems(error)).toEqual([
    {
      zh: expect.stringMatching(/^用户名admin已有人用，什么也没有载入/),
      en: expect.stringMatching(/^The user name admin is taken, and nothing was loaded/),
    },
  ])
  expect(await school.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'admin' }])
})
