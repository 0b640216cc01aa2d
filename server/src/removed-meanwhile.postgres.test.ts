import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from './db/schema.ts'
import { dropStaff } from './guilds/people-store.ts'
import { servedCalls } from './http/all-calls.ts'
import { answerOf, filled, withoutTraces } from './testing/matrix/answers.ts'
import { asking, callNamed, isAtOnce, isReading, objectOf } from './testing/matrix/asking.ts'
import type { Row } from './testing/matrix/row.ts'
import { staffRows } from './testing/matrix/rows.staff.ts'
import { matrixSchool } from './testing/matrix/school.ts'
import { testApp } from './testing/test-app.ts'

/** Calls whose change is the caller's own and read by nobody else, so that nothing is lost if it comes too late. */
const ownDrafts = ['POST /api/admin/review/areas', 'POST /api/admin/review/voices']

/** Whether a row is a change that the teacher of a guild may make there and nobody of another guild. */
const isOfTeachers = (row: Row): boolean => {
  const [teacher = '', other] = row[2].split(' ')
  return isAtOnce(row) && !isReading(row) && /^(ok|g|w)/.test(teacher) && other === 'NOT_FOUND'
}

/** The content of each table, in short. */
const contents = async (db: Db): Promise<Map<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db)
  const each = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(string_agg(t::text, ',' order by t::text)) as hash from ${sql.table(name)} as t`,
  )
  const { rows } = await sql<{ name: string; hash: string | null }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, hash }) => [name, hash ?? '']))
}

/** A school of which a colleague is about to remove the teacher, on a database with real transactions. */
const aSchool = async () => {
  const matrix = await matrixSchool()
  const school = await testApp({ database: matrix.fresh })
  const guild_id = Number(objectOf(matrix)('guild'))
  const { id: user_id } = matrix.people.teacher
  const { db } = matrix.fresh
  const membership = db
    .selectFrom('guild_members')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
  const before = await membership.executeTakeFirstOrThrow()
  const ask = asking({ ...matrix, school })
  const calls = servedCalls(school.app.http)

  /** Removes the teacher, and holds what a release of the whole class holds. */
  const remove = async (db: Db): Promise<void> => {
    await dropStaff(db, guild_id, user_id, school.clock.now())
    await sql`select id from tasks where guild_id = ${guild_id} order by id for no key update`.execute(db)
    for (const table of ['enrolments', 'submissions'])
      await sql`select held.id from ${sql.table(table)} as held inner join tasks on tasks.id = held.task_id
        where tasks.guild_id = ${guild_id} order by held.id for no key update of held`.execute(db)
  }

  return {
    db,
    remove,
    ask: ([name, input]: Row) => {
      const call = callNamed(calls, name)
      return ask(call, filled(input, objectOf(matrix)), matrix.tokens.teacher).then((body) => answerOf(call, body))
    },
    bringBack: () => db.updateTable('guild_members').set(before).where('id', '=', before.id).execute(),
    close: () => school.close(),
  }
}
type Known = Awaited<ReturnType<typeof aSchool>>

const isWaiting = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return (rows[0]?.n ?? 0) > 0
}

/** Makes a call while the teacher is being removed; null if it was answered before the removal was certain. */
const askedMeanwhile = async (
  { db, remove, ask }: Known,
  row: Row,
): Promise<{ answer: string; changed: string[] } | null> => {
  const removed = Promise.withResolvers<Map<string, string>>()
  const mayEnd = Promise.withResolvers<void>()
  const removing = db.transaction().execute(async (db) => {
    await remove(db)
    removed.resolve(await contents(db))
    await mayEnd.promise
  })
  const before = await removed.promise
  let answered: string | null = null
  const asked = ask(row).then((answer) => (answered = answer))
  await expect.poll(async () => answered !== null || (await isWaiting(db)), { timeout: 30_000, interval: 5 }).toBe(true)
  const hasWaited = answered === null
  mayEnd.resolve()
  await removing
  const answer = await asked
  if (!hasWaited) return null
  const after = await contents(db)
  return { answer, changed: withoutTraces([...after.keys()].filter((name) => after.get(name) !== before.get(name))) }
}

// On SQLite, transactions never overlap.
test(
  'a teacher who is removed while what they pressed waits has changed nothing in the class',
  { timeout: 300_000 },
  async () => {
    const late: string[] = []
    let waited = 0
    let school = await aSchool()
    for (const row of staffRows.filter(isOfTeachers)) {
      const outcome = await askedMeanwhile(school, row)
      if (outcome) waited += 1
      const isLate = outcome && outcome.changed.length > 0
      if (isLate && !ownDrafts.includes(row[0]))
        late.push(`${row[0]} ${JSON.stringify(row[1])}: ${outcome.answer}, ${outcome.changed.join()}`)
      if (outcome && !isLate) await school.bringBack()
      else {
        await school.close()
        school = await aSchool()
      }
    }
    await school.close()
    expect(late).toEqual([])
    expect(waited).toBeGreaterThan(50)
  },
)
