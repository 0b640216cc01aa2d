import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { inviterStands } from './invitations-store.ts'

type Asked = { guild_id: number; user_id: number }

/**
 * Waiting invitations with an unread message: `stands` selects those that can, or cannot, be accepted now, `shown`
 * those whose message is, or is not, in the box.
 */
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
      // A message that its reader wants only by mail was removed from the box when it was written.
      .$if(!shown, (rows) => rows.whereRef('told.removed_at', '>', 'told.created_at'))
  )
}

/**
 * Invitations whose message asks for an answer that would be refused now: the guild is archived, or the inviter may no
 * longer invite.
 */
export const askedInVain = (db: Db): Promise<Asked[]> => unread(db, { stands: false, shown: true }).execute()

/** Invitations that can be accepted again, but whose message was taken out of the box. */
export const askedNoMore = (db: Db): Promise<Asked[]> => unread(db, { stands: true, shown: false }).execute()
