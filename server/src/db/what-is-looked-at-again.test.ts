import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('what staff and students are asked about a task that was in the bin before an upgrade is looked at again', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-bin-'))]
  const all = await readMigrations()
  const { db } = database
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0090') })
    await sql`insert into guilds (id, name, join_policy, invite_code, created_at) values (1, 'g', 'open', 'CODE1', 1)`.execute(db) // prettier-ignore
    for (const [id, status, trashed_at] of [
      [1, 'open', null],
      [2, 'trashed', 7],
      [3, 'draft', null],
    ])
      await sql`insert into tasks (id, guild_id, title, type, status, points, created_at, updated_at, trashed_at)
        values (${id}, 1, 't', 'main', ${status}, 1, 1, 1, ${trashed_at})`.execute(db)
    await migrate(database, { dataDir, migrations: all })
    const { rows } = await sql`select name, payload, created_at from events`.execute(db)
    expect(rows).toEqual([{ name: 'task.binned', payload: '{"task_id":2}', created_at: 7 }])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
