import type { Db } from '../db/schema.ts'
import { refusal } from './refusal.ts'
import type { School } from './test-app.ts'
import { untilWaiting } from './waiting-for-locks.ts'

type Came = Awaited<ReturnType<typeof refusal>>

/**
 * Runs `act` while a call is in progress, at the moment it first reads the settings of the school: a log-in has checked
 * its password by then but opened no session. Returns the outcome of the call.
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

/**
 * PostgreSQL: a transaction that commits once a second call, begun after it, waits for its locks. Returns the outcome
 * of the second call.
 */
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
