import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { samplePassword } from '../sample-password.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 24 * 3_600_000
let school: School
let head: { id: number }
beforeEach(async () => {
  school = await testApp()
  head = await aUser(school.app.db, { roles: ['admin'] })
})
afterEach(() => school.close())

const admin = (who = head) => school.as(who, { audience: 'admin', role: 'admin' })
const asks = (who: { id: number }) =>
  school.as(who)(privacy.askDeletion, { action: 'ask', password: samplePassword, reason: '毕业了' })
const someone = (roles: RoleKey[]) => aUser(school.app.db, { password: samplePassword, roles })
const monthLater = async () => {
  school.clock.move(31 * day)
  await school.app.jobs.run('privacy.erase')
}
const statusOf = async ({ id }: { id: number }) =>
  (await school.app.db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('an assistant and a teacher who are erased are staff of no guild any more and have no role of the staff', async () => {
  const { db } = school.app
  const [guild, other] = [await aGuild(db), await aGuild(db)]
  const [person, mate] = [await someone(['student', 'teacher', 'assistant']), await someone(['student', 'assistant'])]
  const here = { guild_id: guild.id, role: 'assistant', can_review: true, can_admit: true } as const
  for (const { id } of [person, mate]) await aMember(db, { ...here, user_id: id })
  await aMember(db, { guild_id: other.id, user_id: person.id, role: 'teacher' })
  await db
    .insertInto('second_factors')
    .values([person, mate].map(({ id }) => ({ user_id: id, secret: 'x', confirmed_at: 1, created_at: 1 })))
    .execute()
  await asks(person)
  await admin()(privacyAdmin.approve, { user_id: person.id })
  await monthLater()
  const staff = async ({ id }: { id: number }) =>
    (await admin()(guildPeople.staff, { guild_id: id })).map(({ user_id }) => user_id)
  expect([await staff(guild), await staff(other)]).toEqual([[mate.id], []])
  const roles = db.selectFrom('user_roles').select('role').where('user_id', '=', person.id)
  expect(await roles.execute()).toEqual([{ role: 'student' }])
  expect(await db.selectFrom('second_factors').select('user_id').execute()).toEqual([{ user_id: mate.id }])
  const left = db.selectFrom('guild_members').select(['status', 'can_review', 'can_admit'])
  expect(await left.where('user_id', '=', person.id).where('guild_id', '=', guild.id).execute()).toEqual([
    { status: 'left', can_review: false, can_admit: false },
  ])
})

test('nobody approves the deletion of the own account, so that an administrator remains', async () => {
  const only = await someone(['student', 'admin'])
  await asks(only)
  expect(await reasonOf(admin(only)(privacyAdmin.approve, { user_id: only.id }))).toBe('OWN_ACCOUNT')
  expect(await statusOf(only)).toBe('normal')
})

test('of the last two administrators who approve each other’s at once, one remains', async () => {
  await school.app.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', head.id).execute()
  const [one, other] = [await someone(['student', 'admin']), await someone(['student', 'admin'])]
  await asks(one)
  await asks(other)
  const came = await Promise.all([
    reasonOf(admin(one)(privacyAdmin.approve, { user_id: other.id })),
    reasonOf(admin(other)(privacyAdmin.approve, { user_id: one.id })),
  ])
  expect(came.filter((reason) => reason === 'done')).toHaveLength(1)
  expect([await statusOf(one), await statusOf(other)].toSorted()).toEqual(['disabled', 'normal'])
})

test('an account that was disabled before its deletion was approved stays so when that is called off', async () => {
  const [student, mate] = [await someone(['student']), await someone(['student'])]
  for (const who of [student, mate]) await asks(who)
  await admin()(peopleAdmin.setDisabled, { user_id: student.id, disabled: true })
  for (const { id } of [student, mate]) await admin()(privacyAdmin.approve, { user_id: id })
  const callOff = ({ id }: { id: number }) => admin()(privacyAdmin.refuse, { user_id: id, answer: '先留着' })
  // The mate's first: what the other request says is none of theirs.
  expect(await callOff(mate)).toMatchObject({ open: true })
  expect(await callOff(student)).toMatchObject({ open: false })
  expect([await statusOf(student), await statusOf(mate)]).toEqual(['disabled', 'normal'])
})
