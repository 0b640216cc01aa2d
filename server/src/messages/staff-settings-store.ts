import { staffTopics, type LetterTime, type QuietLevel, type StaffTopic } from '@tongchuang/contract/messages.admin.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isUrgent, staffByDefault, staffKindsOf } from './topics.ts'
import { dropLettersOf, timeLettersOf } from './waiting-letters-store.ts'

export type StaffNoticeSetting = { topic: StaffTopic; in_app: boolean; mail: LetterTime }

/** The settings of a staff member for each topic, with the default where there is none. */
export const staffNoticeSettings = async (db: Db, user_id: number): Promise<StaffNoticeSetting[]> => {
  const rows = await db
    .selectFrom('staff_notice_settings')
    .select(['topic', 'in_app', 'mail'])
    .where('user_id', '=', user_id)
    .execute()
  return staffTopics.map((topic) => {
    const { in_app, mail } = rows.find((row) => row.topic === topic) ?? staffByDefault[topic]
    return { topic, in_app: Boolean(in_app), mail }
  })
}

/**
 * Stores the choices of a staff member; topics that are not named stay as they are. Waiting letters are changed
 * accordingly.
 */
export const changeStaffNoticeSettings = async (
  db: Db,
  user_id: number,
  settings: readonly StaffNoticeSetting[],
): Promise<void> => {
  for (const { topic, in_app, mail } of settings) {
    await db
      .insertInto('staff_notice_settings')
      .values({ user_id, topic, in_app, mail })
      .onConflict((conflict) => conflict.columns(['user_id', 'topic']).doUpdateSet({ in_app, mail }))
      .execute()
    const of = { user_id, audience: 'staff', kinds: staffKindsOf(topic) } as const
    await (mail === 'never' ? dropLettersOf(db, of) : timeLettersOf(db, of, mail === 'now'))
  }
}

/** Turns off all letters to a person as staff. */
export const stopStaffLetters = async (db: Db, user_id: number): Promise<void> => {
  const settings = await staffNoticeSettings(db, user_id)
  await changeStaffNoticeSettings(
    db,
    user_id,
    settings.map((setting) => ({ ...setting, mail: 'never' })),
  )
}

/** Drops the waiting letters of a person as staff. */
export const dropStaffLetters = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('notice_letters').where('user_id', '=', user_id).where('audience', '=', 'staff').execute()
}

/** The quiet guilds of a person. */
export const quietGuildsOf = (db: Db, user_id: number) =>
  db.selectFrom('quiet_guilds').select(['guild_id', 'level']).where('user_id', '=', user_id).execute()

/** Sets how much a person hears of a guild; waiting letters follow. */
export const hearOfGuild = async (db: Db, user_id: number, guild_id: number, level: QuietLevel): Promise<void> => {
  await db.deleteFrom('quiet_guilds').where('user_id', '=', user_id).where('guild_id', '=', guild_id).execute()
  if (level === 'all') return
  await db.insertInto('quiet_guilds').values({ user_id, guild_id, level }).execute()
  const quiet = level === 'none' ? staffTopics : staffTopics.filter((topic) => !isUrgent(topic))
  await dropLettersOf(db, { user_id, audience: 'staff', kinds: quiet.flatMap(staffKindsOf), guild_id })
}

type About = { topic: StaffTopic; guild_id: number | null }

const quietFor = (db: Db, topic: StaffTopic, guild_id: number, user_ids: readonly number[]) => {
  const quiet = db
    .selectFrom('quiet_guilds')
    .select('user_id')
    .where('guild_id', '=', guild_id)
    .where('user_id', 'in', user_ids)
  return isUrgent(topic) ? quiet.where('level', '=', 'none') : quiet
}

/** Of these people, those who do not want this in their box: for its topic, or for its guild. */
export const silencedStaff = async (
  db: Db,
  { topic, guild_id }: About,
  user_ids: readonly number[],
): Promise<Set<number>> => {
  if (user_ids.length === 0) return new Set()
  const off = db
    .selectFrom('staff_notice_settings')
    .select('user_id')
    .where('topic', '=', topic)
    .where('user_id', 'in', user_ids)
    .where('in_app', '=', false)
  const rows = await (guild_id === null ? off : off.union(quietFor(db, topic, guild_id, user_ids))).execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/**
 * Queues messages for a letter, for those of their readers who want one and have an address; not for a guild the reader
 * has made quiet.
 */
export const noteForStaffMail = async (db: Db, message_ids: readonly number[], about: About): Promise<void> => {
  if (message_ids.length === 0) return
  const { topic, guild_id } = about
  const wanted = sql<string>`coalesce(s.mail, ${sql.lit(staffByDefault[topic].mail)})`
  const quiet = isUrgent(topic) ? sql`q.level = 'none'` : sql`1 = 1`
  await db
    .insertInto('notice_letters')
    .columns(['message_id', 'user_id', 'immediate', 'audience'])
    .expression((eb) =>
      eb
        .selectFrom('messages as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .leftJoin('staff_notice_settings as s', (join) =>
          join.onRef('s.user_id', '=', 'm.user_id').on('s.topic', '=', topic),
        )
        .select(['m.id', 'm.user_id', sql<boolean>`${wanted} = 'now'`.as('immediate'), sql.lit('staff').as('audience')])
        .where('m.id', 'in', message_ids)
        .where('u.email_confirmed', '=', true)
        .where('u.status', '=', 'normal')
        .where(sql<SqlBool>`${wanted} <> 'never'`)
        .where(
          sql<SqlBool>`not exists (select 1 from quiet_guilds as q
            where q.user_id = m.user_id and q.guild_id = ${guild_id ?? 0} and ${quiet})`,
        ),
    )
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}
