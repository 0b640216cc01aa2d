import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Goes on as if a minute had passed since a code was mailed to an address: the server lets nobody ask sooner. */
export const minuteAfterCode = (dataDir: string, address: string): void => {
  const db = new DatabaseSync(join(dataDir, 'app.db'), { timeout: 5_000 })
  db.prepare('update verification_codes set created_at = created_at - 60000 where address_key = ?').run(address)
  db.close()
}
