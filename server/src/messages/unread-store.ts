import { unreadAtMost } from '@tongchuang/contract/messages.ts'
import { sql } from 'kysely'
import { compiled, type Value } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import type { MessageType, Reading } from './store.ts'

const atOnce = 2_000

export type Unread = Record<MessageType, number>

const someUnread = (db: Db, user_id: Value<number>, audience: Reading) =>
  db
    .selectFrom('messages')
    .select(sql<number>`1`.as('one'))
    .where('user_id', '=', user_id)
    .where('audience', '=', audience)
    .where('read_at', 'is', null)
    .where('removed_at', 'is', null)
    .limit(unreadAtMost)

const counted = (db: Db, some: ReturnType<typeof someUnread>) =>
  db.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('count'))

/** How many unread rows a person has on the student site, up to a hundred, as a part of another query. */
export const unreadOf = (db: Db, user_id: Value<number>) => counted(db, someUnread(db, user_id, 'student'))

const unreadOfType = (db: Db, user_id: Value<number>, audience: Reading, type: MessageType) =>
  counted(db, someUnread(db, user_id, audience).where('type', '=', type)).as(type)

const countingUnread = compiled<{ user_id: number }, Unread>(
  (db, value) => {
    const of = (type: MessageType) => unreadOfType(db, value('user_id'), 'student', type)
    return db.selectNoFrom([of('message'), of('notice'), of('todo')]).$castTo<Unread>()
  },
  { manyAtOnce: { user_id: 'bigint' } },
)

const asNumbers = ({ message, notice, todo }: Unread): Unread => ({
  message: Number(message),
  notice: Number(notice),
  todo: Number(todo),
})

/**
 * How many unread rows of each type a person has on the student site, up to a hundred: it costs the same however full
 * the box is.
 */
export const countUnread = async (db: Db, user_id: number): Promise<Unread> => {
  const [unread] = await countingUnread(db, { user_id })
  return asNumbers(unread ?? { message: 0, notice: 0, todo: 0 })
}

/** The unread counts of many people at once, on one of the sites. */
export const unreadOfAll = async (
  db: Db,
  audience: Reading,
  user_ids: readonly number[],
): Promise<Map<number, Unread>> => {
  const unread = new Map<number, Unread>()
  for (let at = 0; at < user_ids.length; at += atOnce) {
    const rows = await db
      .selectFrom('users')
      .select(({ ref }) => [
        'id',
        unreadOfType(db, ref('users.id'), audience, 'message'),
        unreadOfType(db, ref('users.id'), audience, 'notice'),
        unreadOfType(db, ref('users.id'), audience, 'todo'),
      ])
      .where('id', 'in', user_ids.slice(at, at + atOnce))
      .$castTo<Unread & { id: number }>()
      .execute()
    for (const { id, ...numbers } of rows) unread.set(id, asNumbers(numbers))
  }
  return unread
}
