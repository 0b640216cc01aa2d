import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql, type KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProblems } from '../start-problems.ts'
import { emptyDatabase, testDialect, type TestDatabase } from '../testing/test-database.ts'
import { DatabaseNewer, MigrationsWaiting, OtherProgram } from './errors.ts'
import { migrate, readMigrations, type Migration } from './migrate.ts'
import { openDatabase, type Database } from './open.ts'

let database: TestDatabase
let dataDir: string

beforeEach(async () => {
  database = await emptyDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'tongchuang-migrate-'))
})
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const all = await readMigrations()
const last = {
  name: '9999-last',
  up: (async ({ db, id }) => void (await db.schema.createTable('later').$call(id).execute())) satisfies Migration,
}

/** Every table, column, index and default, as the database itself describes them. */
const schemaOf = async ({ db }: Database): Promise<unknown[]> => {
  const sqlite = sql`select type, name, tbl_name, sql from sqlite_schema where name not like 'sqlite_%' order by type, name`
  const postgres = sql`
    select c.relname as one, a.attname as two,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid)) as three
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    order by 1, 2, 3`
  return (await (testDialect === 'sqlite' ? sqlite : postgres).execute(db)).rows.map((row) => Object.assign({}, row))
}

/** The database as a process uses it that ends before its statement number `cut`. */
const cutAt = (cut: number): Database => {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      if (statements >= cut) throw new Error('cut')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...database, db: database.db.withPlugin(plugin) }
}

test('a new database gets every migration once, in order', async () => {
  expect(await migrate(database, { dataDir })).toEqual(all.map(({ name }) => name))
  expect(await migrate(database, { dataDir })).toEqual([])
  expect(await readdir(dataDir)).toEqual([])
})

test('cut at any statement and started again, the schema is the same as uncut', { timeout: 120_000 }, async () => {
  await migrate(database, { dataDir })
  const uncut = await schemaOf(database)
  expect(uncut.length).toBeGreaterThan(50)
  await database.close()
  database = await emptyDatabase()
  let cuts = 0
  for (let count = 1; count <= all.length; count += 1) {
    const migrations = all.slice(0, count)
    const before = await schemaOf(database)
    // Cut before the first statement of this start, then before the second one, and so on until there are no more; on
    // PostgreSQL, where each start takes ten times as long, at distances that grow.
    for (let cut = 1; ; cut = testDialect === 'sqlite' ? cut + 1 : cut * 3) {
      const ending = await migrate(cutAt(cut), { dataDir, migrations }).catch((error: Error) => error.message)
      if (ending !== 'cut') {
        expect(ending).toEqual([all[count - 1]?.name])
        break
      }
      expect(await schemaOf(database)).toEqual(before)
      cuts += 1
    }
  }
  expect(cuts).toBeGreaterThan(60)
  expect(await schemaOf(database)).toEqual(uncut)
})

test('a migration cut between two of its statements leaves neither', async () => {
  const half: Migration = async ({ db, id }) => {
    await db.schema.createTable('first').$call(id).execute()
    throw new Error('cut')
  }
  await expect(migrate(database, { dataDir, migrations: [...all, { name: '9999-last', up: half }] })).rejects.toThrow(
    'cut',
  )
  expect((await database.db.introspection.getTables()).map(({ name }) => name)).not.toContain('first')
  expect(await migrate(database, { dataDir, migrations: [...all, last] })).toEqual(['9999-last'])
})

test('a database of a newer version is refused, unchanged', async () => {
  await migrate(database, { dataDir, migrations: [...all, last] })
  const before = await schemaOf(database)
  await expect(migrate(database, { dataDir })).rejects.toThrow(DatabaseNewer)
  await expect(migrate(database, { dataDir })).rejects.toMatchObject({ migration: '9999-last' })
  expect(await schemaOf(database)).toEqual(before)
})

test('with migrations off, waiting ones are named and not run', async () => {
  await expect(migrate(database, { dataDir, mode: 'off' })).rejects.toThrow(MigrationsWaiting)
  await migrate(database, { dataDir })
  expect(await migrate(database, { dataDir, mode: 'off' })).toEqual([])
})

const ofOthers = {
  'with tables of its own': ['lessons', 'create table lessons (id integer primary key)'],
  'with migrations of its own': ['migrations', 'create table migrations (id integer primary key, migration text)'],
}
test.each(Object.entries(ofOthers))(
  'no school is begun in the database of another program %s, and the operator reads whose it is',
  async (_, [name = '', table = '']) => {
    await sql.raw(table).execute(database.db)
    const before = await schemaOf(database)
    const refused = await migrate(database, { dataDir }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(OtherProgram)
    expect(startProblems(refused)).toMatchObject([
      { zh: expect.stringMatching(`别的程序.*${name}`), en: expect.stringMatching(`another program.*${name}`) },
    ])
    expect(await schemaOf(database)).toEqual(before)
  },
)

test('a school in use is copied before it is changed', async () => {
  await migrate(database, { dataDir })
  await database.db.insertInto('settings').values({ key: 'name', value: '"School"' }).execute()
  await migrate(database, { dataDir, migrations: [...all, last], now: () => Date.parse('2026-09-01T08:00:00Z') })
  if (testDialect === 'postgres') return expect(await readdir(dataDir)).toEqual([])
  const [name, ...others] = await readdir(join(dataDir, 'backups'))
  expect([name, others]).toEqual(['before-9999-last-2026-09-01T08-00-00-000Z.sqlite', []])
  const copy = new DatabaseSync(join(dataDir, 'backups', name ?? ''))
  expect(copy.prepare('select value from settings').get()).toMatchObject({ value: '"School"' })
  expect(copy.prepare("select count(*) as n from sqlite_schema where name = 'later'").get()).toMatchObject({ n: 0 })
  copy.close()
})

test('processes that start at once on a new database run each migration once', async () => {
  const others = await Promise.all([1, 2, 3].map(() => openDatabase({ url: database.url, dataDir })))
  const runs = await Promise.all([database, ...others].map((each) => migrate(each, { dataDir })))
  await Promise.all(others.map((each) => each.close()))
  expect(runs.flat().toSorted()).toEqual(all.map(({ name }) => name))
})

test('the id of a removed row is not given out again', async () => {
  await migrate(database, { dataDir, migrations: [last] })
  const add = async () =>
    (await sql<{ id: number }>`insert into later default values returning id`.execute(database.db)).rows[0]?.id
  expect([await add(), await add()]).toEqual([1, 2])
  await sql`delete from later`.execute(database.db)
  expect(await add()).toBe(3)
})
