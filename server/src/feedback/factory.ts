import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

/** A student's feedback on an assistant; by default without a name. */
export const aFeedback = (
  db: Db,
  given: { member_id: number; guild_id: number; user_id: number; period: string } & Partial<
    Insertable<Schema['assistant_feedback']>
  >,
): Promise<{ id: number }> => {
  const { created_at = Date.now() } = given
  const row = {
    comment: '讲得很清楚，批阅也及时。',
    rating: 5,
    named: false,
    shuffle: 0,
    updated_at: created_at,
    ...given,
    created_at,
  }
  return db.insertInto('assistant_feedback').values(row).returning('id').executeTakeFirstOrThrow()
}
