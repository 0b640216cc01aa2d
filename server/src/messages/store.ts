import { unreadAtMost } from '@tongchuang/contract/messages.ts'
import { sql, type Expression } from 'kysely'
import { compiled } from '../db/compiled.ts'
import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { sayUnread } from '../live.ts'
import type { MessageData, MessageKind } from './message-data.ts'
import { noteForMail, silencedFor } from './settings-store.ts'
import { noteForStaffMail, silencedStaff } from './staff-settings-store.ts'
import type { MessageTable } from './tables.ts'
import { isImmediate, toldOf, type ToldOf } from './topics.ts'

export type MessageType = MessageTable['type']
/** On which of the two sites a box is read. */
export type Reading = 'student' | 'staff'

/** What somebody is told. `todo` is something to be done, which `closeAbout` removes once it is done. */
export type Notice<K extends MessageKind = MessageKind> = {
  /** One person or many; one who is named twice is told once. */
  user_id: number | readonly number[]
  type: MessageType
  kind: K
  data: MessageData[K]
  /** A path of the site, or null. */
  link?: string | null
  /** The thing it is about, for example `enrolment:7`. */
  about?: string
  /** The guild that staff are told about: they may have less of it. */
  guild_id?: number
  now: number
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

// Ten values a row, and SQLite takes 32,766 in a statement.
const atOnce = 2_000

const silenced = async (
  db: Db,
  { audience, topic }: ToldOf,
  guild_id: number | null,
  user_ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (topic === null) return new Set()
  return audience === 'staff' ? silencedStaff(db, { topic, guild_id }, user_ids) : silencedFor(db, topic, user_ids)
}

const noteForLetter = async (
  db: Db,
  { audience, topic }: ToldOf,
  guild_id: number | null,
  ids: readonly number[],
): Promise<void> => {
  if (topic === null) return
  if (audience === 'staff') await noteForStaffMail(db, ids, { topic, guild_id })
  else await noteForMail(db, ids, { topic, immediate: isImmediate(topic) })
}

/** Writes a row into the message box of each person, in the caller's transaction. */
export const notify = <K extends MessageKind>(db: Db, notice: Notice<K>): Promise<void> => write(db, notice)

/** `known`: who wants no such row, where that has been asked. */
const write = async <K extends MessageKind>(
  db: Db,
  { user_id, type, kind, data, link = null, about = '', guild_id, now }: Notice<K>,
  known?: ReadonlySet<number>,
): Promise<void> => {
  const people = [...new Set(typeof user_id === 'number' ? [user_id] : user_id)]
  const told = toldOf(kind)
  const guild = guild_id ?? null
  const { audience } = told
  const row = { type, kind, audience, guild_id: guild, data: JSON.stringify(data), link, about, created_at: now }
  for (let at = 0; at < people.length; at += atOnce) {
    const some = people.slice(at, at + atOnce)
    // The row is written all the same: it says that somebody was told, and may be wanted by mail.
    const without = known ?? (await silenced(db, told, guild, some))
    const made = await db
      .insertInto('messages')
      .values(some.map((user_id) => ({ user_id, ...row, removed_at: without.has(user_id) ? now : null })))
      .returning('id')
      .execute()
    await noteForLetter(db, told, guild, idsOf(made))
  }
  await sayUnread(db, people)
}

/** Keeps one `todo` per person about a thing: rows that are there say the new thing and are unread again, missing ones are written. */
export const renewTodo = async <K extends MessageKind>(
  db: Db,
  todo: Omit<Notice<K>, 'type' | 'about' | 'user_id'> & { user_id: readonly number[]; about: string },
): Promise<void> => {
  const { user_id, kind, data, about, guild_id = null, now } = todo
  if (user_id.length === 0) return
  const of = toldOf(kind)
  const without = await silenced(db, of, guild_id, user_id)
  const renewed = await db
    .updateTable('messages')
    .set({ data: JSON.stringify(data), guild_id, created_at: now, read_at: null, removed_at: null })
    .where('about', '=', about)
    .where('type', '=', 'todo')
    .where('user_id', 'in', user_id)
    .returning(['id', 'user_id'])
    .execute()
  const told = new Set(renewed.map((row) => row.user_id))
  const unwanted = idsOf(renewed.filter((row) => without.has(row.user_id)))
  if (unwanted.length > 0)
    await db.updateTable('messages').set({ removed_at: now }).where('id', 'in', unwanted).execute()
  if (of.audience === 'staff') await noteForLetter(db, of, guild_id, idsOf(renewed))
  await sayUnread(db, [...told])
  await write(db, { ...todo, type: 'todo', user_id: user_id.filter((id) => !told.has(id)) }, without)
}

/** Corrects what a `todo` says, for everybody who has it: no news, it stays read. */
export const restateTodo = async <K extends MessageKind>(
  db: Db,
  { kind, about, data }: Pick<Notice<K>, 'kind' | 'data'> & { about: string },
): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ data: JSON.stringify(data) })
    .where('about', '=', about)
    .where('kind', '=', kind)
    .execute()
}

