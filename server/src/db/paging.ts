import { fail } from '@tongchuang/contract/errors.ts'
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { isWrongKind } from './errors.ts'
import type { Db } from './schema.ts'

export type PageRequest = { page?: number; limit?: number; after?: string }
export type Page<T> = {
  list: T[]
  total: number
  total_more?: boolean
  page: number
  limit: number
  next: string | null
}

/**
 * One column of an order. `field` is its name in the row, `column` in SQL where that differs (`tasks.created_at`, or as
 * an index of it is written). It is never null.
 */
export type OrderBy<O> = { field: keyof O & string; column?: string | Expression<Key>; direction: 'asc' | 'desc' }

type Key = string | number

/** The extent of a page: the keys it begins after, and how many rows from there on it can contain. */
export type Reach = { behind: readonly Key[] | null; rows: number }

const DEFAULT_LIMIT = 20
// Counting stops here: a larger total is reported as "more".
const COUNTED = 1_000

const refused = () =>
  fail('INVALID', {
    field: 'after',
    problem: {
      zh: '列表接不上了，请从头加载',
      en: 'The list cannot go on from there, please load it from the beginning',
    },
  })

/**
 * The cursor that continues after a row: the values it is sorted by, which its reader has seen, and the rows counted
 * for the pages before, which need not be counted again.
 */
const encode = (keys: readonly Key[], counted?: number): string =>
  Buffer.from(JSON.stringify(counted === undefined ? keys : [...keys, { counted }])).toString('base64url')

/**
 * The value of `after` that continues after a row of this order: for lists whose first rows come with something else.
 */
export const cursorBehind = <O>(row: O, order: readonly OrderBy<NoInfer<O>>[], counted?: number): string =>
  encode(
    order.map(({ field }) => row[field] as Key),
    counted,
  )

type Cursor = { keys: Key[]; counted: number | null }

const countIn = (given: unknown): number | null => {
  const counted = typeof given === 'object' && given !== null && 'counted' in given ? given.counted : null
  return typeof counted === 'number' && Number.isInteger(counted) && counted >= 0
    ? Math.min(counted, COUNTED + 1)
    : null
}

const decode = (after: string, length: number): Cursor => {
  let all: unknown
  try {
    all = JSON.parse(Buffer.from(after, 'base64url').toString())
  } catch {
    throw refused()
  }
  const isKey = (key: unknown): key is Key =>
    (typeof key === 'string' && key.isWellFormed() && !key.includes('\0')) || Number.isSafeInteger(key)
  if (!Array.isArray(all)) throw refused()
  const counted = countIn(all.at(-1))
  const keys: unknown[] = counted === null ? all : all.slice(0, -1)
  if (keys.length !== length || !keys.every(isKey)) throw refused()
  return { keys, counted }
}

const columnOf = <O>({ field, column = field }: OrderBy<O>): Expression<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column

/** `a < x or (a = x and (b < y))`, led by `a <= x` so that an index on (a, b) is used from its place on. */
const behind = <O>(order: readonly OrderBy<O>[], keys: readonly Key[]): ReturnType<typeof sql<SqlBool>> => {
  const [first, ...rest] = order
  const [key, ...others] = keys
  if (first === undefined || key === undefined) return sql<SqlBool>`1 = 0`
  const column = columnOf(first)
  const strict = first.direction === 'asc' ? sql`>` : sql`<`
  if (rest.length === 0) return sql<SqlBool>`${column} ${strict} ${key}`
  return sql<SqlBool>`(${column} ${strict}= ${key} and (${column} ${strict} ${key} or ${behind(rest, others)}))`
}

/**
 * One page of a query without order or limit of its own. The order must end in a unique column, and its fields must be
 * selected. `after` pages by key, at the same cost at any depth; `page` by offset, for the first pages only. Up to
 * 1,000 rows are counted, once for all pages that follow one another by `after`; `counted` selects the same rows from
 * an index alone, without joins and columns that are only shown. A query combined from several may limit each to the
 * reach of the page.
 */
