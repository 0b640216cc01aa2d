import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { columnsOfConditions } from './words-of-indexes.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

test('what a partial index depends on stands in the text of a query, so that it is planned once; what people typed never does', () => {
  const { db } = database
  const todos = db.selectFrom('messages').selectAll().where('type', '=', 'todo').where('about', '=', 'enrolment:1')
  expect(todos.compile()).toMatchObject({
    sql: expect.stringContaining(`"type" = 'todo' and "about" = ?`) as string,
    parameters: ['enrolment:1'],
  })
  const running = db.selectFrom('tasks').selectAll().where('tasks.status', 'in', ['open', 'scheduled'])
  expect(running.compile().sql).toContain(`"tasks"."status" in ('open', 'scheduled')`)
  const typed = db
    .selectFrom('tasks')
    .selectAll()
    .where('status', '=', "x' or 1=1 --" as never)
  expect(typed.compile()).toMatchObject({ sql: expect.stringContaining('"status" = ?') as string })
})

test('each column that a partial index compares with a word is known to be one', () => {
  const file = new DatabaseSync(database.url.replace('sqlite:', ''), { readOnly: true })
  const indexes = file.prepare(`select sql from sqlite_schema where type = 'index' and sql like '% where %'`).all()
  file.close()
  const conditions = indexes.map(({ sql: text }) => String(text).split(/ where /i)[1] ?? '')
  const columns = conditions.flatMap((text) =>
    [...text.matchAll(/([a-z_]+)"? *(?:=|<>|in *\() *'[a-z]/g)].map(([, column]) => column),
  )
  expect([...new Set(columns)].toSorted()).toEqual([...columnsOfConditions].toSorted())
})
