import type { App } from '../app-services.ts'
import { shrinkLog } from '../db/shrink-log.ts'
import { forgetFile, forgetUnused } from '../files/store.ts'
import { forgetTrashed, noteTrashed, trashOfErased } from '../files/trash-store.ts'
import type { Licence } from '../removal-right.ts'
import type { Brake } from '../removal.ts'
import { removeLeftovers } from './leftovers.ts'
import { countLoose, filesOfErased, looseFiles, unusedFile, type Loose } from './store.ts'

const twoDays = 48 * 3_600_000
const batch = 200

const keysOf = ({ upload_id, thumb_key, public_key }: Loose): string[] =>
  [upload_id, thumb_key, public_key].filter((key) => key !== null)

/** Every file of a list that is read in pieces, by id. */
async function* each(read: (after_id: number) => Promise<Loose[]>): AsyncIterable<Loose> {
  for (let files = await read(0); files.length > 0; files = await read(files.at(-1)!.id)) yield* files
}

/** Takes a file out of the database that nobody has used for two days; false where somebody uses it after all. */
export const takeOut = async (app: App, file: Loose, now: number): Promise<boolean> => {
  try {
    return await app.db.transaction().execute(async (db) => {
      // Checked again here: since the file was listed, somebody may have chosen it, for example as a profile picture.
      if (!(await forgetUnused(db, file.id, unusedFile(db, file.id)))) return false
      await noteTrashed(db, keysOf(file), file.owner_id, now)
      return true
    })
  } catch (error) {
    // A foreign key that the query does not check refers to it; the database decides.
    app.log.info({ err: error, file: file.id }, 'a file is used after all')
    return false
  }
}

const discard = async (app: App, file: Loose, licence: Licence, now: number): Promise<void> => {
  if (!(await takeOut(app, file, now))) return
  for (const key of keysOf(file)) await app.files.discard(key, licence, now)
}

const discardUnused = async (app: App, now: number, brake: Brake): Promise<void> => {
  const before = now - twoDays
  const licence = await brake(await countLoose(app.db, before))
  if (licence === null) return
  for await (const file of each((after_id) => looseFiles(app.db, before, after_id, batch)))
    await discard(app, file, licence, now)
}

/**
 * Removes the files that people whose account is erased have left: bytes first, so that a row still names what is not
 * yet removed.
 */
const removeErased = async ({ db, files }: App): Promise<void> => {
  for await (const file of each((after_id) => filesOfErased(db, after_id, batch))) {
    for (const key of keysOf(file)) await files.remove(key, 'asked')
    await forgetFile(db, file.id)
  }
  for (let keys = await trashOfErased(db, batch); keys.length > 0; keys = await trashOfErased(db, batch)) {
    for (const key of keys) await files.remove(key, 'asked')
    await forgetTrashed(db, keys)
  }
}

/**
 * Registers the timed jobs that need to know every feature, and are therefore in the last one. Files that nobody has
 * used for two days are removed: they were uploaded and then taken out of a draft, or replaced by another picture.
 */
export const maintenanceRoutes = (app: App): void => {
  app.removal.everyUnused('files.unused', 3600, (now, brake) => discardUnused(app, now, brake))
  removeLeftovers(app)
  app.jobs.every('database.log', 600, () => shrinkLog(app.database))
  app.removal.every('files.erased', 3600, 'asked', () => removeErased(app))
}
