import type { Input, Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { hues } from '@tongchuang/contract/rules/hues.ts'
import type { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { rolesOf } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { newFlag } from '../guilds/flag-rules.ts'
import { takenFlags } from '../guilds/flag-store.ts'
import { allCategories } from '../guilds/notices-store.ts'
import { lockGuild } from '../guilds/lock-store.ts'
import { putStaff } from '../guilds/people-store.ts'
import { changeCapacity, insertGuild, removeGuild } from '../guilds/settings-store.ts'
import { guessSubject } from '../guilds/subject-rules.ts'
import {
  changeNamed,
  countsByGuild,
  guildsByKey,
  namedGuilds,
  roomOf,
  teachersByGuild,
  type NamedGuild,
} from './guild-store.ts'
import { guildKey } from './guild-key.ts'
import { isInUse } from './used-guild-store.ts'
import type { RosterImport } from './store.ts'

export const everySwitch = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }

/**
 * Creates the missing guilds of a list, and raises capacities where that was settled. A repeated call finds the guilds
 * existing.
 */
export const makeGuilds = async (app: App, one: RosterImport): Promise<void> => {
  const now = app.clock()
  for (const guild of await namedGuilds(app.db, one.id))
    await app.db.transaction().execute(async (db) => {
      if (guild.guild_id === null) return makeOne(app, db, guild, now)
      if (guild.capacity === null || guild.capacity_before !== null) return
      const before = await changeCapacity(db, guild.guild_id, { atLeast: guild.capacity })
      if (before !== null) await changeNamed(db, guild, { capacity_before: before })
    })
}

const makeOne = async (app: App, db: Db, guild: NamedGuild, now: number): Promise<void> => {
  const { import_id, key, name, category_id, teacher_id, capacity } = guild
  // The hue follows from the name, so that a school’s guilds do not all look alike.
  const hue = hues[[...key].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues.length] ?? 'tech'
  const category = category_id === null ? undefined : (await allCategories(db)).find(({ id }) => id === category_id)
  const subject = guessSubject(name, category?.name ?? '')
  const guild_id = await insertGuild(db, {
    ...{ name, category_id, capacity, intro: '', join_policy: 'code' as const },
    ...{ hue, subject, ...newFlag({ name, hue, subject }, await takenFlags(db)), now },
  })
  if (teacher_id !== null && (await mayTeach(db, teacher_id)))
    await putStaff(db, app.events, { guild_id, user_id: teacher_id, role: 'teacher', title: '', ...everySwitch, now })
  await changeNamed(db, { import_id, key }, { guild_id })
}

/** Whether an account may be the teacher of a guild. */
export const mayTeach = async (db: Db, user_id: number): Promise<boolean> =>
  (await rolesOf(db, user_id)).some((role) => role === 'teacher' || role === 'admin')

/** Removes the guilds created by an import that are empty and unused, and restores capacities. */
export const unmakeGuilds = async (app: App, one: RosterImport): Promise<void> => {
  for (const guild of await namedGuilds(app.db, one.id))
    await app.db.transaction().execute(async (db) => {
      const { guild_id, is_new, teacher_id, capacity, capacity_before } = guild
      if (guild_id === null) return
      if (!is_new) {
        if (capacity !== null && capacity_before !== null)
          await changeCapacity(db, guild_id, { from: capacity, to: capacity_before })
        return
      }
      // The lock waits for concurrent writers in the guild, so that what they wrote is seen.
      await lockGuild(db, guild_id)
      if (await isInUse(db, guild_id, teacher_id)) return
      await changeNamed(db, guild, { guild_id: null })
      await removeGuild(db, guild_id)
    })
}

type Shown = Output<typeof rosterAdmin.guilds>[number]

/** The guilds of a list with the number of people coming to each; those that need attention first. */
export const shownGuilds = async (db: Db, one: RosterImport): Promise<Shown[]> => {
  const named = await namedGuilds(db, one.id)
  const ids = named.flatMap(({ guild_id }) => guild_id ?? [])
  const [counts, teachers, rooms, there] = [
    await countsByGuild(db, one.id),
    await teachersByGuild(db, one.id),
    await roomOf(db, ids),
    await guildsByKey(db),
  ]
  const shown = named.map((guild): Shown => {
    const { key, name, guild_id, is_new, category_id, teacher_id } = guild
    const own = counts.get(key) ?? []
    const sum = (fits: (row: (typeof own)[number]) => boolean) =>
      own.filter(fits).reduce((all, { count }) => all + count, 0)
    const room = guild_id === null ? undefined : rooms.get(guild_id)
    const capacity = guild.capacity ?? room?.capacity ?? null
    const members = room?.member_count ?? 0
    const led = teachers.get(key) ?? []
    const coming = sum(({ role }) => role === 'student')
    return {
      ...{
        key,
        name,
        guild_id,
        is_new: Boolean(is_new),
        category_id: is_new ? category_id : (room?.category_id ?? null),
      },
      ...{ teacher_id, teachers: led, members, capacity },
      new: sum(({ status }) => status === 'new'),
      joins: sum(({ status }) => status === 'joins'),
      staff: sum(({ role }) => role !== 'student'),
      attention: [
        ...(one.state === 'checked' && capacity !== null && members + coming > capacity ? ['full' as const] : []),
        ...(is_new && led.length === 0 && teacher_id === null ? ['no_teacher' as const] : []),
        ...((there.get(guildKey(name)) ?? []).length > 1 ? ['same_name' as const] : []),
      ],
    }
  })
  return shown.toSorted((a, b) => b.attention.length - a.attention.length)
}

type Settling = Omit<Input<typeof rosterAdmin.settleGuild>, 'id'>

/** Stores the settings for a guild of a list; returns whether they change which guild it is. */
export const settleGuild = async (
  db: Db,
  { id: import_id }: Pick<RosterImport, 'id'>,
  { key, name, category_id, teacher_id, capacity }: Settling,
): Promise<boolean> => {
  const named = (await namedGuilds(db, import_id)).find((guild) => guild.key === key)
  if (!named) throw fail('NOT_FOUND')
  if (typeof category_id === 'number' && !(await allCategories(db)).some((one) => one.id === category_id))
    throw fail('NOT_FOUND')
  if (typeof teacher_id === 'number' && !(await mayTeach(db, teacher_id))) throw fail('NOT_FOUND')
  await changeNamed(db, named, {
    ...(name !== undefined && { name }),
    ...(category_id !== undefined && { category_id }),
    ...(teacher_id !== undefined && { teacher_id }),
    ...(capacity !== undefined && { capacity }),
    key,
  })
  return name !== undefined && name !== named.name
}
