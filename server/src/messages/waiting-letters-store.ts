import { paths, studentPages } from '@tongchuang/contract/paths.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'

/** The beginnings of the addresses of a guild and of its tasks on the student site. */
const beginningsOf = (guild_id: number): string[] => [
  `${paths.tasksOf(guild_id)}?`,
  `${studentPages.guildTasks.split(':id')[0]}${guild_id}/`,
]

/**
 * Drops the waiting letters of former students of a guild that link to its pages. The message that they were removed
 * has no link and is still sent.
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

type Of = { user_id: number; audience: 'student' | 'staff'; kinds: readonly string[]; guild_id?: number }

const ofKinds = ({ kinds, guild_id }: Pick<Of, 'kinds' | 'guild_id'>) =>
  sql<SqlBool>`exists (select 1 from messages as m where m.id = notice_letters.message_id
    and m.kind in (${sql.join(kinds)}) and ${guild_id === undefined ? sql`1 = 1` : sql`m.guild_id = ${guild_id}`})`

/** Drops a person's waiting letters about these kinds of messages, of one guild or any. */
export const dropLettersOf = async (db: Db, { user_id, audience, ...of }: Of): Promise<void> => {
  if (of.kinds.length === 0) return
  await db
    .deleteFrom('notice_letters')
    .where((where) => where.and({ user_id, audience }))
    .where(ofKinds(of))
    .execute()
}

/**
 * Sets whether a person's waiting letters about these kinds of messages are sent within a minute or with the letter of
 * the day.
 */
export const timeLettersOf = async (db: Db, { user_id, audience, ...of }: Of, immediate: boolean): Promise<void> => {
  if (of.kinds.length === 0) return
  await db
    .updateTable('notice_letters')
    .set({ immediate })
    .where((where) => where.and({ user_id, audience }))
    .where(ofKinds(of))
    .execute()
}
