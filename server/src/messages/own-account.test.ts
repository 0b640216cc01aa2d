import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const somebody = (roles: RoleKey[]) => aUser(school.app.db, { roles })
type Person = Awaited<ReturnType<typeof somebody>>

/** Somebody has got into a mailbox: the password is set by mail, the address changed, another account linked. */
const takenOver = async ({ id: user_id }: Person) => {
  const { db, events } = school.app
  await events.publish(db, 'account.password_set', { user_id, by: 'owner' })
  await events.publish(db, 'account.email_set', { user_id, email: 'a***@elsewhere.example' })
  await events.publish(db, 'account.identity_linked', { user_id, provider: '校园门户' })
  await events.drain()
}
const asStudent = async (who: Person) => (await school.as(who)(messages.list, {})).list.map(({ title }) => title)
const asStaff = async (who: Person, role: 'teacher' | 'admin') =>
  (await school.as(who, { audience: 'admin', role })(messagesAdmin.list, {})).list.map(({ title, unread }) =>
    [title, unread ? '*' : ''].join(''),
  )
const told = ['已连接校园门户', '邮箱已更改', '密码已修改']

test('a teacher and an administrator who can open no other site read there that their password, address or log-in was changed', async () => {
  const [teacher, admin] = [await somebody(['teacher']), await somebody(['admin'])]
  for (const who of [teacher, admin]) await takenOver(who)
  const unread = told.map((title) => `${title}*`)
  expect((await asStaff(teacher, 'teacher')).toSorted()).toEqual(unread.toSorted())
  expect((await asStaff(admin, 'admin')).toSorted()).toEqual(unread.toSorted())
})

test('a student reads it on the student site, and whoever is both on both', async () => {
  const [student, both] = [await somebody(['student']), await somebody(['student', 'teacher'])]
  for (const who of [student, both]) await takenOver(who)
  expect((await asStudent(student)).toSorted()).toEqual(told.toSorted())
  expect((await asStudent(both)).toSorted()).toEqual(told.toSorted())
  expect(await asStaff(both, 'teacher')).toHaveLength(3)
})

test('a teacher whose password an administrator gave anew reads that', async () => {
  const { db, events } = school.app
  const teacher = await somebody(['teacher'])
  await events.publish(db, 'account.password_set', { user_id: teacher.id, by: 'staff', at: 1 })
  await events.drain()
  expect(await asStaff(teacher, 'teacher')).toEqual(['你的密码被重置了*'])
})
