import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('an upgrade examines archived guilds and no others', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-archives-'))]
  const all = await readMigrations()
  const { db } = database
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0109') })
    for (const [id, status] of [
      [1, 'archived'],
      [2, 'active'],
    ] as const)
      await sql`insert into guilds (id, name, join_policy, invite_code, status, created_at)
        values (${id}, 'g', 'open', ${`CODE${id}`}, ${status}, 1)`.execute(db)
    await migrate(database, { dataDir, migrations: all })
    const events = await sql`select name, payload, created_at from events`.execute(db)
    expect(events.rows).toEqual([{ name: 'guild.put_away', payload: '{"guild_id":1}', created_at: 1 }])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
