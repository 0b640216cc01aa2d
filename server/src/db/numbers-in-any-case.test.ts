import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('after an upgrade numbers stand as lists read them, and two students who would have one keep theirs', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-numbers-'))]
  const all = await readMigrations()
  const { db } = database
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0096') })
    for (const [at, number] of [
      'B1',
      'b1',
      '２０２１ ００２',
      '2021003',
      '２０２１００３',
      '２００',
      '2００',
    ].entries())
      await sql`insert into users (id, username, username_key, nickname, password_hash, student_no, created_at)
        values (${at + 1}, ${`u${at}`}, ${`u${at}`}, '同学', 'x', ${number}, 1)`.execute(db)
    await migrate(database, { dataDir, migrations: all })
    const { rows } = await sql<{ student_no: string }>`select student_no from users order by id`.execute(db)
    expect(rows.map(({ student_no }) => student_no)).toEqual([
      ...['B1', 'b1', '2021002', '2021003', '２０２１００３', '200', '2００'],
    ])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
