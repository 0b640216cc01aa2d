import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { isUniqueViolation } from './errors.ts'
import { openDatabase } from './open.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
  await database.db.schema
    .createTable('notes')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('is_read', 'boolean')
    .addColumn('at', 'bigint')
    .addColumn('body', 'text')
    .execute()
})
afterEach(() => database.close())

const note = (values: Record<string, unknown>) => database.db.insertInto('notes' as never).values(values as never)
const notes = async () =>
  (await sql<Record<string, unknown>>`select * from notes order by id`.execute(database.db)).rows.map((row) => ({
    ...row,
  }))
const setting = (key: string, value = '1') => ({ key, value })
const settings = async () =>
  (await database.db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)

describe('values', () => {
  test('a boolean, a moment and a text come back as they went in, null too', async () => {
    await note({ id: 1, is_read: true, at: 1_790_000_000_123, body: '作品 𝄞\n' }).execute()
    await note({ id: 2, is_read: false, at: 2 ** 53 - 1, body: '' }).execute()
    await note({ id: 3, is_read: null, at: null, body: null }).execute()
    expect(await notes()).toEqual([
      { id: 1, is_read: true, at: 1_790_000_000_123, body: '作品 𝄞\n' },
      { id: 2, is_read: false, at: 2 ** 53 - 1, body: '' },
      { id: 3, is_read: null, at: null, body: null },
    ])
  })

  test('a boolean comes back as one from returning, an alias and a joined query', async () => {
    const returned = await note({ id: 1, is_read: true })
      .returning(['is_read' as never])
      .executeTakeFirst()
    const aliased =
      await sql`select inner_notes.is_read as seen from (select is_read from notes) as inner_notes where is_read = ${true}`.execute(
        database.db,
      )
    expect([{ ...returned }, Object.assign({}, aliased.rows[0])]).toEqual([{ is_read: true }, { seen: true }])
  })

  test.each([[{ a: 1 }], [[1, 2]], [new Date(0)], [undefined], [Number.NaN], [Symbol('x')]])(
    '%s is refused as a parameter',
    async (value) => {
      await expect(sql`select ${value as unknown} as x`.execute(database.db)).rejects.toThrow(TypeError)
    },
  )

  test('nothing is in an empty list, and everything outside of it', async () => {
    await database.db.insertInto('settings').values(setting('a')).execute()
    const found = (operator: 'in' | 'not in') =>
      database.db.selectFrom('settings').select('key').where('value', '=', '1').where('key', operator, []).execute()
    expect(await found('in')).toEqual([])
    expect(await found('not in')).toEqual([{ key: 'a' }])
  })

  test('a number beyond 2^53 throws instead of coming back as another one', async () => {
    await sql`insert into notes (id, at) values (1, 9007199254740993)`.execute(database.db)
    await expect(notes()).rejects.toThrow(RangeError)
  })

  test('a taken key is told from other errors', async () => {
    await database.db.insertInto('settings').values(setting('a')).execute()
    const again = await database.db
      .insertInto('settings')
      .values(setting('a'))
      .execute()
      .catch((error: unknown) => error)
    const other = await sql`select nothing from nowhere`.execute(database.db).catch((error: unknown) => error)
    expect([isUniqueViolation(again), isUniqueViolation(other)]).toEqual([true, false])
  })
})

describe('transactions', () => {
  test('a transaction that throws leaves nothing behind', async () => {
    const broken = database.db.transaction().execute(async (db) => {
      await db.insertInto('settings').values(setting('a')).execute()
      throw new Error('half-way')
    })
    await expect(broken).rejects.toThrow('half-way')
    expect(await settings()).toEqual([])
  })

  test('a reader sees the state before a transaction until it commits, and does not wait for it', async () => {
    const seen = await database.db.transaction().execute(async (db) => {
      await db.insertInto('settings').values(setting('a')).execute()
      return settings()
    })
    expect(seen).toEqual([])
    expect(await settings()).toEqual(['a'])
  })

  test('20 people who add to one number at once lose no addition', async () => {
    await database.db.insertInto('limits').values({ key: 'k', window_start: 0, count: 0 }).execute()
    const add = () =>
      database.db.transaction().execute(async (db) => {
        await db
          .updateTable('limits')
          .set((eb) => ({ count: eb('count', '+', 1) }))
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, add))
    expect((await database.db.selectFrom('limits').select('count').executeTakeFirstOrThrow()).count).toBe(20)
  })

  test('another connection writes to the same database at the same time', async () => {
    const other = await openDatabase({ url: database.url, dataDir: '' })
    const write = (on: typeof other, name: string) =>
      on.db.transaction().execute(async (db) => {
        await db.insertInto('settings').values(setting(name)).execute()
        await db.selectFrom('settings').selectAll().execute()
      })
    await Promise.all(Array.from({ length: 10 }, (_, index) => write(index % 2 ? database : other, `k${index}`)))
    await other.close()
    expect(await settings()).toHaveLength(10)
  })
})

describe('after the commit', () => {
  const heard = async (work: Promise<unknown>, listening: { calls: string[] }): Promise<string[]> => {
    await work.catch(() => {})
    await expect.poll(() => listening.calls, { interval: 5 }).toContain('last')
    return listening.calls
  }

  test('work waits for the commit and does not happen after a rollback', async () => {
    const calls: string[] = []
    const transaction = (name: string, fails: boolean) =>
      database.db.transaction().execute(async (db) => {
        await database.afterCommit(db, () => void calls.push(name))
        await db.insertInto('settings').values(setting(name)).execute()
        await new Promise((resolve) => setImmediate(resolve))
        calls.push(`in ${name}`)
        if (fails) throw new Error('no')
      })
    await transaction('kept', false)
    await transaction('lost', true).catch(() => {})
    await database.afterCommit(database.db, () => void calls.push('last'))
    expect(await heard(Promise.resolve(), { calls })).toEqual(['in kept', 'kept', 'in lost', 'last'])
  })

  test('a notification reaches listeners once committed, on a channel of their own, until they stop', async () => {
    const calls: string[] = []
    const stop = await database.listen('live', (payload) => void calls.push(payload))
    await database.listen('other', (payload) => void calls.push(`other ${payload}`))
    await database.db.transaction().execute((db) => database.notify(db, 'live', '1,2'))
    await database.db
      .transaction()
      .execute(async (db) => {
        await database.notify(db, 'live', 'rolled back')
        throw new Error('no')
      })
      .catch(() => {})
    await database.notify(database.db, 'live', 'last')
    expect(await heard(Promise.resolve(), { calls })).toEqual(['1,2', 'last'])
    stop()
    await database.notify(database.db, 'live', 'unheard')
    await database.notify(database.db, 'other', 'end')
    await expect.poll(() => calls).toContain('other end')
    expect(calls).not.toContain('unheard')
  })
})

test('after rows with ids of their own, new ids go on behind them', async () => {
  const letter = { message_id: '<a>', recipient: 'a@b.c', subject: '', text: '', created_at: 0 }
  await database.db
    .insertInto('mail_outbox')
    .values({ ...letter, id: 41 })
    .execute()
  await database.settleIds(database.db, 'mail_outbox')
  const { id } = await database.db
    .insertInto('mail_outbox')
    .values({ ...letter, message_id: '<b>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(42)
})
