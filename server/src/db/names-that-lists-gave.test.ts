import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('after an upgrade the nickname of an account made by a list counts as given, unless its owner changed it', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-names-'))]
  const all = await readMigrations()
  const { db } = database
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0041') })
    const people = [
      ['listed', '林知夏', '林知夏', 0],
      ['renamed', '夏天', '林知秋', 0],
      ['registered', '王小明', '王小明', 1],
      ['staff', '周老师', '', 0],
    ] as const
    for (const [name, nickname, real_name, consent] of people)
      await sql`insert into users (username, username_key, nickname, real_name, consent_version, password_hash, created_at)
        values (${name}, ${name}, ${nickname}, ${real_name}, ${consent}, 'x', 1)`.execute(db)
    await migrate(database, { dataDir, migrations: all })
    const { rows } = await sql<{ username: string }>`select username from users where nickname_given`.execute(db)
    expect(rows).toEqual([{ username: 'listed' }])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
