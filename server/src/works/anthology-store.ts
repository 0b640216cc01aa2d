import { mostOfIssue } from '@tongchuang/contract/anthologies.ts'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { nicknameTo } from '../guilds/name-store.ts'
import { isHiddenFrom, isNamed, shownWorks } from './gallery-store.ts'
import { isOverForAll } from './over-store.ts'

/**
 * The reader of an issue. Students do not see works they reported, and see names as they may know them; staff see
 * everything.
 */
type Reader = { user_id: number; isStaff: boolean; now: number }

/** A guild as its issues show it. */
export const guildOfIssue = (db: Db, guild_id: number) =>
  db
    .selectFrom('guilds')
    .select(['id', 'name', 'hue', 'glyph', 'flag', 'subject', 'created_at'])
    .where('id', '=', guild_id)
    .executeTakeFirstOrThrow()

const excellent = (db: Db, guild_id: number, { user_id, isStaff, now }: Reader) => {
  // SQL literals, so that the index of picked works is used.
  const works = shownWorks(db)
    .where(sql<boolean>`submissions.featured`)
    .where('submissions.guild_id', '=', guild_id)
    .where(isOverForAll(now))
  return isStaff ? works : works.where((where) => where.not(isHiddenFrom(user_id)))
}

/** When the last work in an issue of a guild was handed in; undefined while there is none. */
export const lastExcellent = async (db: Db, guild_id: number, reader: Reader): Promise<number | undefined> => {
  const row = await excellent(db, guild_id, reader)
    .select('submissions.submitted_at')
    .orderBy('submissions.submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.submitted_at
}

/** The works of an issue in the order they were handed in, and one more than it holds where there is one. */
export const worksOfIssue = (
  db: Db,
  { guild_id, from, before }: { guild_id: number; from: number; before: number },
  reader: Reader,
) =>
  excellent(db, guild_id, reader)
    .leftJoin('files as covers', (join) =>
      join.onRef('covers.id', '=', 'submissions.cover_file_id').on('covers.pictures', 'in', ['waiting', 'made']),
    )
    .select(['submissions.id', 'submissions.task_id', 'tasks.title as task_title', 'submissions.title'])
    .select(['submissions.form', 'submissions.featured_reason', 'submissions.submitted_at'])
    // One letter more tells that the text goes on.
    .select(sql<string>`substr(submissions.content, 1, ${sql.lit(mostOfIssue.letters + 1)})`.as('content'))
    .select((eb) => eb.fn.coalesce('tasks.own_subject', 'guilds.subject').as('subject'))
    .select((eb) =>
      eb
        .case()
        .when(isNamed)
        .then(reader.isStaff ? eb.ref('users.nickname') : nicknameTo(reader.user_id))
        .end()
        .as('author'),
    )
    .select(['covers.id as cover_file_id', 'covers.width as cover_width', 'covers.height as cover_height'])
    .where('submissions.submitted_at', '>=', from)
    .where('submissions.submitted_at', '<', before)
    .orderBy('submissions.submitted_at')
    .orderBy('submissions.id')
    .limit(mostOfIssue.works + 1)
    .execute()

/** The heads of a guild's students, in the order they joined, and their number. */
export const headsOfGuild = async (db: Db, guild_id: number) => {
  const rows = await db
    .selectFrom('guild_members as gm')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select(['users.head', 'users.nickname'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('gm.guild_id', '=', guild_id)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .orderBy('gm.id')
    .limit(mostOfIssue.heads)
    .execute()
  return { heads: rows.map(({ head, nickname }) => ({ head, nickname })), total: Number(rows[0]?.total ?? 0) }
}
