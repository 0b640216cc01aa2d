import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { actorOf } from '../guilds/power-rules.ts'
import { mayLead, mayReview, maySeeGrades } from '../guilds/rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { isArchived } from '../guilds/status-store.ts'
import { guildName } from '../guilds/store.ts'
import type { Person } from '../http/session.ts'
import { allGradedGuilds, gradedGuilds, MAX_STUDENTS, type GradedGuild } from './store.ts'

/** A guild in a grid; `may_enter`: the caller may enter its results. */
export type ShownGuild = { id: number; name: string; may_enter: boolean }
export type Shown = { guilds: ShownGuild[]; left: number }
type Asked = { guild_id?: number | undefined; set_id?: number | undefined }

/** As many whole guilds as fit into a grid, at least the first; `left` is the number of the others. */
const withRoom = (all: readonly GradedGuild[]): Shown => {
  let students = 0
  const fits = all.findIndex(({ member_count }, place) => (students += member_count) > MAX_STUDENTS && place > 0)
  const shown = fits === -1 ? all : all.slice(0, fits)
  return {
    guilds: shown.map(({ id, name, reviews }) => ({ id, name, may_enter: reviews === 1 })),
    left: all.length - shown.length,
  }
}

/** Guilds shown together; a set of which the caller sees no guild is refused like one that does not exist. */
const guildsAcross = async (app: App, set_id: number | undefined, caller: Person): Promise<GradedGuild[]> => {
  const all = await gradedGuilds(app.db, actorOf(caller), set_id)
  if (set_id !== undefined && all.length === 0) throw fail('NOT_FOUND')
  return all
}

/**
 * The guilds of a requested grid: one, those of a set, or all. For a single guild, strangers get `NOT_FOUND` and
 * assistants without the switch `ROLE`.
 */
export const shownGuilds = async (app: App, { guild_id, set_id }: Asked, caller: Person): Promise<Shown> => {
  if (guild_id === undefined) return withRoom(await guildsAcross(app, set_id, caller))
  const staff = await staffOf(app.db, caller.user_id, guild_id)
  if (!staff) throw fail('NOT_FOUND')
  if (!maySeeGrades(staff)) throw fail('ROLE')
  const may_enter = mayReview(staff) && !(await isArchived(app.db, guild_id))
  return { guilds: [{ id: guild_id, name: await guildName(app.db, guild_id), may_enter }], left: 0 }
}

/** The same for exports: they are for teachers, and leave out none of their guilds. */
export const exportedGuilds = async (app: App, { guild_id, set_id }: Asked, caller: Person): Promise<ShownGuild[]> => {
  if (guild_id === undefined) {
    const all = await allGradedGuilds(app.db, actorOf(caller), set_id)
    if (set_id !== undefined && all.length === 0) throw fail('NOT_FOUND')
    const led = all.filter(({ leads }) => leads === 1)
    if (led.length === 0) throw fail('ROLE')
    return led.map(({ id, name, reviews }) => ({ id, name, may_enter: reviews === 1 }))
  }
  const staff = await staffOf(app.db, caller.user_id, guild_id)
  if (!staff) throw fail('NOT_FOUND')
  if (!mayLead(staff)) throw fail('ROLE')
  return [{ id: guild_id, name: await guildName(app.db, guild_id), may_enter: false }]
}
