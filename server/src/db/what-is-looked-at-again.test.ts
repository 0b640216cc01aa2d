import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('an upgrade examines tasks in the bin and restored results again', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-again-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0090') })
    await run(`insert into guilds (id, name, join_policy, invite_code, created_at) values (1, 'g', 'open', 'CODE1', 1)`)
    for (const [id, status, trashed_at] of [
      [1, 'open', 'null'],
      [2, 'trashed', '7'],
      [3, 'draft', 'null'],
    ])
      await run(
        `insert into tasks (id, guild_id, title, type, status, points, created_at, updated_at, trashed_at) values (${id}, 1, 't', 'main', '${status}', 1, 1, 1, ${trashed_at})`,
      )
    // Back at its earlier result; passed by the clock after a return only; in progress again.
    const rows = [
      ['passed', true],
      ['passed', false],
      ['returned', true],
    ] as const
    for (const [index, [state, isReopened]] of rows.entries()) {
      const id = index + 1
      await run(
        `insert into users (id, username, username_key, nickname, password_hash, created_at) values (${id}, 'u${id}', 'u${id}', 'u${id}', 'x', 1)`,
      )
      await run(
        `insert into enrolments (id, task_id, guild_id, user_id, state, accepted_at, updated_at) values (${id}, 1, 1, ${id}, '${state}', 1, 9)`,
      )
      if (isReopened)
        await run(
          `insert into enrolment_history (enrolment_id, action, from_state, to_state, at) values (${id}, 'reopen', 'passed', 'returned', 2)`,
        )
      await run(
        `insert into results (enrolment_id, reviewer_id, reviewer_role, decision, status, created_at, released_at) values (${id}, 1, 'teacher', 'return', 'released', 3, 3)`,
      )
    }
    await migrate(database, { dataDir, migrations: all })
    const { rows: events } = await sql`select name, payload, created_at from events order by name`.execute(db)
    expect(events).toEqual([
      { name: 'result.back', payload: '{"enrolment_id":1}', created_at: 9 },
      { name: 'task.binned', payload: '{"task_id":2}', created_at: 7 },
    ])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
