import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser } from './factory.ts'
import { makeFirstAdmin } from './first-admin.ts'
import { listStaff } from './store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const given = { adminEmail: 'head@school.cn', adminPassword: 'a fresh one 77' }
const names = async () => (await listStaff(school.app.db)).map(({ username, roles }) => `${username} ${roles.join()}`)

test('an unattended school gets its administrator once, also from two processes at once', async () => {
  const { db } = school.app
  await Promise.all([makeFirstAdmin(db, given, 0), makeFirstAdmin(db, given, 0)])
  await makeFirstAdmin(db, { ...given, adminEmail: 'other@school.cn' }, 0)
  expect(await names()).toEqual(['admin admin'])
  expect(
    (await school.send(accountsAdmin.login, { username: 'head@school.cn', password: 'a fresh one 77' })).userinfo.role,
  ).toBe('admin')
})

test('a school with an administrator, and one that names none, get nobody', async () => {
  const { db } = school.app
  await makeFirstAdmin(db, { adminEmail: null, adminPassword: null }, 0)
  expect(await names()).toEqual([])
  await aUser(db, { username: 'principal', roles: ['admin'] })
  await makeFirstAdmin(db, given, 0)
  expect(await names()).toEqual(['principal admin'])
})
