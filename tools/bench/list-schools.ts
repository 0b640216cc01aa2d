/**
 * A school of 268 students and 5,000 works and one a hundred times as large, and the student who asks for lists in
 * each.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import type { Db } from '../../server/src/db/schema.ts'
import { loadLarge, type LargeSize } from '../../server/src/demo/large.ts'
import { loadSample } from '../../server/src/demo/load.ts'
import { aPost } from '../../server/src/discussions/factory.ts'
import { aGuild } from '../../server/src/guilds/factory.ts'
import { notify } from '../../server/src/messages/store.ts'
import { samplePassword } from '../../server/src/sample-password.ts'
import { testApp, type School } from '../../server/src/testing/test-app.ts'
import type { Postgres } from '../postgres/start.ts'
import { root } from '../sites.ts'

const TIMES = 100
// In both schools a guild is as large and everybody is in four of them: what grows is the school.
const small: LargeSize = { guilds: 4, students: 268, tasksPerGuild: 10, membersPerGuild: 268 }
const large: LargeSize = { ...small, guilds: TIMES * small.guilds, students: TIMES * small.students }

export type Person = { guild_id: number; task_id: number; word: string }
export type ListSchool = { school: School; token: string; person: Person }

/** The address of a new database on a server. */
const newDatabase = async ({ url }: Postgres, name: string): Promise<string> => {
  const database = await openDatabase({ url, dataDir: '' })
  await sql`create database ${sql.id(name)}`.execute(database.db)
  await database.close()
  return Object.assign(new URL(url), { pathname: name }).href
}

/** Runs what PostgreSQL would do by itself some minutes later; it takes longer than a request may. */
const tidied = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/**
 * The sample school with more people in it; the student whose calls are measured has messages and questions to match.
 */
const schoolOf = async (size: LargeSize, name: string, postgres: Postgres | null): Promise<ListSchool> => {
  const dataDir = join(root, '.cache', name)
  await mkdir(dataDir, { recursive: true })
  const url = postgres && (await newDatabase(postgres, name))
  const database = await openDatabase({ url, dataDir, synchronous: 'off' })
  await migrate(database, { dataDir, mode: 'on' })
  const school = await testApp({ database })
  const { app } = school
  await loadSample(app, samplePassword)
  await loadLarge(app, size)
  const { db } = app
  const user = await db.selectFrom('users').select('id').where('username_key', '=', 'p00101').executeTakeFirstOrThrow()
  const row = await db
    .selectFrom('enrolments')
    .select(['guild_id', 'task_id'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const told = await db.selectFrom('messages').select('id').where('user_id', '=', user.id).limit(1).executeTakeFirst()
  await fillCategories(db)
  if (url) await tidied(url)
  if (!told) await addRest(school, { user_id: user.id, ...row }, size.students / small.students)
  return { school, token: await school.signIn(user), person: { ...row, word: '问题' } }
}

// The number of guilds a category shows.
const CATEGORY = 6

/** Clubs without tasks, in both schools: each category shows as many guilds in the small one as in the large one. */
const fillCategories = async (db: Db): Promise<void> => {
  if (await db.selectFrom('guilds').select('id').where('name', '=', '社团1').executeTakeFirst()) return
  const categories = await db.selectFrom('guild_categories').select('id').orderBy('id').execute()
  for (const { id } of categories)
    for (let at = 1; at <= CATEGORY; at += 1) await aGuild(db, { name: `社团${at}`, category_id: id })
}

/** Adds what grows with a school besides its works: messages and questions; and the data derived from works. */
const addRest = async (
  { app, clock }: School,
  { user_id, task_id, guild_id }: { user_id: number; task_id: number; guild_id: number },
  times: number,
): Promise<void> => {
  await app.db.transaction().execute(async (db) => {
    await app.database.unhurried(db)
    for (let at = 0; at < times * 30; at += 1) {
      const now = clock.now() - at * 1_000
      await notify(db, { user_id, type: 'notice', kind: 'task.changed', data: { task: `第 ${at + 1} 个` }, now })
      await aPost(db, { id: task_id, guild_id }, { user_id, created_at: now })
    }
  })
  for (const job of ['rankings.follow', 'search.follow']) await app.jobs.run(job)
}

/**
 * Both schools, on SQLite or in databases of a PostgreSQL. On SQLite the large one is kept in `.cache/bench-school` for
 * the next time: it takes minutes to make.
 */
export const listSchools = async (postgres: Postgres | null): Promise<readonly [ListSchool, ListSchool]> => [
  await schoolOf(small, 'bench-school-small', postgres),
  await schoolOf(large, 'bench-school', postgres),
]
