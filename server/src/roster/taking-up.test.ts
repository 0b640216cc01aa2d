import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { guildLists, ledGuild, mapping, sameNames } from '../testing/guild-lists.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

// A teacher’s list makes accounts for unused numbers, and the school’s list later brings in their owners.

let school: School
let guild: { id: number; name: string }
let teacher: School['send']
let admin: School['send']
let lin: { id: number }
let made: { id: number }
beforeEach(async () => {
  school = await testApp()
  ;({ guild, teacher, admin } = await ledGuild(school))
  made = await imported(teacher, '学号,姓名\n0012,林雨桐')
  lin = await school.app.db.selectFrom('users').select('id').where('student_no', '=', '0012').executeTakeFirstOrThrow()
})
afterEach(() => school.close())
const { imported } = guildLists(() => ({ school, guild }))

const passwordOn = async (send: School['send'], list: { id: number }) =>
  (await send(rosterAdmin.slips, { id: list.id })).list.find(({ username }) => username === '0012')?.password
const resets = () => reasonOf(teacher(accountsAdmin.resetPassword, { user_id: lin.id }))
const opens = (password = '') => reasonOf(school.send(accounts.login, { username: '0012', password }))

/** The school's list, for a guild or for none, or with a column that names several. */
const listed = async (text: string, goes: { guild_id?: number } = {}, columns: object = mapping) => {
  const { id } = await admin(rosterAdmin.read, { ...goes, name: '全校.csv', text })
  const { counts } = await admin(rosterAdmin.check, { id, has_header: true, mapping: { ...mapping, ...columns } })
  await sameNames(admin, id)
  await admin(rosterAdmin.apply, { id, consent: true })
  await school.app.jobs.run('roster')
  return { id, counts }
}

test('whom the school lists for another class has a new password from the school, and the teacher no power and no name among her members', async () => {
  const old = await passwordOn(teacher, made)
  const list = await listed('学号,姓名\n0012,王小明', { guild_id: (await aGuild(school.app.db)).id })
  const given = await passwordOn(admin, list)
  expect([await opens(old), await passwordOn(teacher, made)]).toEqual(['CREDENTIALS', undefined])
  const { userinfo } = await school.send(accounts.login, { username: '0012', password: given ?? '' })
  await school.with(userinfo.token)(accounts.changePassword, {
    password: given ?? '',
    new_password: '山高月小-水落石出',
  })
  expect(await resets()).toBe('NOT_FOUND')
  expect((await teacher(peopleAdmin.list, {})).list).toEqual([])
  expect((await teacher(guildPeople.members, { guild_id: guild.id })).list).toMatchObject([
    { user_id: lin.id, real_name: '', student_no: null },
  ])
})

test('who comes into the guild by the code themselves, once the school has named them, is the teacher’s again', async () => {
  await listed('学号,姓名\n0012,林雨桐', { guild_id: (await aGuild(school.app.db)).id })
  const { invite_code } = await school.app.db
    .selectFrom('guilds')
    .select('invite_code')
    .where('id', '=', guild.id)
    .executeTakeFirstOrThrow()
  await school.app.db.updateTable('users').set({ must_change_password: false }).where('id', '=', lin.id).execute()
  await school.as(lin)(guilds.join, { guild_id: guild.id, code: invite_code })
  expect(await resets()).toBe('done')
})

test('whom the school’s list names in the teacher’s guild too stay in her charge, in whatever order', async () => {
  for (const [first, second] of [
    ['三班', guild.name],
    [guild.name, '三班'],
  ]) {
    await listed(`学号,姓名,公会\n0012,林雨桐,${first}\n0012,林雨桐,${second}`, {}, { guild: 2 })
    expect(await resets()).toBe('done')
    await school.app.db
      .updateTable('guild_members')
      .set({ origin: 'made_here' })
      .where('guild_id', '=', guild.id)
      .execute()
  }
})

test('a teacher has no power over a student the school lists elsewhere, though it lists another in her guild', async () => {
  await listed(`学号,姓名,公会\n0012,林雨桐,三班\n0013,王小明,${guild.name}`, {}, { guild: 2 })
  expect(await resets()).toBe('NOT_FOUND')
})

test('a school list without guilds takes accounts up as well, and counts them as unchanged the second time', async () => {
  expect((await listed('学号,姓名\n0012,林雨桐')).counts).toMatchObject({ changed: 1, same: 0 })
  expect(await resets()).toBe('NOT_FOUND')
  expect((await listed('学号,姓名\n0012,林雨桐')).counts).toMatchObject({ changed: 0, same: 1 })
})

test('who has logged in before keeps the password they chose', async () => {
  const given = (await passwordOn(teacher, made)) ?? ''
  const { userinfo } = await school.send(accounts.login, { username: '0012', password: given })
  const chosen = '山高月小-水落石出'
  await school.with(userinfo.token)(accounts.changePassword, { password: given, new_password: chosen })
  await listed('学号,姓名\n0012,林雨桐')
  expect([await opens(chosen), await resets()]).toEqual(['done', 'NOT_FOUND'])
})

test('an account with which an administrator merges one of the school’s list becomes the school’s', async () => {
  const { db } = school.app
  const [form, twin] = [await aGuild(db), await aUser(db)]
  await aMember(db, { guild_id: form.id, user_id: twin.id, origin: 'school' })
  await admin(peopleAdmin.merge, { from_id: twin.id, into_id: lin.id })
  expect(await resets()).toBe('NOT_FOUND')
})

test('an account stays the teacher’s when the one merged into it is in no class of the school, or in none any more', async () => {
  const { db } = school.app
  const form = await aGuild(db)
  await aMember(db, { guild_id: form.id, user_id: (await aUser(db)).id, origin: 'school' })
  const [twin, former] = [await aUser(db), await aUser(db)]
  await aMember(db, { guild_id: form.id, user_id: former.id, origin: 'school', status: 'left' })
  for (const { id: from_id } of [twin, former]) {
    await admin(peopleAdmin.merge, { from_id, into_id: lin.id })
    expect(await resets()).toBe('done')
  }
})
