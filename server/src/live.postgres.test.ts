import { expect, test } from 'vitest'
import { openDatabase } from './db/open.ts'
import { createLive, sayChange, sayUnread, type LiveWord } from './live.ts'
import { silentLog } from './log.ts'
import { freshDatabase } from './testing/test-database.ts'

test('what one process says is heard in the other, under the same id and in the same order', async () => {
  const here = await freshDatabase()
  const there = await openDatabase({ url: here.url, dataDir: '' })
  const [live, other] = [
    createLive({ database: here, log: silentLog() }),
    createLive({ database: there, log: silentLog() }),
  ]
  const heard: Record<'here' | 'there', LiveWord[]> = { here: [], there: [] }
  const leave = await Promise.all([
    live.listen((word) => word && heard.here.push(word)),
    other.listen((word) => word && heard.there.push(word)),
  ])
  await here.db.transaction().execute((db) => sayChange(db, [7], { kind: 'discussion', task_id: 1 }))
  // More users than fit into one message of the database.
  const school = Array.from({ length: 1_500 }, (_, at) => 2_000_000_000 + at)
  await sayUnread(here.db, school)
  const peopleOf = (words: LiveWord[]) =>
    new Set(words.filter(({ change }) => !change).flatMap(({ user_ids }) => user_ids))
  // The change comes before or after the people, as the words were gathered.
  const countsOf = (words: LiveWord[]) => [peopleOf(words).size, words.filter(({ change }) => change).length]
  await expect
    .poll(() => [countsOf(heard.here), countsOf(heard.there)], { timeout: 4_000 })
    .toEqual([
      [1_500, 1],
      [1_500, 1],
    ])
  expect(heard.there).toEqual(heard.here)
  expect(heard.there.find(({ change }) => change)).toMatchObject({
    user_ids: [7],
    change: { kind: 'discussion', task_id: 1 },
  })
  for (const end of leave) end()
  await there.close()
  await here.close()
})

test('a process that ends while it tells open pages of a change ends without a warning', async () => {
  const database = await freshDatabase()
  const warned: unknown[] = []
  const live = createLive({ database, log: { warn: (what: unknown) => void warned.push(what) } as never })
  const first = Promise.withResolvers<void>()
  const other = await openDatabase({ url: database.url, dataDir: '' })
  const leave = await other.listen('live', () => first.resolve())
  // Many messages of the database, one after the other.
  await sayUnread(
    database.db,
    Array.from({ length: 60_000 }, (_, at) => 2_000_000_000 + at),
  )
  await first.promise
  await live.stop()
  await database.close()
  await new Promise((resolve) => void setImmediate(resolve))
  expect(warned).toEqual([])
  leave()
  await other.close()
})
