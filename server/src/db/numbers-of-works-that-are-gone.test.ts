import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('certificates from before an upgrade keep their numbers, also when their work goes for good, and go with their guild', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-numbers-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  const numbers = async () =>
    (
      await sql`select number, submission_id, guild_id, dated_at, withdrawn_at from certificates order by id`.execute(
        db,
      )
    ).rows
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0104') })
    await run(
      `insert into users (id, username, username_key, nickname, password_hash, created_at) values (1, 'u', 'u', 'u', 'x', 1)`,
    )
    for (const id of [1, 2]) {
      await run(
        `insert into guilds (id, name, join_policy, invite_code, created_at) values (${id}, 'g', 'open', 'CODE${id}', 1)`,
      )
      await run(
        `insert into tasks (id, guild_id, title, type, status, points, created_at, updated_at) values (${id}, ${id}, 't', 'main', 'open', 1, 1, 1)`,
      )
      await run(
        `insert into enrolments (id, task_id, guild_id, user_id, state, accepted_at, updated_at) values (${id}, ${id}, ${id}, 1, 'passed', 1, 9)`,
      )
      await run(
        `insert into submissions (id, enrolment_id, task_id, guild_id, user_id, version, status, featured, title, content, content_html, late, submitted_at, receipt_no, sha256, key, key_hash)
         values (${id}, ${id}, ${id}, ${id}, 1, 1, 'released', true, 't', 'c', 'c', false, 1, 'r${id}', 'x', 'k${id}', 'x')`,
      )
    }
    for (const [number, work, withdrawn_at] of [
      ['C-1', 1, 7],
      ['C-2', 1, 'null'],
      ['C-3', 2, 'null'],
    ])
      await run(
        `insert into certificates (number, submission_id, dated_at, created_at, withdrawn_at) values ('${number}', ${work}, 5, 6, ${withdrawn_at})`,
      )
    await migrate(database, { dataDir, migrations: all })
    const other = { number: 'C-3', submission_id: 2, guild_id: 2, dated_at: 5, withdrawn_at: null }
    expect(await numbers()).toEqual([
      { number: 'C-1', submission_id: 1, guild_id: 1, dated_at: 5, withdrawn_at: 7 },
      { number: 'C-2', submission_id: 1, guild_id: 1, dated_at: 5, withdrawn_at: null },
      other,
    ])
    await run('delete from tasks where id = 1')
    expect(await numbers()).toEqual([
      { number: 'C-1', submission_id: null, guild_id: 1, dated_at: 5, withdrawn_at: 7 },
      { number: 'C-2', submission_id: null, guild_id: 1, dated_at: 5, withdrawn_at: null },
      other,
    ])
    await run('delete from guilds where id = 1')
    expect(await numbers()).toEqual([other])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
