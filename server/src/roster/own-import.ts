import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import { byClassName } from '@tongchuang/contract/rules/class-order.ts'
import { rolesOf } from '../accounts/store.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { actorOf, type Actor } from '../guilds/power-rules.ts'
import { mayLead } from '../guilds/rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { namedInClasses, notNamedIn } from './absent-store.ts'
import { sheetsOf } from './check.ts'
import { countNamed } from './guild-store.ts'
import { schoolColumns } from './head-rules.ts'
import type { Mapping } from './list-rules.ts'
import { countNewStaff, countRows, firstRows } from './row-store.ts'
import { isListOfClass, undoUntil } from './rules.ts'
import { hasSlips } from './slip-store.ts'
import { findImport, type RosterImport } from './store.ts'
import { leftRows } from './undo-store.ts'
import { guildsLeft } from './used-guild-store.ts'

const sampled = 12
const namedAbsent = 50

/** Students of the classes of a list whom it does not name: they may have moved away. */
const absentFrom = async (db: Db, id: number, viewer: Actor) => {
  const classes = (await namedInClasses(db, id, viewer)).filter(isListOfClass)
  const people = await notNamedIn(db, id, viewer, { classes: classes.map(({ name }) => name), most: namedAbsent })
  return {
    count: classes.reduce((sum, { students, named }) => sum + students - named, 0),
    people: people.toSorted((one, other) => byClassName(one.class_name, other.class_name)),
  }
}

/** An import as its owner, or an administrator, sees it. */
export const show = async (db: Db, id: number, viewer: Actor) => {
  const found = await findImport(db, id, viewer)
  if (!found) throw fail('NOT_FOUND')
  const { counts, done } = await countRows(db, id)
  const { mapping, columns, nickname, applied_at, actor_id: _id, actor_is_admin: _role, ...same } = found
  const canUndo = found.kind === 'list' && found.state === 'applied' && applied_at !== null
  const sample = await firstRows(db, id, found.sheet ?? 0, sampled)
  const isChecked = found.state !== 'read'
  return {
    ...same,
    has_header: Boolean(found.has_header),
    sheets: sheetsOf(found).map(({ name, rows, hidden = 0 }) => ({ name, rows, hidden })),
    columns: storedStrings(columns),
    not_read: viewer.is_admin ? [] : schoolColumns(storedStrings(columns)),
    mapping: mapping === null ? null : (JSON.parse(mapping) as Mapping),
    sample: sample.map(({ cells }) => cells),
    sample_lines: sample.map(({ line }) => line),
    counts: isChecked ? counts : null,
    new_staff: isChecked ? await countNewStaff(db, id) : 0,
    guilds: await countNamed(db, id),
    absent:
      found.kind === 'list' && (found.state === 'checked' || found.state === 'applied')
        ? await absentFrom(db, id, viewer)
        : { count: 0, people: [] },
    done,
    left: found.state === 'undone' || found.state === 'applied' ? await leftRows(db, id) : [],
    guilds_left: found.state === 'undone' ? await guildsLeft(db, id) : [],
    created_by: nickname,
    created_at: iso(found.created_at),
    applied_at: iso(applied_at),
    undo_until: canUndo ? iso(undoUntil(applied_at)) : null,
    has_slips: found.state === 'applied' && (await hasSlips(db, id)),
  }
}

/** Requires that the user leads the guild; without a guild, that they are an administrator. */
export const mustLead = async (db: Db, guild_id: number | null, { user_id, is_admin }: Actor): Promise<void> => {
  if (guild_id === null) {
    if (!is_admin) throw fail('ROLE')
    return
  }
  const staff = await staffOf(db, user_id, guild_id)
  if (!staff) throw fail('NOT_FOUND')
  if (!mayLead(staff)) throw fail('ROLE')
}

/** An import the user may continue with. */
export const mine = async (
  db: Db,
  id: number,
  viewer: Actor,
): Promise<RosterImport & { guild_name: string | null }> => {
  const found = await findImport(db, id, viewer)
  if (!found) throw fail('NOT_FOUND')
  return found
}

type Made = Pick<RosterImport, 'created_by' | 'guild_id'>

/** The author of a list with their current roles; also used for older lists still in progress. */
export const makerOf = async (db: Db, { created_by }: Pick<Made, 'created_by'>): Promise<Actor> =>
  actorOf({ user_id: created_by, roles: await rolesOf(db, created_by) })

/**
 * The user whose permissions apply when a list is judged and carried out: its author, who reads the outcome, even when
 * an administrator helps; the helper where the author may no longer continue.
 */
export const powerFor = async (db: Db, one: Made, viewer: Actor): Promise<Actor> => {
  if (one.created_by === viewer.user_id) return viewer
  const maker = await makerOf(db, one)
  try {
    await mustLead(db, one.guild_id, maker)
    return maker
  } catch (error) {
    if (error instanceof Refusal) return viewer
    throw error
  }
}
