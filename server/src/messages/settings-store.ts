import { noticeTopics, type NoticeTopic } from '@tongchuang/contract/messages.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import { forgetLetters } from '../mail/mail.ts'
import { stopStaffLetters } from './staff-settings-store.ts'
import { byDefault, studentKindsOf } from './topics.ts'
import { dropLettersOf } from './waiting-letters-store.ts'

export type NoticeSetting = { topic: NoticeTopic; in_app: boolean; mail: boolean }

/** The settings of a person for each topic, with the default where there is none. */
export const noticeSettings = async (db: Db, user_id: number): Promise<NoticeSetting[]> => {
  const rows = await db
    .selectFrom('notice_settings')
    .select(['topic', 'in_app', 'mail'])
    .where('user_id', '=', user_id)
    .execute()
  return noticeTopics.map((topic) => {
    const { in_app, mail } = rows.find((row) => row.topic === topic) ?? byDefault[topic]
    return { topic, in_app: Boolean(in_app), mail: Boolean(mail) }
  })
}

/**
 * Stores a person's choices; topics that are not named stay as they are. Waiting letters of topics that are no longer
 * mailed are dropped.
 */
export const changeNoticeSettings = async (
  db: Db,
  user_id: number,
  settings: readonly NoticeSetting[],
): Promise<void> => {
  if (settings.length === 0) return
  await db
    .insertInto('notice_settings')
    .values(settings.map((setting) => ({ user_id, ...setting })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'topic'])
        .doUpdateSet((eb) => ({ in_app: eb.ref('excluded.in_app'), mail: eb.ref('excluded.mail') })),
    )
    .execute()
  const kinds = settings.flatMap(({ topic, mail }) => (mail ? [] : studentKindsOf(topic)))
  await dropLettersOf(db, { user_id, audience: 'student', kinds })
}

/** Turns every letter off, and takes back those that were waiting. */
export const unsubscribe = async (db: Db, user_id: number): Promise<void> => {
  const settings = await noticeSettings(db, user_id)
  await changeNoticeSettings(
    db,
    user_id,
    settings.map((setting) => ({ ...setting, mail: false })),
  )
  await stopStaffLetters(db, user_id)
  await db.deleteFrom('notice_letters').where('user_id', '=', user_id).execute()
  await forgetLetters(db, user_id, 'stoppable')
}

/** Of these people, those who do not want a topic in their box. */
export const silencedFor = async (db: Db, topic: NoticeTopic, user_ids: readonly number[]): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('notice_settings')
    .select('user_id')
    .where('topic', '=', topic)
    .where('user_id', 'in', user_ids)
    .where('in_app', '=', false)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Queues messages for a letter, for those of their readers who want one and have an address. */
export const noteForMail = async (
  db: Db,
  message_ids: readonly number[],
  { topic, immediate }: { topic: NoticeTopic; immediate: boolean },
): Promise<void> => {
  const wanted = byDefault[topic].mail ? sql<SqlBool>`(s.mail is null or s.mail)` : sql<SqlBool>`s.mail`
  await db
    .insertInto('notice_letters')
    .columns(['message_id', 'user_id', 'immediate'])
    .expression((eb) =>
      eb
        .selectFrom('messages as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .leftJoin('notice_settings as s', (join) => join.onRef('s.user_id', '=', 'm.user_id').on('s.topic', '=', topic))
        .select(['m.id', 'm.user_id', sql<boolean>`${sql.lit(immediate)}`.as('immediate')])
        .where('m.id', 'in', message_ids)
        .where('u.email_confirmed', '=', true)
        .where('u.status', '=', 'normal')
        .where(wanted),
    )
    // A letter that already waits shows the state at the time it is sent.
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

/** People with waiting letters: immediate ones, or for those who have not had the letter of the day. */
export const listMailable = async (
  db: Db,
  which: { immediate: true; audiences: readonly Reading[] } | { immediate: false; day: string },
  limit: number,
): Promise<number[]> => {
  const waiting = db
    .selectFrom('notice_letters as l')
    .select('l.user_id')
    .distinct()
    .where('l.immediate', '=', which.immediate)
    .orderBy('l.user_id')
    .limit(limit)
  const rows = await (
    which.immediate
      ? waiting.where('l.audience', 'in', which.audiences)
      : waiting.where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('digest_days as d')
                .select('d.day')
                .whereRef('d.user_id', '=', 'l.user_id')
                .where('d.day', '=', which.day),
            ),
          ),
        )
  ).execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Records that a person has had the letter of a day; false if another process was first. A stored later day comes from
 * a clock that was ahead, and does not block the letter.
 */
export const noteDigest = async (db: Db, user_id: number, day: string): Promise<boolean> =>
  (await db
    .insertInto('digest_days')
    .values({ user_id, day })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ day }).where('digest_days.day', '<>', day))
    .returning('user_id')
    .executeTakeFirst()) !== undefined

type Reading = 'student' | 'staff'

export type MailedNotice = { id: number; kind: string; data: string; link: string | null }

/** Takes the waiting notices of a person and returns those still unread, oldest first. */
export const takeForMail = async (
  db: Db,
  { user_id, audience }: { user_id: number; audience: Reading },
  immediate: boolean,
): Promise<MailedNotice[]> => {
  const taken = await db
    .deleteFrom('notice_letters')
    .where('user_id', '=', user_id)
    .where('audience', '=', audience)
    .where('immediate', '=', immediate)
    .returning('message_id')
    .execute()
  if (taken.length === 0) return []
  return db
    .selectFrom('messages')
    .select(['id', 'kind', 'data', 'link'])
    .where(
      'id',
      'in',
      taken.map(({ message_id }) => message_id),
    )
    .where('read_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Where a person's letters go, and in which language; undefined without a confirmed address. */
export const addressOf = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['email', 'locale', 'nickname'])
    .where('id', '=', id)
    .where('email_confirmed', '=', true)
    .where('status', '=', 'normal')
    .executeTakeFirst()

/**
 * Removes messages that were taken out of their box 30 days ago or are older than 400 days, and waiting letters about
 * messages older than 3 days, which are no news.
 */
export const sweepMessages = async (db: Db, now: number): Promise<void> => {
  const day = 24 * 3_600_000
  await db
    .deleteFrom('notice_letters')
    .where('message_id', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('created_at', '<', now - 3 * day),
    )
    .execute()
  await db
    .deleteFrom('messages')
    .where((eb) => eb.or([eb('removed_at', '<', now - 30 * day), eb('created_at', '<', now - 400 * day)]))
    .execute()
}

/** Who was liked on a school day, by how many, and has not been told. The ledger counts ten of a day at most. */
export const likedOn = (db: Db, day: string, about: string): Promise<{ user_id: number; count: number }[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('ledger_entries')
        .select(['user_id', sql<number>`sum(points)`.as('points')])
        .where('kind', '=', 'liked')
        .where('day', '=', day)
        .groupBy(['user_id', 'source_type', 'source_id', 'actor'])
        .as('liked'),
    )
    .select(['liked.user_id', sql<number>`count(*)`.as('count')])
    .where('liked.points', '>', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.user_id', '=', 'liked.user_id')
            .where('messages.about', '=', about),
        ),
      ),
    )
    .groupBy('liked.user_id')
    .execute()

/** Empties the message box of a person who is erased, including their notice settings. */
export const eraseMessages = async (db: Db, user_id: number): Promise<void> => {
  for (const table of ['messages', 'notice_settings', 'digest_days', 'staff_notice_settings', 'quiet_guilds'] as const)
    await db.deleteFrom(table).where('user_id', '=', user_id).execute()
}
