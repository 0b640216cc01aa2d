import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../testing/test-database.ts'
import { onceMore } from './once-more.ts'
import type { Db } from './schema.ts'

// On SQLite, transactions never overlap.
test('two who hold what the other waits for both come through', async () => {
  const { db, close } = await freshDatabase()
  const keys = ['a', 'b']
  await db
    .insertInto('settings')
    .values(keys.map((key) => ({ key, value: '0' })))
    .execute()
  const add = (on: Db, key: string) =>
    on
      .updateTable('settings')
      .set({ value: sql<string>`cast(cast(value as int) + 1 as text)` })
      .where('key', '=', key)
      .execute()
  const [isHeld, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const inOrder = (order: readonly string[], mine: () => void, theirs: Promise<void>) =>
    onceMore(() =>
      db.transaction().execute(async (on) => {
        await add(on, order[0] ?? '')
        mine()
        await theirs
        await add(on, order[1] ?? '')
      }),
    )
  await Promise.all([
    inOrder(keys, isHeld.resolve, other.promise),
    inOrder(keys.toReversed(), other.resolve, isHeld.promise),
  ])
  const rows = await db.selectFrom('settings').select('value').where('key', 'in', keys).execute()
  expect(rows.map(({ value }) => value)).toEqual(['2', '2'])
  await close()
})