export const pageOf = async <
  DB,
  TB extends keyof DB,
  O,
  CountedDB = DB,
  CountedTB extends keyof CountedDB = keyof CountedDB,
>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O> | ((reach: Reach) => SelectQueryBuilder<DB, TB, O>),
  order: readonly OrderBy<NoInfer<O>>[],
  request: PageRequest,
  counted?: SelectQueryBuilder<CountedDB, CountedTB, object>,
): Promise<Page<O>> => {
  const limit = request.limit ?? DEFAULT_LIMIT
  const page = request.after === undefined ? (request.page ?? 1) : 1
  const cursor = request.after === undefined ? null : decode(request.after, order.length)
  const keys = cursor?.keys ?? null
  const reaching = typeof query === 'function' ? query : () => query
  let rows = reaching({ behind: keys, rows: page * limit + 1 })
  for (const one of order) rows = rows.orderBy(columnOf(one), one.direction)
  if (keys) rows = rows.where(behind(order, keys))
  else if (page > 1) rows = rows.offset((page - 1) * limit)
  // One row more than asked for tells whether there is a next page.
  const found = await rows
    .limit(limit + 1)
    .execute()
    .catch((error: unknown) => {
      throw request.after !== undefined && isWrongKind(error) ? refused() : error
    })
  const list = found.slice(0, limit)
  const last = list.at(-1)
  const hasMore = found.length > limit
  const isWhole = !cursor && page === 1 && !hasMore
  const count = () =>
    counted ? countInIndex(db, counted) : countUpTo(db, reaching({ behind: null, rows: COUNTED + 1 }))
  const total = isWhole ? list.length : (cursor?.counted ?? (await count()))
  const next = hasMore && last !== undefined ? cursorBehind(last, order, total) : null
  return { list, total: Math.min(total, COUNTED), ...(total > COUNTED ? { total_more: true } : {}), page, limit, next }
}

const countUpTo = async <DB, TB extends keyof DB, O>(db: Db, query: SelectQueryBuilder<DB, TB, O>): Promise<number> => {
  const some = query
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(COUNTED + 1)
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) as counted`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Counts rows that are cheap to read: skipping 1,000 of them takes half as long as counting them, so long lists are
 * detected first.
 */
const countInIndex = async <DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> => {
  const rows = query.clearSelect()
  const beyond = rows
    .select(sql.lit(COUNTED + 1).as('total'))
    .limit(1)
    .offset(sql.lit(COUNTED))
  const all = rows.select(sql<number>`count(*)`.as('total'))
  const { rows: answer } = await sql<{ total: number }>`select coalesce((${beyond}), (${all})) as total`.execute(db)
  return answer[0]?.total ?? 0
}

const byKeys = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((part, index) => part !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/**
 * One page of rows whose order is computed: smallest keys first, the last key unique. Cursors are those of `pageOf`.
 */
export const pageOfKeyed = <T>(
  rows: readonly T[],
  keyOf: (row: T) => readonly number[],
  request: PageRequest,
): Page<T> => {
  const limit = request.limit ?? DEFAULT_LIMIT
  const page = request.after === undefined ? (request.page ?? 1) : 1
  const keyed = rows.map((row) => ({ row, keys: keyOf(row) })).toSorted((one, other) => byKeys(one.keys, other.keys))
  const after = request.after !== undefined && keyed[0] ? decode(request.after, keyed[0].keys.length).keys : null
  if (!after?.every((key) => typeof key === 'number') && after !== null) throw refused()
  const begin = after ? keyed.filter(({ keys }) => byKeys(keys, after) <= 0).length : (page - 1) * limit
  const list = keyed.slice(begin, begin + limit)
  const last = list.at(-1)
  const next = begin + limit < keyed.length && last ? encode(last.keys) : null
  const total = keyed.length
  return {
    list: list.map(({ row }) => row),
    total: Math.min(total, COUNTED),
    ...(total > COUNTED ? { total_more: true } : {}),
    page,
    limit,
    next,
  }
}
