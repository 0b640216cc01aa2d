import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('who was in a guild before came by their own act, but for those the records show put there by staff or brought by a list', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-origins-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0032') })
    for (let id = 1; id <= 12; id += 1)
      await run(
        `insert into users (id, username, username_key, nickname, password_hash, created_at) values (${id}, 'u${id}', 'u${id}', 'u${id}', 'x', 1)`,
      )
    await run(`insert into user_roles (user_id, role) values (1, 'teacher'), (2, 'admin')`)
    for (const [id, at] of [
      [1, 1],
      [2, 900],
    ])
      await run(
        `insert into guilds (id, name, join_policy, invite_code, created_at) values (${id}, 'g', 'open', 'CODE${id}', ${at})`,
      )
    const member = (guild: number, user: number, joined: number, status = 'member', role = 'student') =>
      run(
        `insert into guild_members (guild_id, user_id, role, status, joined_at, created_at) values (${guild}, ${user}, '${role}', '${status}', ${joined}, 1)`,
      )
    await member(1, 1, 1, 'member', 'teacher')
    await member(1, 3, 100)
    await member(1, 4, 200)
    await member(1, 5, 300, 'left')
    await member(1, 6, 450)
    await member(1, 7, 450)
    await member(1, 8, 550)
    // Came again by themselves after a list had brought them.
    await member(1, 9, 700)
    await member(1, 10, 800)
    await member(1, 11, 201)
    await member(2, 3, 900)
    await member(2, 4, 900)
    const record = (call: string, role: string, guild: number | null, input: object, at: number, outcome = 'DONE') =>
      run(
        `insert into audit_entries (user_id, role, call, guild_id, input, outcome, address, at) values (1, '${role}', '${call}', ${guild}, '${JSON.stringify(input)}', '${outcome}', '', ${at})`,
      )
    await record('/api/admin/guild/restore_members', 'teacher', 1, { guild_id: 1, user_ids: [4] }, 200)
    await record('/api/admin/guild/restore_members', 'teacher', 1, { guild_id: 1, user_ids: [11] }, 201, 'FULL')
    await record('/api/admin/guild/save_staff', 'teacher', 1, { guild_id: 1, who: 'u5' }, 300)
    await record('/api/admin/person/merge', 'admin', null, { from_id: 12, into_id: 10 }, 800)
    await record('/api/admin/guild/copy', 'teacher', 1, { guild_id: 1 }, 900)
    await record('/api/admin/roster/apply', 'teacher', null, { id: 1 }, 400)
    await record('/api/admin/roster/apply', 'admin', null, { id: 2 }, 500)
    for (const [id, by, from, to] of [
      [1, 1, 400, 500],
      [2, 2, 500, 600],
    ])
      await run(`insert into roster_imports (id, guild_id, created_by, state, file_name, encoding, has_header, columns, row_count, created_at, applied_at)
        values (${id}, 1, ${by}, 'applied', 'f', 'utf-8', true, '[]', 1, ${from}, ${to})`)
    const row = (list: number, line: number, user: number, did: object) =>
      run(
        `insert into roster_rows (import_id, line, cells, status, user_id, did) values (${list}, ${line}, '[]', 'joins', ${user}, '${JSON.stringify(did)}')`,
      )
    await row(1, 1, 6, { made: true, joined: true })
    await row(1, 2, 7, { joined: true })
    await row(2, 1, 8, { joined: true })
    await row(2, 2, 9, { joined: true })
    await migrate(database, { dataDir, migrations: all })
    const { rows } = await sql<{
      guild_id: number
      user_id: number
      origin: string
    }>`select guild_id, user_id, origin from guild_members order by guild_id, user_id`.execute(db)
    expect(rows.map(({ guild_id, user_id, origin }) => `${guild_id}/${user_id} ${origin}`)).toEqual([
      '1/1 staff',
      '1/3 own',
      '1/4 staff',
      '1/5 staff',
      '1/6 made_here',
      '1/7 staff',
      '1/8 school',
      '1/9 own',
      '1/10 school',
      '1/11 own',
      '2/3 own',
      '2/4 staff',
    ])
    expect((await sql`select line from roster_rows`.execute(db)).rows).toHaveLength(4)
    await sql`update roster_rows set status = 'invited' where import_id = 1`.execute(db)
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
