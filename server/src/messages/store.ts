import { pageOf, type Page, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import { sayUnread } from '../live.ts'
import type { MessageData, MessageKind } from './message-data.ts'
import { noteForMail, silencedFor } from './settings-store.ts'
import { noteForStaffMail, silencedStaff } from './staff-settings-store.ts'
import type { MessageTable } from './tables.ts'
import { holdAbout } from './todo-store.ts'
import { isImmediate, toldOf, type ToldOf } from './topics.ts'

export type MessageType = MessageTable['type']
/** The site on which a box is read. */
export type Reading = 'student' | 'staff'

/** A message to be written. A `todo` is something to be done, which `closeAbout` removes once it is done. */
export type Notice<K extends MessageKind = MessageKind> = {
  /** One person or many; a person named twice gets one message. */
  user_id: number | readonly number[]
  type: MessageType
  kind: K
  data: MessageData[K]
  /** A path of the site, or null. */
  link?: string | null
  /** The thing it is about, for example `enrolment:7`. */
  about?: string
  /** The guild a notice of staff is about; its readers may have made it quiet. */
  guild_id?: number
  /** The reader's own action restores it: it is stored as read, and no letter is sent. */
  isKnown?: boolean
  now: number
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
const peopleOf = (rows: readonly { user_id: number }[]): number[] => rows.map(({ user_id }) => user_id)

// Eleven values a row, and SQLite takes 32,766 in a statement.
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

type Shared<K extends MessageKind> = Pick<Notice<K>, 'type' | 'kind' | 'guild_id' | 'isKnown' | 'now'>
type Told<K extends MessageKind> = Pick<Notice<K>, 'data' | 'link' | 'about'> & { user_id: number }

/** Writes messages with individual data; a person may get several. */
export const notifyEach = <K extends MessageKind>(db: Db, shared: Shared<K>, each: readonly Told<K>[]): Promise<void> =>
  put(
    db,
    shared,
    each.map(({ data, ...row }) => ({ ...row, data: JSON.stringify(data) })),
  )

/** `known`: the people who do not want the message in their box, if already looked up. */
const write = async <K extends MessageKind>(
  db: Db,
  { user_id, data, link, about, ...shared }: Notice<K>,
  known?: ReadonlySet<number>,
): Promise<void> => {
  const people = [...new Set(typeof user_id === 'number' ? [user_id] : user_id)]
  const same = {
    data: JSON.stringify(data),
    ...(link !== undefined && { link }),
    ...(about !== undefined && { about }),
  }
  await put(
    db,
    shared,
    people.map((user_id) => ({ user_id, ...same })),
    known,
  )
}

type Written = { user_id: number; data: string; link?: string | null; about?: string }

const put = async <K extends MessageKind>(
  db: Db,
  { type, kind, guild_id, isKnown = false, now }: Shared<K>,
  rows: readonly Written[],
  known?: ReadonlySet<number>,
): Promise<void> => {
  const told = toldOf(kind)
  const guild = guild_id ?? null
  const read_at = isKnown ? now : null
  const shared = { type, kind, audience: told.audience, guild_id: guild, created_at: now, read_at }
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce)
    // The row is written even if its reader does not want it in the box: it records who was told, and may be wanted by
    // mail.
    const without = known ?? (await silenced(db, told, guild, peopleOf(some)))
    const made = await db
      .insertInto('messages')
      .values(
        some.map(({ user_id, data, link = null, about = '' }) => {
          const removed_at = without.has(user_id) ? now : null
          return { ...shared, user_id, data, link, about, removed_at }
        }),
      )
      .returning('id')
      .execute()
    if (!isKnown) await noteForLetter(db, told, guild, idsOf(made))
  }
  await sayUnread(db, peopleOf(rows))
}

/**
 * Removes duplicate messages of a person about the same thing, which could arise before `holdAbout`; returns the
 * remaining ones.
 */
const onlyNewest = async <T extends { id: number; user_id: number }>(db: Db, found: readonly T[]): Promise<T[]> => {
  const stays = new Map(found.toSorted((one, other) => one.id - other.id).map((row) => [row.user_id, row]))
  const others = idsOf(found.filter((row) => stays.get(row.user_id) !== row))
  if (others.length > 0) await db.deleteFrom('messages').where('id', 'in', others).execute()
  return [...stays.values()]
}

/**
 * Keeps one `todo` per person about a thing: existing rows get the new data and become unread again, missing ones are
 * written. Counts shown in it must be read after `holdAbout`. That lock keeps the row unique; a unique index cannot,
 * because the previous release writes rows without checking, and its users' requests would be refused while both run.
 */
export const renewTodo = async <K extends MessageKind>(
  db: Db,
  todo: Omit<Notice<K>, 'type' | 'about' | 'user_id'> & { user_id: readonly number[]; about: string },
): Promise<void> => {
  const { user_id, kind, data, about, guild_id = null, now } = todo
  if (user_id.length === 0) return
  await holdAbout(db, about)
  const of = toldOf(kind)
  const without = await silenced(db, of, guild_id, user_id)
  const found = await db
    .updateTable('messages')
    .set({ data: JSON.stringify(data), guild_id, created_at: now, read_at: null, removed_at: null })
    .where('about', '=', about)
    .where('type', '=', 'todo')
    .where('user_id', 'in', user_id)
    .returning(['id', 'user_id'])
    .execute()
  const renewed = await onlyNewest(db, found)
  const told = new Set(renewed.map((row) => row.user_id))
  const unwanted = idsOf(renewed.filter((row) => without.has(row.user_id)))
  if (unwanted.length > 0)
    await db.updateTable('messages').set({ removed_at: now }).where('id', 'in', unwanted).execute()
  if (renewed.length > 0) await noteForLetter(db, of, guild_id, idsOf(renewed))
  await sayUnread(db, [...told])
  await write(db, { ...todo, type: 'todo', user_id: user_id.filter((id) => !told.has(id)) }, without)
}

/** Removes `todo` messages about things that are done; for one person, for some, or for everybody. */
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

/**
 * Removes every message about a thing, read or not, from all boxes or from one, because the thing no longer exists or
 * no longer concerns that person.
 */
export const removeAbout = async (db: Db, about: string, user_id?: number): Promise<void> => {
  const told = db.deleteFrom('messages').where('about', '=', about)
  const gone = await (user_id === undefined ? told : told.where('user_id', '=', user_id)).returning('user_id').execute()
  await sayUnread(
    db,
    gone.map((row) => row.user_id),
  )
}

/** Removes one kind of message about some things from all boxes, because it no longer holds. */
export const removeTold = async (db: Db, kind: MessageKind, about: readonly string[]): Promise<void> => {
  if (about.length === 0) return
  const gone = await db
    .deleteFrom('messages')
    .where('about', 'in', about)
    .where('kind', '=', kind)
    .returning('user_id')
    .execute()
  await sayUnread(db, peopleOf(gone))
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
  // The index does not contain types.
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

/** Removes the read rows from a person's box and returns how many. */
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
