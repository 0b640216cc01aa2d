import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { aGuild, aMember } from './factory.ts'
import { takeUp } from './power-store.ts'
import { copyMembers } from './settings-store.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const waitingForALock = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
  return rows[0]?.n
}

// On SQLite, transactions never overlap.
test('a student whose account the school takes over while the guild is copied has the origin staff in the copy, too', async () => {
  const { db } = database
  const [guild, copy] = [await aGuild(db), await aGuild(db)]
  const [teacher, student] = [await aUser(db, { roles: ['teacher'] }), await aUser(db)]
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: student.id, origin: 'made_here' })
  const copying = await db.startTransaction().execute()
  const by = { user_id: teacher.id, is_admin: false }
  await copyMembers(copying, { publish: async () => {} }, { from: guild.id, to: copy.id, who: 'students', by, now: 1 })
  const taken = db.transaction().execute((inner) => takeUp(inner, student.id, []))
  await expect.poll(waitingForALock).toBe(1)
  await copying.commit().execute()
  expect(await taken).toBe(true)
  const rows = await db.selectFrom('guild_members').select('origin').where('user_id', '=', student.id).execute()
  expect(rows).toEqual([{ origin: 'staff' }, { origin: 'staff' }])
})
