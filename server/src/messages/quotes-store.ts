import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { sayUnread } from '../live.ts'
import type { MessageData, MessageKind } from './message-data.ts'

// Maximum values of a list in one statement.
const atOnce = 500

function* parts<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += atOnce) yield all.slice(at, at + atOnce)
}

/**
 * Removes messages of these kinds that link to one of these pages from the boxes of some people, because what they
 * quote no longer exists.
 */
export const removeLeading = async (
  db: Db,
  kinds: readonly MessageKind[],
  user_ids: readonly number[],
  links: readonly string[],
): Promise<void> => {
  for (const people of parts(user_ids))
    for (const pages of parts(links)) {
      const gone = await db
        .deleteFrom('messages')
        .where('user_id', 'in', people)
        .where('kind', 'in', kinds)
        .where('link', 'in', pages)
        .returning('user_id')
        .execute()
      await sayUnread(
        db,
        gone.map((row) => row.user_id),
      )
    }
}

/** Changes the data of messages about some things, read or not, in all boxes or in those of some people. */
export const reword = async <K extends MessageKind>(
  db: Db,
  kind: K,
  about: readonly string[],
  say: (data: MessageData[K]) => MessageData[K],
  user_id?: number | readonly number[],
): Promise<void> => {
  const people = typeof user_id === 'number' ? new Set([user_id]) : user_id && new Set(user_id)
  for (const things of parts(about)) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'user_id', 'data'])
      .where('about', 'in', things)
      .where('kind', '=', kind)
      .execute()
    const theirs = people ? rows.filter((row) => people.has(row.user_id)) : rows
    for (const [data, same] of Map.groupBy(theirs, (row) => row.data))
      for (const some of parts(same))
        await db
          .updateTable('messages')
          .set({ data: JSON.stringify(say(JSON.parse(data) as MessageData[K])) })
          .where(
            'id',
            'in',
            some.map(({ id }) => id),
          )
          .execute()
  }
}

/** Replaces the title of the task in all messages about some things, read or not, in all boxes. */
export const retitle = async (db: Db, about: readonly string[], task: string): Promise<void> => {
  for (const things of parts(about)) {
    const rows = await db.selectFrom('messages').select(['id', 'data']).where('about', 'in', things).execute()
    for (const [data, same] of Map.groupBy(rows, (row) => row.data)) {
      const said = storedValue(data)
      if (typeof said.task !== 'string' || said.task === task) continue
      for (const some of parts(same))
        await db
          .updateTable('messages')
          .set({ data: JSON.stringify({ ...said, task }) })
          .where(
            'id',
            'in',
            some.map(({ id }) => id),
          )
          .execute()
    }
  }
}
