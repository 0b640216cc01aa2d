import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { findByConfirmedEmail } from '../accounts/store.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterEach(() => school.close())

const aClass = async () => {
  const { db } = school.app
  const teacher = await aUser(db, { roles: ['teacher'] })
  const [student, mate] = [
    await aUser(db, { email: 'left-there@mail.example', email_confirmed: true }),
    await aUser(db, { email: 'mate@mail.example', email_confirmed: true }),
  ]
  const guild = await aGuild(db)
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  for (const { id } of [student, mate]) await aMember(db, { guild_id: guild.id, user_id: id })
  return { student, send: school.as(teacher, { audience: 'admin', role: 'teacher' }) }
}
const opened = async () =>
  Promise.all(
    ['left-there@mail.example', 'mate@mail.example'].map(
      async (address) => (await findByConfirmedEmail(school.app.db, address)) !== undefined,
    ),
  )
const written = async () =>
  (await school.app.db.selectFrom('mail_outbox').select('recipient').execute()).map(({ recipient }) => recipient)

test('an address that somebody left in an account resets no password after staff gave one, and hears of it', async () => {
  const { student, send } = await aClass()
  await send(accountsAdmin.resetPassword, { user_id: student.id })
  expect(await opened()).toEqual([false, true])
  expect(await written()).toEqual(['left-there@mail.example'])
  expect(await school.as(student)(profile.get)).toMatchObject({ certification: false, email: 'l***@mail.example' })
})

test('an address resets no password after a slip with a new one, either', async () => {
  const { student, send } = await aClass()
  await send(peopleAdmin.newSlips, { user_ids: [student.id] })
  expect(await opened()).toEqual([false, true])
  expect(await written()).toEqual(['left-there@mail.example'])
})
