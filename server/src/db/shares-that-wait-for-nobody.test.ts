import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('after an upgrade works that are shared with nobody no longer wait for staff, and their notices are updated', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-shares-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0098') })
    await run(
      `insert into users (id, username, username_key, nickname, password_hash, created_at) values (1, 'u1', 'u1', 'u1', 'x', 1)`,
    )
    const works = [
      ['none', 'waiting'],
      ['none', 'refused'],
      ['guild', 'waiting'],
      ['guild', 'refused'],
    ] as const
    for (const [index, [share, share_state]] of works.entries()) {
      const id = index + 1
      await run(
        `insert into guilds (id, name, join_policy, invite_code, created_at) values (${id}, 'g', 'open', 'CODE${id}', 1)`,
      )
      await run(
        `insert into tasks (id, guild_id, title, type, status, points, created_at, updated_at) values (${id}, ${id}, 't', 'main', 'open', 1, 1, 1)`,
      )
      await run(
        `insert into enrolments (id, task_id, guild_id, user_id, state, accepted_at, updated_at) values (${id}, ${id}, ${id}, 1, 'passed', 1, 1)`,
      )
      await run(
        `insert into submissions (id, enrolment_id, task_id, guild_id, user_id, version, status, share, share_state, share_answer, title, content, content_html, late, submitted_at, receipt_no, sha256, key, key_hash)
          values (${id}, ${id}, ${id}, ${id}, 1, 1, 'released', '${share}', '${share_state}', 'a', 't', 'c', 'c', false, ${id}, 'R-${id}', '', 'k${id}', '')`,
      )
    }
    await migrate(database, { dataDir, migrations: all })
    const { rows } = await sql`select share, share_state, share_answer from submissions order by id`.execute(db)
    expect(rows).toEqual([
      { share: 'none', share_state: 'open', share_answer: '' },
      { share: 'none', share_state: 'open', share_answer: '' },
      { share: 'guild', share_state: 'waiting', share_answer: 'a' },
      { share: 'guild', share_state: 'refused', share_answer: 'a' },
    ])
    const events = await sql`select name, payload, created_at from events where name = 'shares.changed'`.execute(db)
    expect(events.rows).toEqual([{ name: 'shares.changed', payload: '{"guild_id":1}', created_at: 1 }])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
