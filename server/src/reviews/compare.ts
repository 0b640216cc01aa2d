import { setImmediate as pause } from 'node:timers/promises'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { estimate, likeness, piecesOf, PROMISING, shinglesOf, SIMILAR, sketchOf, wordsOf } from './similar-rules.ts'
import { contentOf, keepSketch, sketchesAfter, uncompared } from './similar-store.ts'

const AT_ONCE = 20
// A run of the job ends here and goes on at the next: a school's whole past may be waiting.
const MOST = 1_000
/** A work is nearly the same as at most so many that are remembered. */
const FOUND = 20

/** The shingles of a text, with a pause after each piece: nobody waits for a long essay. */
const taken = async (text: string): Promise<Set<number>> => {
  const all: string[] = []
  for (const piece of piecesOf(text)) {
    all.push(...wordsOf(piece))
    await pause()
  }
  return shinglesOf(all)
}

const packed = (sketch: Uint32Array): string =>
  Buffer.from(sketch.buffer, sketch.byteOffset, sketch.byteLength).toString('base64')

const unpacked = (sketch: string): Uint32Array => {
  const bytes = Buffer.from(sketch, 'base64')
  // A buffer of the pool need not begin at a multiple of four.
  return new Uint32Array(Uint8Array.from(bytes).buffer)
}

const compare = async (
  db: Db,
  work: { id: number; task_id: number; user_id: number; content: string },
): Promise<void> => {
  const shingles = await taken(work.content)
  const sketch = sketchOf(shingles)
  const found: { other_id: number; percent: number }[] = []
  for (let after = 0; sketch.length > 0 && found.length < FOUND;) {
    const others = await sketchesAfter(db, work, after)
    for (const { submission_id, sketch: other } of others) {
      if (submission_id === work.id || estimate(sketch, unpacked(other)) < PROMISING) continue
      const alike = likeness(shingles, await taken(await contentOf(db, submission_id)))
      if (alike >= SIMILAR) found.push({ other_id: submission_id, percent: Math.floor(alike * 100) })
      if (found.length === FOUND) break
    }
    const last = others.at(-1)
    if (!last || others.length < 500) break
    after = last.submission_id
    await pause()
  }
  await db.transaction().execute((transaction) => keepSketch(transaction, { ...work, sketch: packed(sketch) }, found))
}

/** Compares each new version with the others of its task, a hint for whoever reviews them. */
export const compareWorks = (app: App): void =>
  app.jobs.every('reviews.compare', 30, async () => {
    for (let done = 0; done < MOST; done += AT_ONCE) {
      const works = await uncompared(app.db, AT_ONCE)
      for (const work of works) await compare(app.db, work)
      if (works.length < AT_ONCE) return
    }
  })
