import { setImmediate as pause } from 'node:timers/promises'
import type { App } from '../app-services.ts'
import { TooComplex } from '../workers/errors.ts'
import { estimate, PROMISING, SIMILAR, SKETCH } from './similar-rules.ts'
import { contentOf, keepSketch, sketchesAfter, uncompared } from './similar-store.ts'

const AT_ONCE = 20
// Works of one run, so that it ends: all works of a school may be waiting. The next run continues.
const MOST = 1_000
/** The maximum number of similar works stored for one work. */
const FOUND = 20

const packed = (sketch: Uint32Array): string =>
  Buffer.from(sketch.buffer, sketch.byteOffset, sketch.byteLength).toString('base64')

const unpacked = (sketch: string): Uint32Array => {
  const bytes = Buffer.from(sketch, 'base64')
  // A copy, because a pooled buffer need not begin at a multiple of four bytes.
  return new Uint32Array(Uint8Array.from(bytes).buffer)
}

type Work = { id: number; task_id: number; user_id: number; content: string }
type Alike = { other_id: number; percent: number }

const nothing = { shingles: new Uint32Array(), sketch: new Uint32Array() }

/**
 * The output of a worker task, or the fallback where the text was too complex for it: then no similarity is reported.
 */
const orElse = <Output>(output: Promise<Output>, fallback: Output): Promise<Output> =>
  output.catch((error: unknown) => {
    if (error instanceof TooComplex) return fallback
    throw error
  })

const compare = async ({ db, workers }: Pick<App, 'db' | 'workers'>, work: Work): Promise<void> => {
  const { shingles, sketch } = await orElse(workers.run('sketchText', { text: work.content, size: SKETCH }), nothing)
  const found: Alike[] = []
  for (let after = 0; sketch.length > 0 && found.length < FOUND;) {
    const others = await sketchesAfter(db, work, after)
    for (const { submission_id, sketch: other } of others) {
      if (submission_id === work.id || estimate(sketch, unpacked(other)) < PROMISING) continue
      const alike = await orElse(
        workers.run('likenessToText', { shingles, text: await contentOf(db, submission_id) }),
        0,
      )
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

/** Compares each new version with the others of its task, as a hint for reviewers. */
export const registerCompareJob = (app: App): void =>
  app.jobs.every('reviews.compare', 30, async () => {
    for (let done = 0; done < MOST; done += AT_ONCE) {
      const works = await uncompared(app.db, AT_ONCE)
      for (const work of works) await compare(app, work)
      if (works.length < AT_ONCE) return
    }
  })
