import { isIPv4 } from 'node:net'
import type { Db } from './db/schema.ts'

/** What every account of the sample school has as its password when `npm run demo` loads it. */
export const samplePassword = 'tongchuang-demo'

const key = 'sample_password'

/** Records that this database has accounts with the published password; called by whatever loads them. */
export const notePublishedPassword = async (db: Db): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ key, value: '"published"' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Whether anybody on the network could log in here with the published password. */
export const hasPublishedPassword = async (db: Db): Promise<boolean> => {
  const noted = await db.selectFrom('settings').select('key').where('key', '=', key).executeTakeFirst()
  if (!noted) return false
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('demo', '=', true)
    .where('status', '=', 'normal')
    .limit(1)
    .executeTakeFirst()
  return account !== undefined
}

/** Whether a listening address can be reached only from this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
