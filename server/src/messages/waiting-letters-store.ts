import { paths, studentPages } from '@tongchuang/contract/paths.ts'
import type { Db } from '../db/schema.ts'

/** What the addresses of a guild and of its tasks begin with, on the student site. */
const beginningsOf = (guild_id: number): string[] => [
  `${paths.tasksOf(guild_id)}?`,
  `${studentPages.guildTasks.split(':id')[0]}${guild_id}/`,
]

/**
 * Sends students no letter that waits for them about a guild they are not in any more: what leads to its pages. That they
 * were taken out of it leads nowhere and is told all the same.
 */
export const dropLettersOfGuild = async (db: Db, user_ids: readonly number[], guild_id: number): Promise<void> => {
  if (user_ids.length === 0) return
  await db
    .deleteFrom('notice_letters')
    .where('user_id', 'in', user_ids)
    .where('audience', '=', 'student')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages as m')
          .select('m.id')
          .whereRef('m.id', '=', 'notice_letters.message_id')
          .where((told) => told.or(beginningsOf(guild_id).map((beginning) => told('m.link', 'like', `${beginning}%`)))),
      ),
    )
    .execute()
}
