import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { isOutdatedPlan } from './errors.ts'
import { clientConfig } from './postgres-client.ts'
import { send } from './postgres-query.ts'

let database: TestDatabase
let client: pg.Client
/** How often the server has described the columns of an answer. */
let descriptions = 0

beforeEach(async () => {
  database = await freshDatabase()
  client = new pg.Client({ ...clientConfig(database.url, 5_000), pipeline: true } as pg.ClientConfig)
  await client.connect()
  descriptions = 0
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('rowDescription', () => (descriptions += 1))
  connection.on('noData', () => (descriptions += 1))
  await client.query(`create table marks (id int primary key, points bigint, passed boolean, words text)`)
  await client.query(`insert into marks values (1, 9007199254740991, true, '好'), (2, null, false, '')`)
})
afterEach(async () => {
  await client.end()
  await database.close()
})

const mark = (id: number, name = 'mark') =>
  send(client, 'select * from marks where id = $1', { values: [id], name }).then(({ rows }) => rows)
const first = { id: 1, points: 9_007_199_254_740_991, passed: true, words: '好' }
const second = { id: 2, points: null, passed: false, words: '' }

test('the columns of a prepared statement are asked for once, and every answer has them', async () => {
  expect(await mark(1)).toEqual([first])
  expect(await mark(2)).toEqual([second])
  expect(await mark(3)).toEqual([])
  expect(await mark(1)).toEqual([first])
  expect(descriptions).toBe(1)
})

test('calls that are sent before the first is answered have their columns too', async () => {
  expect(await Promise.all([mark(1), mark(2), mark(1)])).toEqual([[first], [second], [first]])
  const before = descriptions
  expect(await Promise.all([mark(2), mark(1), mark(2)])).toEqual([[second], [first], [second]])
  expect(descriptions).toBe(before)
})

test('a statement that answers no rows is asked once too, and says how many rows it changed', async () => {
  const pass = (id: number) =>
    send(client, 'update marks set passed = true where id >= $1', { values: [id], name: 'pass' })
  for (const [id, changed] of [
    [1, 2],
    [2, 1],
    [3, 0],
  ] as const)
    expect(await pass(id)).toMatchObject({ command: 'UPDATE', rowCount: changed, rows: [] })
  expect(descriptions).toBe(1)
})

test('a statement without a name is described at each call', async () => {
  const count = () => send(client, 'select count(*) as n from marks', { values: [], name: undefined })
  expect((await count()).rows).toEqual([{ n: 2 }])
  expect((await count()).rows).toEqual([{ n: 2 }])
  expect(descriptions).toBe(2)
})

test('a statement whose table was changed since is refused; its old columns are never read into new rows', async () => {
  expect(await mark(1)).toEqual([first])
  await client.query('alter table marks drop column points')
  await expect(mark(1)).rejects.toSatisfy(isOutdatedPlan)
  expect(await mark(1, 'anew')).toEqual([{ id: 1, passed: true, words: '好' }])
})

test('what is fetched has the columns of the cursor that is open, though the words are the same', async () => {
  const fetched = async (words: string) => {
    await client.query(`declare rows no scroll cursor for ${words}`)
    const { rows } = await send(client, 'fetch 5 from rows', { values: [], name: 'fetch' })
    await client.query('close rows')
    return rows
  }
  await client.query('begin')
  for (let time = 0; time < 2; time += 1) {
    expect(await fetched('select id, points from marks where id = 1')).toEqual([{ id: 1, points: first.points }])
    expect(await fetched('select words, passed, id from marks where id = 2')).toEqual([
      { words: '', passed: false, id: 2 },
    ])
  }
  await client.query('rollback')
})

test('a statement that fails at its first call is described at the next', async () => {
  const share = (of: number) => send(client, 'select 6 / $1::int as share', { values: [of], name: 'share' })
  await expect(share(0)).rejects.toThrow('division by zero')
  expect((await share(2)).rows).toEqual([{ share: 3 }])
  await expect(share(0)).rejects.toThrow('division by zero')
  expect((await share(3)).rows).toEqual([{ share: 2 }])
})

test('a statement that could not be prepared is prepared at the next call', async () => {
  const grade = () => send(client, 'select * from grades', { values: [], name: 'grade' })
  await expect(grade()).rejects.toThrow('grades')
  await client.query(`create table grades (word text); insert into grades values ('优')`)
  expect((await grade()).rows).toEqual([{ word: '优' }])
  expect((await grade()).rows).toEqual([{ word: '优' }])
})

test('an error tells who asked, not where its bytes arrived', async () => {
  const askForNothing = async () => await send(client, 'select nothing', { values: [], name: undefined })
  const { stack = '' } = (await askForNothing().catch((error: Error) => error)) as Error
  expect(stack).toContain('askForNothing')
})
