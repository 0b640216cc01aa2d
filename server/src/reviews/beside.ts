import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { areasOf } from './area-store.ts'
import { mendedOf } from './mend-store.ts'
import type { Beside } from './present.ts'
import { voicesOf } from './voice-store.ts'
import { presentVoices } from './voices.ts'

/**
 * The area marks, mended marks and voices of some results; the caller has decided that their reader may see these
 * results.
 */
export const besideResults = async (
  app: App,
  db: Db,
  result_ids: readonly number[],
  user_id: number,
): Promise<Beside> => ({
  areas: await areasOf(db, result_ids),
  mended: await mendedOf(db, result_ids),
  voices: await presentVoices(app, db, await voicesOf(db, result_ids), user_id),
})
