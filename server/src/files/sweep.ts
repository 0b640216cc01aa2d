import { join } from 'node:path'
import type { App } from '../app-services.ts'
import type { Brake } from '../removal.ts'
import { abandonedUploads, keysAmong, uploadsAmong, uploadsBehind, type FileRow } from './store.ts'
import { forgetTrashed } from './trash-store.ts'
import type { UploadPlace } from '../storage/upload-place.ts'
import { UploadFolder } from './upload-store.ts'
import { forgetTurns } from './turn-store.ts'
import type { Uploads } from './uploads.ts'

const oneDay = 24 * 3600_000
const batch = 200
/** How long unreferenced bytes stay in the trash. */
export const trashMs = 30 * oneDay

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

type Stores = Pick<App, 'db' | 'files'>

/** Old keys that no row points to, and the total number of keys. */
const lookThrough = async ({ db, files }: Stores, before: number): Promise<{ loose: string[]; total: number }> => {
  const loose: string[] = []
  let total = 0
  for await (const some of inBatches(files.list())) {
    total += some.length
    const old = some.filter(({ changed_at }) => changed_at < before).map(({ key }) => key)
    const known = await keysAmong(db, old)
    loose.push(...old.filter((key) => !known.has(key)))
  }
  return { loose, total }
}

/**
 * Takes bytes that a row points to again out of the trash, and removes those older than `before`, where that is
 * allowed.
 */
const goThroughTrash = async ({ db, files }: Stores, before: number): Promise<void> => {
  for await (const some of inBatches(files.trash())) {
    const known = await keysAmong(
      db,
      some.map(({ key }) => key),
    )
    const back = some.filter(({ key }) => known.has(key))
    for (const { key } of back) await files.takeBack(key)
    const over = some.filter(({ key, changed_at }) => !known.has(key) && changed_at < before)
    for (const { key } of over) await files.remove(key, 'expired')
    await forgetTrashed(
      db,
      [...back, ...over].map(({ key }) => key),
    )
  }
}

/**
 * Puts stored bytes that no row points to into the trash: a process died between the two steps. Returns how many, or
 * null where the brake refuses.
 */
export const sweepStore = async (stores: Stores, now: number, brake: Brake): Promise<number | null> => {
  const { db, files } = stores
  const { loose, total } = await lookThrough(stores, now - oneDay)
  const licence = await brake({ wanted: loose.length, total })
  await goThroughTrash(stores, licence === null ? 0 : now - trashMs)
  if (licence === null) return null
  for await (const some of inBatches(loose)) {
    // Listing all keys takes a while, in which a restore may have added rows.
    const known = await keysAmong(db, some)
    for (const key of some) if (!known.has(key)) await files.discard(key, licence, now)
  }
  return loose.length
}

/** Removes bytes of uploads whose row is gone, and what a dead process left of a picture. */
const sweepPlaces = async (app: App, places: readonly UploadPlace[], before: number, brake: Brake): Promise<void> => {
  const left: { place: UploadPlace; name: string }[] = []
  let total = 0
  for (const place of places)
    for await (const some of inBatches(place.names())) {
      const ids = some.map(({ name }) => Number(/^(\d+)(\.\w+)?$/.exec(name)?.[1] ?? 0))
      const living = await uploadsAmong(app.db, ids)
      total += some.length
      for (const [at, { name, changed_at }] of some.entries())
        if (!living.has(ids[at]!) && changed_at < before) left.push({ place, name })
    }
  if (await brake({ wanted: left.length, total })) for (const { place, name } of left) await place.discard(name)
}

/**
 * Finishes an upload whose bytes have all arrived; returns whether it is a file now. Uploads still on their way are
 * not.
 */
const finished = async (app: App, uploads: Uploads, row: FileRow): Promise<boolean> => {
  try {
    return (await uploads.finishIfComplete(row)).status === 'ready'
  } catch (error) {
    // No bytes have arrived yet, or they do not match the name.
    app.log.debug({ err: error, file: row.id }, 'an upload is not finished')
    return false
  }
}

/** Whether bytes of an upload have arrived since a moment: over a slow line a large file takes longer than a day. */
const isArriving = async ({ store }: Uploads, { id }: FileRow, since: number): Promise<boolean> =>
  ((await store.lastArrival(String(id))) ?? 0) >= since

/**
 * Removes uploads that are not complete and of which nothing has arrived for a day, and other remains of uploads that
 * have not changed for a day. Another job removes unused files.
 */
export const registerSweepJobs = (app: App, uploads: Uploads): void => {
  // Pictures are made in the folder wherever uploads are.
  const folder = new UploadFolder(join(app.config.dataDir, 'uploads'), app.files)
  const places = uploads.store.folder === null ? [uploads.store, folder] : [uploads.store]
  app.jobs.every('files.finish', 120, async () => {
    for (
      let rows = await uploadsBehind(app.db, 0, batch);
      rows.length > 0;
      rows = await uploadsBehind(app.db, rows.at(-1)!.id, batch)
    )
      for (const row of rows) await finished(app, uploads, row)
  })
  app.removal.everyUnused('files.uploads', 3600, async (now, brake) => {
    for (const row of await abandonedUploads(app.db, now - oneDay))
      if (!(await finished(app, uploads, row)) && !(await isArriving(uploads, row, now - oneDay)))
        await uploads.abandon(row.id)
    await forgetTurns(app.db, now - oneDay)
    await sweepPlaces(app, places, now - oneDay, brake)
  })
  app.removal.everyUnused('files.sweep', 3600, async (now, brake) => void (await sweepStore(app, now, brake)))
}
