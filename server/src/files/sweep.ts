import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../app-services.ts'
import { abandonedUploads, keysAmong, uploadsAmong } from './store.ts'
import type { Uploads } from './uploads.ts'

const oneDay = 24 * 3600_000
const batch = 200

const inBatches = async function* <T>(all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  let some: T[] = []
  for await (const one of all) {
    some.push(one)
    if (some.length < batch) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** Bytes of uploads whose row is gone, and what a dead process left of a picture. */
const sweepFolder = async (app: App, { store }: Uploads, before: number): Promise<void> => {
  const names = await readdir(store.directory).catch(() => [] as string[])
  for await (const some of inBatches(names)) {
    const ids = some.map((name) => Number(/^(\d+)(\.json)?$/.exec(name)?.[1] ?? 0))
    const living = await uploadsAmong(app.db, ids)
    for (const [at, name] of some.entries()) {
      if (living.has(ids[at]!)) continue
      const found = await stat(join(store.directory, name)).catch(() => null)
      if (found && found.mtimeMs < before) await store.discard(name)
    }
  }
}

/** Bytes in the file store that no row points to: a process died between the two. */
const sweepStore = async (app: App, before: number): Promise<void> => {
  for await (const some of inBatches(app.files.list())) {
    const old = some.filter(({ changed_at }) => changed_at < before)
    const known = await keysAmong(
      app.db,
      old.map(({ key }) => key),
    )
    for (const { key } of old) if (!known.has(key)) await app.files.remove(key)
  }
}

/** Removes what uploads leave behind, a day after it was last touched. Files nobody uses are another job's. */
export const sweepFiles = (app: App, uploads: Uploads): void => {
  app.jobs.every('files.sweep', 3600, async (now) => {
    for (const row of await abandonedUploads(app.db, now - oneDay)) await uploads.abandon(row)
    await sweepFolder(app, uploads, now - oneDay)
    await sweepStore(app, now - oneDay)
  })
}
