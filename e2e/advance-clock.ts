import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Makes the last code mailed to an address a minute older, because the server refuses a new one sooner. */
export const minuteAfterCode = (dataDir: string, address: string): void => {
  const db = new DatabaseSync(join(dataDir, 'app.db'), { timeout: 5_000 })
  db.prepare('update verification_codes set created_at = created_at - 60000 where address_key = ?').run(address)
  db.close()
}

/** Moves the date a task is due to another moment, as if it had been that one from the beginning. */
export const dueSince = (dataDir: string, task_id: number, due_at: number): void => {
  const db = new DatabaseSync(join(dataDir, 'app.db'), { timeout: 5_000 })
  db.prepare('update tasks set due_at = ? where id = ?').run(due_at, task_id)
  db.close()
}
