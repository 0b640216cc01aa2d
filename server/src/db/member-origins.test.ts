import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('members from before the upgrade have the origin own, except those whom records show added by staff or a list', async () => {
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
    // Members who joined again by themselves after a list had added them.
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

test('an account of a teacher’s list that the school has named since gives her no power, and one that came with a whole class does', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-taken-up-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0086') })
    for (let id = 1; id <= 5; id += 1)
      await run(
        `insert into users (id, username, username_key, nickname, created_at) values (${id}, 'u${id}', 'u${id}', 'u${id}', 1)`,
      )
    for (const id of [1, 2])
      await run(
        `insert into guilds (id, name, name_pinyin, join_policy, invite_code, created_at) values (${id}, 'g', 'g', 'open', 'CODE${id}', 1)`,
      )
    const member = (guild: number, user: number, origin: string) =>
      run(
        `insert into guild_members (guild_id, user_id, role, status, origin, joined_at, created_at) values (${guild}, ${user}, 'student', 'member', '${origin}', 1, 1)`,
      )
    for (const user of [2, 3, 4, 5]) await member(1, user, 'made_here')
    for (const user of [3, 4]) await member(2, user, 'school')
    await run(`insert into class_joinings (id, guild_id, class_name, created_by, created_at) values (1, 2, 'g', 1, 1)`)
    await run(`insert into class_joining_people (joining_id, user_id, was) values (1, 4, 'joined')`)
    await run(`insert into login_providers (id, kind, name, enabled, address, sign_in_address, client_id, agent_id, secret, scopes,
      number_claim, number_trusted, name_claim, accepted_acr, makes_accounts, is_silent, created_at)
      values (1, 'cas', 'p', true, '', '', '', '', '', '', '', true, '', '[]', false, false, 1)`)
    await run(
      `insert into identities (user_id, provider_id, subject, label, how, linked_at) values (5, 1, 's', '', 'matched', 1)`,
    )
    await migrate(database, { dataDir, migrations: all })
    const { rows } = await sql<{ user_id: number; origin: string }>`
      select user_id, origin from guild_members where guild_id = 1 order by user_id`.execute(db)
    expect(rows.map(({ user_id, origin }) => `${user_id} ${origin}`)).toEqual([
      '2 made_here',
      '3 staff',
      '4 made_here',
      '5 staff',
    ])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
