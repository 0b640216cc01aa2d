import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { ParameterOf } from './compiled.ts'
import type { Db } from './schema.ts'
import { compiledList, together } from './together.ts'

let database: TestDatabase
let reader = 0

beforeAll(async () => {
  database = await freshDatabase()
  const { db } = database
  reader = (await aUser(db, { nickname: '小雨' })).id
  await aUser(db, { nickname: 'O’Brien "Pat"', email: 'pat@example.cn', email_confirmed: true })
  await aUser(db, { nickname: '' })
})
afterAll(() => database.close())

const people = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.nickname as name', 'u.email', 'u.email_confirmed', 'r.role', 'u.created_at'])
    .select(sql<number>`u.id * 2`.as('twice'))
    .orderBy('u.id')

const beside = together((db, value: ParameterOf<{ user_id: number }>) => ({
  people: people(db),
  whole: db.selectFrom('users').selectAll().where('id', '=', value('user_id')),
  none: db.selectFrom('settings').select('key'),
}))

test('queries read in one statement return what each returns alone: names, types, order, no rows and all columns', async () => {
  const { db } = database
  const { people: together, whole, none } = await beside(db, { user_id: reader })
  expect(together).toEqual(await people(db).execute())
  expect(together.map(({ email_confirmed }) => email_confirmed)).toEqual([false, true, false])
  expect(together.map(({ email }) => email === null)).toContain(true)
  expect(whole).toEqual(await db.selectFrom('users').selectAll().where('id', '=', reader).execute())
  expect(none).toEqual([])
})

const later = compiledList<{ after: number }, { id: number; name: string; email: string | null }>((db, value) =>
  people(db).where('u.id', '>', value('after')),
)

test('a compiled list returns the rows of its query, also within a transaction', async () => {
  const { db } = database
  const expected = await people(db).where('u.id', '>', reader).execute()
  expect(expected).toHaveLength(2)
  expect(await later(db, { after: reader })).toEqual(expected)
  expect(await db.transaction().execute((inside) => later(inside, { after: reader }))).toEqual(expected)
  expect(await later(db, { after: reader + 9 })).toEqual([])
})
