import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

let made = 0

/** A banner that everybody sees now. */
export const aBanner = async (
  db: Db,
  given: Partial<Insertable<Schema['banners']>> = {},
): Promise<{ id: number; title: string }> => {
  made += 1
  return db
    .insertInto('banners')
    .values({
      title: `横幅 ${made}`,
      alt: '一张画',
      image_file_id: null,
      guild_id: null,
      begin_at: null,
      end_at: null,
      ...given,
    })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
}
