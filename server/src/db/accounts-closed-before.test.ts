import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('after an upgrade erased accounts are staff nowhere, and all others are unchanged', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-erased-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0096') })
    await run(`insert into guilds (id, name, join_policy, invite_code, created_at) values (1, 'g', 'open', 'CODE1', 1)`)
    for (const [id, status] of [
      [1, 'erased'],
      [2, 'approved'],
      [3, 'refused'],
    ]) {
      await run(`insert into users (id, username, username_key, nickname, password_hash, created_at)
        values (${id}, 'u${id}', 'u${id}', 'u${id}', 'x', 1)`)
      await run(`insert into user_roles (user_id, role) values (${id}, 'student'), (${id}, 'assistant')`)
      await run(`insert into guild_members (guild_id, user_id, role, status, can_review, joined_at, created_at)
        values (1, ${id}, 'assistant', 'member', true, 1, 1)`)
      await run(`insert into deletion_requests (user_id, status, created_at) values (${id}, '${status}', 1)`)
    }
    await migrate(database, { dataDir, migrations: all })
    const staff = await sql<{ id: number }>`select user_id as id from guild_members
      where status = 'member' and role <> 'student' and can_review order by 1`.execute(db)
    expect(staff.rows).toEqual([{ id: 2 }, { id: 3 }])
    const roles = await sql<{ role: string }>`select role from user_roles where user_id = 1`.execute(db)
    expect(roles.rows).toEqual([{ role: 'student' }])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
