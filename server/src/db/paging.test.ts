import { Refusal } from '@tongchuang/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldOf } from '../fields.ts'
import { queriesOf } from '../testing/count-queries.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { pageOf, type OrderBy, type Page, type PageRequest } from './paging.ts'

type Row = { key: string; window_start: number; count: number }

let database: TestDatabase
const rows: Row[] = Array.from({ length: 47 }, (_, index) => ({
  key: `键${String(index).padStart(2, '0')}`,
  window_start: index % 5,
  count: index % 3,
}))

beforeAll(async () => {
  database = await freshDatabase()
  await database.db.insertInto('limits').values(rows).execute()
})
afterAll(() => database.close())

const query = () => database.db.selectFrom('limits as l').select(['l.key', 'l.window_start', 'l.count'])
const list = (order: OrderBy<Row>[], request: PageRequest): Promise<Page<Row>> =>
  pageOf(database.db, query(), order, request)

const walk = async (order: OrderBy<Row>[], limit: number): Promise<Row[]> => {
  const seen: Row[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page = await list(order, { limit, after })
    expect(page.total).toBe(47)
    seen.push(...page.list.map((row) => ({ ...row })))
    after = page.next
  }
  return seen
}

const compare = (one: Row, other: Row, order: OrderBy<Row>[]): number => {
  for (const { field, direction } of order) {
    if (one[field] !== other[field]) return one[field] < other[field] === (direction === 'asc') ? -1 : 1
  }
  return 0
}

const orders: OrderBy<Row>[][] = [
  [{ field: 'key', direction: 'asc' }],
  [
    { field: 'window_start', column: 'l.window_start', direction: 'desc' },
    { field: 'key', column: 'l.key', direction: 'asc' },
  ],
  [
    { field: 'count', direction: 'asc' },
    { field: 'window_start', direction: 'desc' },
    { field: 'key', direction: 'desc' },
  ],
]

describe.each(
  orders.map((order) => ({ name: order.map(({ field, direction }) => `${field} ${direction}`).join(', '), order })),
)('by $name', ({ order }) => {
  test.each([1, 7, 46, 47, 100])('a reader who turns pages of %i sees every row once, in order', async (limit) => {
    expect(await walk(order, limit)).toEqual(rows.toSorted((one, other) => compare(one, other, order)))
  })
})

test('a row that comes in at the front does not shift the next page', async () => {
  const order: OrderBy<Row>[] = [{ field: 'key', direction: 'asc' }]
  const first = await list(order, { limit: 10 })
  await database.db.insertInto('limits').values({ key: '一', window_start: 0, count: 0 }).execute()
  const second = await list(order, { limit: 10, after: first.next ?? '' })
  await database.db.deleteFrom('limits').where('key', '=', '一').execute()
  expect(second.list[0]?.key).toBe('键10')
})

test('a reader who goes on is told the number that was counted at the beginning, and nothing is counted again', async () => {
  const order = orders[1] ?? []
  const first = await list(order, { limit: 10 })
  let second: Page<Row> | undefined
  const queries = await queriesOf(database.db, async () => {
    second = await list(order, { limit: 10, after: first.next ?? '' })
  })
  expect([first.total, second?.total, queries.length]).toEqual([47, 47, 1])
})

test('pages by number show the same rows as pages by key', async () => {
  const order = orders[1] ?? []
  const numbered = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => list(order, { page, limit: 10 })))
  expect(numbered.flatMap(({ list }) => list.map(({ key }) => key))).toEqual(
    (await walk(order, 10)).map(({ key }) => key),
  )
  expect(numbered.map(({ page, total, next }) => [page, total, next === null])).toEqual(
    [1, 2, 3, 4, 5, 6].map((page) => [page, 47, page >= 5]),
  )
})

test.each(['as they are', 'in an index'])('more than a thousand are counted to a thousand, %s', async (how) => {
  const many = await freshDatabase()
  await many.db
    .insertInto('limits')
    .values(Array.from({ length: 1001 }, (_, index) => ({ key: 'k', window_start: index, count: 1 })))
    .execute()
  const all = many.db.selectFrom('limits')
  const counted = how === 'in an index' ? all : undefined
  const page = () =>
    pageOf(many.db, all.select('window_start'), [{ field: 'window_start', direction: 'asc' }], { limit: 5 }, counted)
  expect(await page()).toMatchObject({ total: 1000, total_more: true })
  await many.db.deleteFrom('limits').where('window_start', '=', 0).execute()
  const exact = await page()
  await many.close()
  expect([exact.total, 'total_more' in exact]).toEqual([1000, false])
})

const asCursor = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url')

test.each([
  '',
  'x',
  'zzz',
  '%00',
  'AAAA',
  asCursor([]),
  asCursor([1]),
  asCursor([1, 2, 3]),
  asCursor([1, '2', { counted: -1 }]),
  asCursor([1, '2', { counted: '3' }]),
  asCursor([1, '2', 3, { counted: 3 }]),
  asCursor([1, null]),
  asCursor([1, {}]),
  asCursor([1.5, 2]),
  asCursor({ length: 2 }),
  asCursor([1, '\0']),
])('a cursor nobody gave out (%j) is refused', async (after) => {
  const answer = await list(orders[1] ?? [], { after }).catch((error: unknown) => error)
  expect(answer).toBeInstanceOf(Refusal)
  expect(fieldOf(answer, 'reason')).toBe('INVALID')
  expect(fieldOf(answer, 'data')).toMatchObject({ problem: { zh: '列表接不上了，请从头加载' } })
})

test.each([asCursor(['not a number', 'a']), asCursor([2 ** 52, 'a']), asCursor([1, 5])])(
  'a cursor with keys of another kind (%s) is refused or read, and breaks nothing',
  async (after) => {
    const reason = await list(orders[1] ?? [], { after }).then(
      () => 'read',
      (error: unknown) => (error instanceof Refusal ? error.reason : error),
    )
    expect(['read', 'INVALID']).toContain(reason)
  },
)