const todos = compiled<{ kind: string }, { about: string; user_id: number; data: string }>((db, value) =>
  db
    .selectFrom('messages')
    .select(['about', 'user_id', 'data'])
    .where('type', '=', 'todo')
    .where('kind', '=', value('kind')),
)

/** Everything of a kind that asks for something, in all boxes. */
export const listTodos = async <K extends MessageKind>(
  db: Db,
  kind: K,
): Promise<{ about: string; user_id: number; data: MessageData[K] }[]> =>
  (await todos(db, { kind })).map((row) => ({ ...row, data: JSON.parse(row.data) as MessageData[K] }))

/** Removes what asked for something (`todo`) about things that are done now; for one person, for some, or for everybody. */
export const closeAbout = async (
  db: Db,
  about: string | readonly string[],
  user_id?: number | readonly number[],
): Promise<void> => {
  const things = typeof about === 'string' ? [about] : about
  const done = db.deleteFrom('messages').where('about', 'in', things).where('type', '=', 'todo')
  const people = typeof user_id === 'number' ? [user_id] : user_id
  const closed = await (people === undefined ? done : done.where('user_id', 'in', people))
    .returning('user_id')
    .execute()
  const told = closed.map((row) => row.user_id)
  await sayUnread(db, told)
}

/** Takes every message about a thing out of all boxes, read or not: what they told is no more. */
export const removeAbout = async (db: Db, about: string): Promise<void> => {
  const gone = await db.deleteFrom('messages').where('about', '=', about).returning('user_id').execute()
  await sayUnread(
    db,
    gone.map((row) => row.user_id),
  )
}

export type StoredMessage = {
  id: number
  type: MessageType
  kind: string
  data: string
  link: string | null
  created_at: number
  read_at: number | null
}

/** The message box of a person on the student site, newest first. */
export const listMessages = (
  db: Db,
  user_id: number,
  type: MessageType | undefined,
  page: PageRequest,
): Promise<Page<StoredMessage>> => {
  const box = db
    .selectFrom('messages')
    .where('user_id', '=', user_id)
    .where('audience', '=', 'student')
    .where('removed_at', 'is', null)
  const rows = box.select(['id', 'type', 'kind', 'data', 'link', 'created_at', 'read_at'])
  const newest = [{ field: 'id', direction: 'desc' }] as const
  // The index knows no types.
  return type === undefined
    ? pageOf(db, rows, newest, page, box)
    : pageOf(db, rows.where('type', '=', type), newest, page)
}

/** Marks rows of a person's box as read: these, or all. */
export const markRead = async (
  db: Db,
  { user_id, audience }: { user_id: number; audience: Reading },
  ids: readonly number[] | undefined,
  now: number,
): Promise<void> => {
  if (ids?.length === 0) return
  const unread = db
    .updateTable('messages')
    .set({ read_at: now })
    .where('user_id', '=', user_id)
    .where('audience', '=', audience)
    .where('read_at', 'is', null)
    .where('removed_at', 'is', null)
  await (ids === undefined ? unread : unread.where('id', 'in', ids)).execute()
  await sayUnread(db, [user_id])
}

/** Takes the read rows out of a person's box and answers how many. */
export const clearRead = async (
  db: Db,
  user_id: number,
  type: MessageType | undefined,
  now: number,
): Promise<number> => {
  const read = db
    .updateTable('messages')
    .set({ removed_at: now })
    .where('user_id', '=', user_id)
    .where('audience', '=', 'student')
    .where('read_at', 'is not', null)
    .where('removed_at', 'is', null)
  const { numUpdatedRows } = await (type === undefined ? read : read.where('type', '=', type)).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export type Unread = Record<MessageType, number>

type Value<T> = T | Expression<T>

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

const countingUnread = compiled<{ user_id: number }, Unread>((db, value) => {
  const of = (type: MessageType) => unreadOfType(db, value('user_id'), 'student', type)
  return db.selectNoFrom([of('message'), of('notice'), of('todo')]).$castTo<Unread>()
})

const asNumbers = ({ message, notice, todo }: Unread): Unread => ({
  message: Number(message),
  notice: Number(notice),
  todo: Number(todo),
})

/** How many unread rows of each type a person has on the student site, up to a hundred: it costs the same however full the box is. */
export const countUnread = async (db: Db, user_id: number): Promise<Unread> => {
  const [unread] = await countingUnread(db, { user_id })
  return asNumbers(unread ?? { message: 0, notice: 0, todo: 0 })
}

/** The same of many people at once, on one of the sites. */
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
