import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { compiled } from './compiled.ts'
import type { Db } from './schema.ts'

let database: TestDatabase
let user_id = 0

beforeEach(async () => {
  database = await freshDatabase()
  user_id = (await aUser(database.db)).id
  // The state after a restore, or before the first evening: analyzed while empty.
  await sql`vacuum analyze notice_letters, messages`.execute(database.db)
})
afterEach(() => database.close())

const lettersOf = compiled<{ user_id: number }, { message_id: number; link: string | null }>((db, value) =>
  db
    .selectFrom('messages')
    .innerJoin('notice_letters', 'notice_letters.message_id', 'messages.id')
    .select(['notice_letters.message_id', 'messages.link'])
    .where('messages.user_id', '=', value('user_id')),
)

/** The plan of this connection for the last query. */
const planOf = async (db: Db): Promise<string> => {
  const { rows: known } = await sql<{ name: string }>`select name from pg_prepared_statements
    where statement like 'select "notice_letters"%'`.execute(db)
  expect(known).toHaveLength(1)
  const { rows } = await sql<Record<string, string>>`explain execute ${sql.raw(known[0]?.name ?? '')} (1)`.execute(db)
  return rows.map((row) => Object.values(row)[0]).join('\n')
}

const manyLetters = (db: Db) =>
  sql`with sent as (
    insert into messages (type, kind, audience, created_at, user_id, data)
    select 'notice', 'work.returned', 'student', n, ${user_id}, '{}' from generate_series(1, 300) as n returning id, user_id
  ) insert into notice_letters (message_id, user_id, immediate) select id, user_id, false from sent`.execute(db)

test('what was asked while nobody had written yet is looked up, not read through, once many have', async () => {
  await database.db.transaction().execute(async (db) => {
    expect(await lettersOf(db, { user_id })).toEqual([])
    const whenEmpty = await planOf(db)
    await manyLetters(db)
    for (let time = 0; time < 40; time += 1) await lettersOf(db, { user_id })
    expect(await lettersOf(db, { user_id })).toHaveLength(300)
    expect(await planOf(db)).not.toBe(whenEmpty)
  })
})

test('a statement asked thousands of times is known to its connection by one name', async () => {
  await database.db.transaction().execute(async (db) => {
    for (let time = 0; time < 1_100; time += 1) await lettersOf(db, { user_id })
    await planOf(db)
  })
})
