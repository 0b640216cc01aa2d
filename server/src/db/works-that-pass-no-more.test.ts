import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

/** A student-task and its versions, oldest first, each with what was decided about it; tasks 2 and 3 are in the bin. */
type Row = [
  id: number,
  state: string,
  reopened_from: string | null,
  versions: ('' | 'excellent' | 'asked' | 'picked')[],
  task_id?: number,
]
const rows: Row[] = [
  [1, 'passed', null, ['', 'excellent']],
  [2, 'excused', null, ['excellent']],
  [3, 'failed', null, ['excellent', '']],
  [4, 'passed', null, ['excellent', 'excellent']],
  [5, 'submitted', 'passed', ['excellent']],
  [6, 'failed', null, ['asked', '']],
  [7, 'failed', null, ['']],
  [8, 'returned', null, ['picked']],
  [9, 'passed', null, ['picked']],
  [10, 'passed', null, ['asked'], 2],
  [11, 'passed', null, [''], 3],
]

test('after an upgrade works that no longer pass are examined again, once for each student-task', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-pass-no-more-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0097') })
    await run(`insert into guilds (id, name, join_policy, invite_code, created_at) values (1, 'g', 'open', 'CODE1', 1)`)
    for (const [id, status, trashed_at] of [
      [1, 'open', 'null'],
      [2, 'trashed', 7],
      [3, 'trashed', 7],
    ])
      await run(
        `insert into tasks (id, guild_id, title, type, status, points, created_at, updated_at, trashed_at) values (${id}, 1, 't', 'main', '${status}', 1, 1, 1, ${trashed_at})`,
      )
    for (const [id, state, reopened_from, versions, task_id = 1] of rows) {
      await run(
        `insert into users (id, username, username_key, nickname, password_hash, created_at) values (${id}, 'u${id}', 'u${id}', 'u${id}', 'x', 1)`,
      )
      await run(
        `insert into enrolments (id, task_id, guild_id, user_id, state, reopened_from, accepted_at, updated_at) values (${id}, ${task_id}, 1, ${id}, '${state}', ${reopened_from ? `'${reopened_from}'` : 'null'}, 1, 9)`,
      )
      for (const [index, decided] of versions.entries()) {
        const receipt = `${id}-${index + 1}`
        await run(
          `insert into submissions (id, enrolment_id, task_id, guild_id, user_id, version, status, featured, share, share_state, title, content, content_html, late, submitted_at, receipt_no, sha256, key, key_hash)
           values (${id * 10 + index}, ${id}, ${task_id}, 1, ${id}, ${index + 1}, 'released', ${decided === 'excellent'}, 'guild', '${decided === 'asked' ? 'waiting' : 'open'}', 't', 'c', 'c', false, 1, '${receipt}', 'x', '${receipt}', 'x')`,
        )
        if (decided === 'picked')
          await run(
            `insert into work_picks (submission_id, guild_id, status, reason, picked_by, picked_at) values (${id * 10 + index}, 1, 'proposed', 'r', 1, 1)`,
          )
      }
    }
    await migrate(database, { dataDir, migrations: all })
    const { rows: events } = await sql`select name, payload, created_at from events order by name, payload`.execute(db)
    expect(events).toEqual([
      { name: 'task.binned', payload: '{"task_id":2}', created_at: 7 },
      ...[20, 30, 40, 60, 80].map((id) => ({
        name: 'work.failed',
        payload: `{"submission_id":${id}}`,
        created_at: 9,
      })),
    ])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
