import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { inviterStands } from './invitations-store.ts'

type Asked = { guild_id: number; user_id: number }

/** Of waiting invitations that nobody has read: whether they can be accepted, and whether they show at the bell. */
const unread = (db: Db, { stands, shown }: { stands: boolean; shown: boolean }) => {
  const counts = sql<SqlBool>`(guilds.status = 'active' and ${inviterStands('gi')})`
  return (
    db
      .selectFrom('guild_invitations as gi')
      .innerJoin('guilds', 'guilds.id', 'gi.guild_id')
      .innerJoin('messages as told', (join) =>
        join.onRef('told.user_id', '=', 'gi.user_id').on(sql<SqlBool>`told.about = 'invitation:' || gi.guild_id`),
      )
      .select(['gi.guild_id', 'gi.user_id'])
      .where('gi.status', '=', 'waiting')
      .where('told.type', '=', 'todo')
      .where('told.read_at', 'is', null)
      .where(stands ? counts : sql<SqlBool>`not ${counts}`)
      .$if(shown, (rows) => rows.where('told.removed_at', 'is', null))
      // What its reader wants by mail alone never showed.
      .$if(!shown, (rows) => rows.whereRef('told.removed_at', '>', 'told.created_at'))
  )
}

/**
 * Who is asked at the bell for an answer that would be refused now: the guild is archived, or its inviter may not
 * invite any more.
 */
export const askedInVain = (db: Db): Promise<Asked[]> => unread(db, { stands: false, shown: true }).execute()

/** Who can answer again, and is not asked at the bell. */
export const askedNoMore = (db: Db): Promise<Asked[]> => unread(db, { stands: true, shown: false }).execute()
