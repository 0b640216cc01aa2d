import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('after an upgrade the works of excused students no longer wait for review, and the notices of staff are updated', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-excused-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0088') })
    await run(`insert into guilds (id, name, join_policy, invite_code, created_at) values (1, 'g', 'open', 'CODE1', 1)`)
    for (const id of [1, 2, 3])
      await run(
        `insert into tasks (id, guild_id, title, type, status, points, created_at, updated_at) values (${id}, 1, 't', 'main', 'open', 1, 1, 1)`,
      )
    const rows = [
      ['excused', 'sealed', 1],
      ['excused', 'in_review', 1],
      ['excused', 'reviewed', 2],
      ['excused', 'withdrawn', 2],
      ['submitted', 'sealed', 3],
      ['submitted', 'in_review', 3],
    ] as const
    for (const [index, [state, status, task_id]] of rows.entries()) {
      const id = index + 1
      await run(
        `insert into users (id, username, username_key, nickname, password_hash, created_at) values (${id}, 'u${id}', 'u${id}', 'u${id}', 'x', 1)`,
      )
      await run(
        `insert into enrolments (id, task_id, guild_id, user_id, state, accepted_at, updated_at) values (${id}, ${task_id}, 1, ${id}, '${state}', 1, 1)`,
      )
      await run(
        `insert into submissions (id, enrolment_id, task_id, guild_id, user_id, version, status, title, content, content_html, late, submitted_at, receipt_no, sha256, key, key_hash, reviewer_id, review_until)
          values (${id}, ${id}, ${task_id}, 1, ${id}, 1, '${status}', 't', 'c', 'c', false, ${id}, 'R-${id}', '', 'k${id}', '', 9, 9)`,
      )
    }
    await migrate(database, { dataDir, migrations: all })
    const works = await sql`select status, reviewer_id from submissions order by id`.execute(db)
    expect(works.rows).toEqual([
      { status: 'released', reviewer_id: null },
      { status: 'released', reviewer_id: null },
      { status: 'released', reviewer_id: null },
      { status: 'withdrawn', reviewer_id: 9 },
      { status: 'sealed', reviewer_id: 9 },
      { status: 'in_review', reviewer_id: 9 },
    ])
    const events = await sql`select name, payload, created_at from events order by payload`.execute(db)
    expect(events.rows).toEqual([
      { name: 'work.waits', payload: '{"task_id":1}', created_at: 2 },
      { name: 'work.waits', payload: '{"task_id":2}', created_at: 3 },
    ])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
