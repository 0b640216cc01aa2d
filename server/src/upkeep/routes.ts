import type { App } from '../app-services.ts'
import { forgetFile } from '../files/store.ts'
import { looseFiles, type Loose } from './store.ts'

const twoDays = 48 * 3_600_000
const batch = 200

/**
 * Work by the clock that needs to know every feature, and so stands to the right of them all. Files nobody used for two
 * days go: uploaded and then taken out of the draft, or replaced by another avatar.
 */
export const upkeepRoutes = (app: App): void => {
  const remove = async ({ id, upload_id, thumb_key, public_key }: Loose): Promise<void> => {
    try {
      await forgetFile(app.db, id)
    } catch (error) {
      // Handed in at this very moment: the reference in the database is the last word.
      app.log.info({ err: error, file: id }, 'a file is used after all')
      return
    }
    for (const key of [upload_id, thumb_key, public_key]) if (key !== null) await app.files.remove(key)
  }

  app.jobs.every('files.unused', 3600, async (now) => {
    const before = now - twoDays
    for (
      let files = await looseFiles(app.db, before, 0, batch);
      files.length > 0;
      files = await looseFiles(app.db, before, files.at(-1)!.id, batch)
    ) {
      for (const file of files) await remove(file)
    }
  })
}
