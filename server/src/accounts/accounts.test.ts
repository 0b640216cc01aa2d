import { afterEach, beforeEach, expect, test } from 'vitest'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser } from './factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('a student logs in', async () => {
  const student = await aUser(school.app.db)
  const { userinfo } = await school.send(accounts.login, { username: student.username, password: 'tongchuang-demo' })
  expect(userinfo).toMatchObject({ id: student.id, role: '学生', expires_in: 86400 })
  expect(await school.with(userinfo.token)(accounts.devices, {})).toHaveLength(1)
})
