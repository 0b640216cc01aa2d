import type { App } from '../app-services.ts'
import { restoreRankings } from './sample-rankings.ts'

/** Removes the sample school and nothing else; returns how many people were removed. */
export const resetSample = async (app: App): Promise<number> => {
  const bytes: string[] = []
  const people = await app.db.transaction().execute(async (db) => {
    const ids = db.selectFrom('users').select('id').where('demo', '=', true)
    const files = await db
      .selectFrom('files')
      .select(['id', 'upload_id', 'thumb_key', 'public_key'])
      .where('owner_id', 'in', ids)
      .execute()
    for (const { upload_id, thumb_key, public_key } of files)
      bytes.push(...[upload_id, thumb_key, public_key].filter((key) => key !== null))
    await db.deleteFrom('banners').where('demo', '=', true).execute()
    // Deleting a guild also deletes its members, tasks, versions and reviews; deleting a person, the sessions, messages
    // and ledgers.
    await db.deleteFrom('guilds').where('demo', '=', true).execute()
    await db.deleteFrom('guild_categories').where('demo', '=', true).execute()
    await db.deleteFrom('submissions').where('user_id', 'in', ids).execute()
    await db.deleteFrom('files').where('owner_id', 'in', ids).execute()
    await restoreRankings(db)
    const { numDeletedRows } = await db.deleteFrom('users').where('demo', '=', true).executeTakeFirst()
    return Number(numDeletedRows)
  })
  for (const key of bytes) await app.files.remove(key, 'asked')
  return people
}
