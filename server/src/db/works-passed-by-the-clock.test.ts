import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

/** A student-task with one version, its current result and the decision about sharing the work. */
type Row = [id: number, state: string, decision: 'return' | 'pass', decided: '' | 'asked' | 'picked' | 'excellent']
const rows: Row[] = [
  [1, 'passed', 'return', 'asked'],
  [2, 'passed', 'return', 'picked'],
  [3, 'passed', 'return', 'excellent'],
  [4, 'passed', 'return', ''],
  [5, 'passed', 'pass', 'asked'],
  [6, 'failed', 'return', 'asked'],
  [7, 'returned', 'return', 'picked'],
]

test('after an upgrade returned works that the clock had passed get an event where staff must decide about them', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-by-the-clock-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0101') })
    await run(`insert into guilds (id, name, join_policy, invite_code, created_at) values (1, 'g', 'open', 'CODE1', 1)`)
    await run(
      `insert into tasks (id, guild_id, title, type, status, points, created_at, updated_at) values (1, 1, 't', 'main', 'open', 1, 1, 1)`,
    )
    for (const [id, state, decision, decided] of rows) {
      await run(
        `insert into users (id, username, username_key, nickname, password_hash, created_at) values (${id}, 'u${id}', 'u${id}', 'u${id}', 'x', 1)`,
      )
      await run(
        `insert into enrolments (id, task_id, guild_id, user_id, state, accepted_at, updated_at) values (${id}, 1, 1, ${id}, '${state}', 1, 9)`,
      )
      await run(
        `insert into submissions (id, enrolment_id, task_id, guild_id, user_id, version, status, featured, share, share_state, title, content, content_html, late, submitted_at, receipt_no, sha256, key, key_hash)
         values (${id}, ${id}, 1, 1, ${id}, 1, 'released', ${decided === 'excellent'}, 'guild', '${decided === 'asked' ? 'waiting' : 'open'}', 't', 'c', 'c', false, 1, '${id}', 'x', '${id}', 'x')`,
      )
      await run(
        `insert into results (submission_id, enrolment_id, reviewer_id, reviewer_role, decision, status, created_at)
         values (${id}, ${id}, 1, 'teacher', '${decision}', 'released', 1)`,
      )
      if (decided === 'picked' || decided === 'excellent')
        await run(
          `insert into work_picks (submission_id, guild_id, status, reason, picked_by, picked_at) values (${id}, 1, 'agreed', 'r', 1, 1)`,
        )
    }
    await migrate(database, { dataDir, migrations: all })
    const { rows: events } = await sql`select name, payload, created_at from events order by payload`.execute(db)
    expect(events).toEqual(
      [1, 2].map((id) => ({ name: 'return.passed', payload: `{"enrolment_id":${id}}`, created_at: 9 })),
    )
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
