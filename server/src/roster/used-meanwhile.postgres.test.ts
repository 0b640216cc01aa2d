import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import type { Db } from '../db/schema.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { guildLists, ledGuild } from '../testing/guild-lists.ts'
import { meeting } from '../testing/meeting.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { untilWaiting } from '../testing/waiting-for-locks.ts'

// On SQLite, transactions never overlap.

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const db = () => school.app.db

/** Starts `second` while the transaction of `first` is still open. */
const meanwhile = async <T>(first: (db: Db) => Promise<unknown>, second: () => Promise<T>): Promise<T> => {
  const holder = await db().startTransaction().execute()
  await first(holder)
  const answer = second()
  answer.catch(() => {})
  await untilWaiting(db(), 1)
  await holder.commit().execute()
  return answer
}

const merging = async () => {
  const { admin } = await ledGuild(school)
  const [own, listed] = [await aUser(db(), { last_login_at: 1 }), await aUser(db(), { student_no: '0012' })]
  return { listed, merge: () => admin(peopleAdmin.merge, { from_id: listed.id, into_id: own.id }) }
}
const isThere = async (id: number) =>
  (await db().selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

test('a student who logs in while their account is joined to another has both accounts still, and the administrator reads so', async () => {
  const { listed, merge } = await merging()
  const logsIn = (inner: Db) =>
    inner.updateTable('users').set({ last_login_at: 1 }).where('id', '=', listed.id).execute()
  await expect(meanwhile(logsIn, merge)).rejects.toMatchObject({ reason: 'BOTH_USED' })
  expect((await db().selectFrom('users').select('student_no').where('id', '=', listed.id).execute())[0]).toEqual({
    student_no: '0012',
  })
})

test('two accounts that are joined twice at once are one, and the second press is told that one is gone, not that it was used', async () => {
  const { listed, merge } = await merging()
  const form = await aGuild(db())
  await aMember(db(), { guild_id: form.id, user_id: listed.id })
  const holdGuild = (holder: Db) =>
    holder.selectFrom('guilds').select('id').where('id', '=', form.id).forUpdate().execute()
  expect((await meeting(db(), holdGuild, [merge, merge])).toSorted()).toEqual(['NOT_FOUND', 'done'])
  expect(await isThere(listed.id)).toBe(false)
})

test('a class that takes a student in while their account is joined to another keeps them', async () => {
  const { listed, merge } = await merging()
  const form = await aGuild(db())
  const comesIn = (inner: Db) => aMember(inner, { guild_id: form.id, user_id: listed.id })
  await expect(meanwhile(comesIn, merge)).rejects.toMatchObject({ reason: 'BOTH_USED' })
  expect(await isThere(listed.id)).toBe(true)
})

test('a class that takes a student in while a teacher takes her list back keeps them', async () => {
  const { guild, teacher } = await ledGuild(school)
  const { imported } = guildLists(() => ({ school, guild }))
  const { id } = await imported(teacher, '学号,姓名\n0012,林雨桐')
  const lin = await db().selectFrom('users').select('id').where('student_no', '=', '0012').executeTakeFirstOrThrow()
  const form = await aGuild(db())
  await teacher(rosterAdmin.undo, { id })
  const comesIn = (inner: Db) => aMember(inner, { guild_id: form.id, user_id: lin.id })
  await meanwhile(comesIn, () => school.app.jobs.run('roster'))
  expect(await teacher(rosterAdmin.get, { id })).toMatchObject({ state: 'undone', left: [{ student_no: '0012' }] })
  expect(await isThere(lin.id)).toBe(true)
})
