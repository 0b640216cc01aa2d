import type { Db } from '../db/schema.ts'
import { refusal } from './refusal.ts'
import type { School } from './test-app.ts'
import { untilWaiting } from './waiting-for-locks.ts'

type Came = Awaited<ReturnType<typeof refusal>>

/**
 * Does something while a call is under way, at the moment it first asks for the settings of the school: a log-in has checked
 * its password by then and opened no session. Answers what came of the call.
 */
export const meanwhile = async (
  { app }: School,
  call: () => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<Came> => {
  const { settings } = app
  const asked = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  Object.assign(app, {
    settings: async () => {
      asked.resolve()
      await mayGoOn.promise
      return settings()
    },
  })
  const outcome = refusal(call())
  await asked.promise
  Object.assign(app, { settings })
  await act()
  mayGoOn.resolve()
  return outcome
}

/** PostgreSQL: a transaction that ends once another work, begun after it, waits for what it holds. Answers what came of that work. */
export const whileWaitedFor = async (
  db: Db,
  first: (db: Db) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<Came> => {
  const done = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const held = db.transaction().execute(async (db) => {
    await first(db)
    done.resolve()
    await mayEnd.promise
  })
  await done.promise
  const outcome = refusal(second())
  await untilWaiting(db, 1)
  mayEnd.resolve()
  await held
  return outcome
}
