import type { App } from '../app-services.ts'
import { putWords } from '../db/text-index.ts'
import { wordsOf } from './rules.ts'
import { listTexts, readCursor, writeCursor } from './store.ts'

const textsAtOnce = 500
/** A school that comes with all its works is read in several runs. */
const runMs = 10_000
/** No transaction lasts so long: on PostgreSQL a row may appear below one that is there already, until then. */
const settlesAfter = 120_000

/**
 * Reads new versions into the index of words. Versions are only ever added and their texts never change, so nothing is
 * missed and whoever hands in pays nothing. Who may see a work is decided when it is looked for.
 */
export const indexNewWorks = async ({ db, database: { dialect } }: App, now: number): Promise<void> => {
  const lag = dialect === 'sqlite' ? 0 : settlesAfter
  const until = performance.now() + runMs
  let cursor = (await readCursor(db)) ?? { source: 'works', settled: 0, pending: 0, pending_at: now }
  // What was seen long enough ago is settled; what came since is read once more.
  if (now - cursor.pending_at >= lag) cursor = { ...cursor, settled: cursor.pending, pending_at: now }
  for (let at = cursor.settled; performance.now() < until;) {
    const texts = await listTexts(db, at, textsAtOnce)
    if (texts.length === 0) return
    at = texts.at(-1)?.id ?? at
    const pending = Math.max(cursor.pending, at)
    // Nothing below what is read now can still appear on SQLite; elsewhere it waits for its time.
    cursor = lag === 0 ? { ...cursor, settled: at, pending, pending_at: now } : { ...cursor, pending }
    const kept = cursor
    await db.transaction().execute(async (db) => {
      const rows = texts.map(({ id, title, excerpt }) => ({ id, words: wordsOf(`${title} ${excerpt}`) }))
      await putWords(db, dialect, 'search_works', rows)
      await writeCursor(db, kept)
    })
  }
}
