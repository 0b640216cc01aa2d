import type { App } from '../app-services.ts'
import { putWords } from '../db/text-index.ts'
import { wordsOf } from './rules.ts'
import { listTexts, readCursor, writeCursor } from './store.ts'

const textsAtOnce = 500
/** The time limit of one run: a school imported with all its works is indexed in several runs. */
const runMs = 10_000
/** Longer than any transaction: until then, on PostgreSQL, a row may still appear below an existing id. */
const settlesAfter = 120_000

/**
 * Reads new versions into the search index. Versions are only added and their texts never change, so nothing is missed
 * and submitting costs nothing extra. Who may see a work is decided at search time.
 */
export const indexNewWorks = async ({ db, database: { dialect } }: App, now: number): Promise<void> => {
  const lag = dialect === 'sqlite' ? 0 : settlesAfter
  const until = performance.now() + runMs
  const kept = (await readCursor(db)) ?? { source: 'works', settled: 0, pending: 0, pending_at: now }
  // A clock that was ahead would otherwise have the same rows read again until that time comes.
  let cursor = { ...kept, pending_at: Math.min(kept.pending_at, now) }
  // Rows seen long enough ago are settled; later ones are read once more.
  if (now - cursor.pending_at >= lag) cursor = { ...cursor, settled: cursor.pending, pending_at: now }
  for (let at = cursor.settled; performance.now() < until;) {
    const texts = await listTexts(db, at, textsAtOnce)
    if (texts.length === 0) return
    at = texts.at(-1)?.id ?? at
    const pending = Math.max(cursor.pending, at)
    // On SQLite no row can still appear below an id already read; on PostgreSQL the cursor waits to settle.
    cursor = lag === 0 ? { ...cursor, settled: at, pending, pending_at: now } : { ...cursor, pending }
    const read = cursor
    await db.transaction().execute(async (db) => {
      const rows = texts.map(({ id, title, excerpt }) => ({ id, words: wordsOf(`${title} ${excerpt}`) }))
      await putWords(db, dialect, 'search_works', rows)
      await writeCursor(db, read)
    })
  }
}
