import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { onceMore } from './once-more.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const write = (key: string) =>
  database.db.transaction().execute(async (db) => {
    await db
      .insertInto('settings')
      .values({ key: `before ${key}`, value: '1' })
      .execute()
    await db.insertInto('settings').values({ key, value: '1' }).execute()
  })
const stored = async () => (await database.db.selectFrom('settings').select('key').execute()).map(({ key }) => key)

test('work that breaks a unique key is run again, without the rows of the first attempt', async () => {
  await database.db.insertInto('settings').values({ key: 'a', value: '1' }).execute()
  // The result of an earlier lookup, when nothing was there yet.
  let seen: string[] = []
  const work = async () => {
    if (seen.includes('a')) return 'taken'
    seen = await stored()
    return write('a')
  }
  expect(await onceMore(work)).toBe('taken')
  expect(await stored()).toEqual(['a'])
})

test('work whose referenced row was deleted is run again and sees the deletion', async () => {
  const { id: user_id } = await aUser(database.db)
  const work = async () => {
    const user = await database.db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()
    if (!user) return 'gone'
    await database.db.deleteFrom('users').where('id', '=', user_id).execute()
    await database.db.insertInto('ledger_totals').values({ user_id }).execute()
    return 'written'
  }
  expect(await onceMore(work)).toBe('gone')
})

test('work that breaks the key a second time, or fails for another reason, fails', async () => {
  await write('a')
  await expect(onceMore(() => write('a'))).rejects.toThrow(/unique/i)
  let times = 0
  const broken = () => {
    times += 1
    throw new Error('another reason')
  }
  await expect(onceMore(broken)).rejects.toThrow('another reason')
  expect(times).toBe(1)
})
