import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from '../school/examination.ts'
import { startProblems } from '../start-problems.ts'
import { testConfig } from '../testing/test-app.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const [old, foreign] = [`latin_${process.pid}`, `foreign_${process.pid}`]
let admin: pg.Client
const urlOf = (name: string, user?: string) => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  if (user !== undefined) url.username = user
  return url.href
}
beforeAll(async () => {
  admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await admin.connect()
  await admin.query(`create database ${old} template template0 encoding 'LATIN1' locale 'C'`)
  await admin.query(`create database ${foreign} template template0 encoding 'UTF8' locale 'C'`)
})
afterAll(async () => {
  for (const name of [old, foreign]) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

/** The error shown to an operator who starts the product there. */
const problem = async (url: string): Promise<string> => {
  const database = await openDatabase({ url, dataDir: '', onError: () => {} })
  const refused = await migrate(database, { dataDir: '' }).then(
    () => null,
    (error: unknown) => startProblems(error)[0]?.zh ?? String(error),
  )
  await database.close()
  return refused ?? ''
}

test('a school is not begun in a database that takes no Chinese, and nothing of it is left there', async () => {
  expect(await problem(urlOf(old))).toMatch(/编码是 LATIN1.*createdb -E UTF8/)
  const database = await openDatabase({ url: urlOf(old), dataDir: '', onError: () => {} })
  expect(await database.db.introspection.getTables()).toEqual([])
  const found = await examine(testConfig('', {}), database)
  expect(found.find(({ what }) => what === 'database')).toMatchObject({
    state: 'wrong',
    detail: { zh: expect.stringContaining('LATIN1') },
  })
  await database.close()
})

test('an operator whose database is not there, or does not let the user in, reads what to do in their language', async () => {
  expect(await problem(urlOf('no_such_database'))).toMatch(/没有这个数据库.*createdb/)
  expect(await problem(urlOf(foreign, 'nobody_of_that_name'))).toMatch(/不让这个用户登录|不认这个用户/)
})

test('an operator whose user may make no tables reads whose the database has to be', async () => {
  const database = await openDatabase({ url: urlOf(foreign), dataDir: '', onError: () => {} })
  const refused = await database.db
    .transaction()
    .execute(async (db) => {
      await sql`create role without_rights_${sql.raw(String(process.pid))}`.execute(db)
      await sql`set local role without_rights_${sql.raw(String(process.pid))}`.execute(db)
      return sql`create table public.x (id integer)`.execute(db)
    })
    .catch((thrown: unknown) => thrown)
  expect(startProblems(refused)[0]?.zh).toMatch(/没有需要的权限.*owner to/)
  await database.close()
})

test('a school begins in the schema its user is given, whatever other programs keep in another', async () => {
  await admin.query(`create database shared_${process.pid} template template0 encoding 'UTF8' locale 'C'`)
  const url = new URL(urlOf(`shared_${process.pid}`))
  const others = new pg.Client({ connectionString: url.href })
  await others.connect()
  try {
    await others.query('create table public.migrations (id integer primary key, migration text)')
    url.searchParams.set('options', '-c search_path=guild')
    expect(await problem(url.href)).toMatch(/没有放表的 schema.*create schema/)
    await others.query('create schema guild')
    expect(await problem(url.href)).toBe('')
    const { rows } = await others.query("select count(*)::int as n from pg_tables where schemaname = 'public'")
    expect(rows).toEqual([{ n: 1 }])
    // Started again, it finds its own tables.
    expect(await problem(url.href)).toBe('')
  } finally {
    await others.end()
    await admin.query(`drop database shared_${process.pid} with (force)`)
  }
})
