import { fail } from '@tongchuang/contract/errors.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { openPassword } from '../accounts/waiting-passwords.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { actorOf, type Actor } from '../guilds/power-rules.ts'
import { isArchived } from '../guilds/status-store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { publicAddress } from '../public-address.ts'
import { checkAll, columnsAt, headOf, mayMap, repairRows, sheetsOf } from './check.ts'
import { shownGuilds, settleGuild } from './guild-making.ts'
import { listLines } from './listed-rows.ts'
import { makerOf, mine, mustLead, powerFor, show } from './own-import.ts'
import { readSheet } from './read-sheet.ts'
import { slipsUntil, undoUntil } from './rules.ts'
import { dropSlips, forgetPasswords, slipRows } from './slip-store.ts'
import { listImports, moveImport, openImports } from './store.ts'
import { reopenRows } from './undo-store.ts'
import { goThrough } from './work.ts'

// For lists of thousands of rows, each of which is looked up and written.
const importMs = 60_000

/** Lists of students: read, checked, applied as accounts and memberships, printed as slips, undone. */
export const rosterAdminRoutes = (app: App): void => {
  const { read, check, chooseSheet, repair, guilds, settleGuild: settle, ...others } = rosterAdmin
  const { list, get, rows, apply, undo, slips } = others
  const slow = { timeoutMs: importMs }
  app.events.on('account.password_set', async (db, told) => {
    // The password on the slip no longer works, so the slip is no longer printed.
    if (told.by === 'staff') await dropSlips(db, [told.user_id], told.at)
  })
  implement(
    app,
    { list, get, rows, apply, undo, slips },
    {
      list: (input, caller) => listOwn(app, input, caller),
      get: ({ id }, caller) => show(app.db, id, actorOf(caller)),
      rows: (input, caller) => listLines(app.db, input, caller),
      apply: (input, caller) => applyImport(app, input, caller),
      undo: (input, caller) => undoImport(app, input, caller),
      slips: (input, caller) => openSlips(app, input, caller),
    },
    { undo: slow, slips: slow },
  )

  implement(
    app,
    { read, check, chooseSheet, repair },
    {
      read: (input, caller) => readList(app, input, actorOf(caller)),
      check: (input, caller) => tryOut(app, input, actorOf(caller)),
      chooseSheet: (input, caller) => takeSheet(app, input, actorOf(caller)),
      repair: (input, caller) => putRight(app, input, actorOf(caller)),
    },
    { read: { bodyLimit: 8 * 2 ** 20, ...slow }, check: slow, repair: slow },
  )

  implement(
    app,
    { guilds, settleGuild: settle },
    {
      guilds: async ({ id }, caller) => shownGuilds(app.db, await mine(app.db, id, actorOf(caller))),
      settleGuild: async ({ id, ...changes }, caller) => {
        const found = await mine(app.db, id, actorOf(caller))
        if (found.state !== 'checked') throw fail('STATE')
        // The name of an existing guild means that guild, so all rows are judged again for it.
        if (await settleGuild(app.db, found, changes))
          await checkAll(app.db, found, await powerFor(app.db, found, actorOf(caller)))
        return shownGuilds(app.db, found)
      },
    },
    { settleGuild: slow },
  )

  app.jobs.every('roster', 30, (now) => goThroughOpen(app, now))
}

/** Refuses lists for archived guilds. */
const mustBeActive = async (db: Db, guild_id: number | null): Promise<void> => {
  if (guild_id !== null && (await isArchived(db, guild_id))) throw fail('ARCHIVED')
}

const readList = async (app: App, input: Input<typeof rosterAdmin.read>, viewer: Actor) => {
  const { guild_id = null } = input
  await mustLead(app.db, guild_id, viewer)
  await mustBeActive(app.db, guild_id)
  return show(app.db, await readSheet(app, input, viewer), viewer)
}

const tryOut = async (
  app: App,
  { id, has_header, head_line, mapping }: Input<typeof rosterAdmin.check>,
  viewer: Actor,
) => {
  const { db } = app
  const found = await mine(db, id, viewer)
  if (found.state !== 'read' && found.state !== 'checked') throw fail('STATE')
  if (!mayMap(mapping, viewer)) throw fail('ROLE')
  const line = has_header ? (head_line ?? (found.head_line || 1)) : 0
  const columns = await columnsAt(db, found, line)
  if (Object.values(mapping).some((column) => typeof column === 'number' && column >= columns.length))
    throw invalid('mapping', '表里没有这一列', 'The table has no such column')
  const decided = { has_header, head_line: line, columns: JSON.stringify(columns), mapping: JSON.stringify(mapping) }
  await checkAll(db, { ...found, ...decided }, await powerFor(db, found, viewer))
  return show(db, id, viewer)
}

const takeSheet = async (app: App, { id, sheet }: Input<typeof rosterAdmin.chooseSheet>, viewer: Actor) => {
  const { db } = app
  const found = await mine(db, id, viewer)
  const sheets = sheetsOf(found)
  if (sheet !== null && typeof sheets[sheet]?.rows !== 'number')
    throw invalid('sheet', '没有这张表，或它太大', 'There is no such sheet, or it is too large')
  const head = await headOf(db, { ...found, sheet }, viewer.is_admin)
  const row_count = sheets.reduce((sum, { rows }, at) => sum + (sheet === null || sheet === at ? (rows ?? 0) : 0), 0)
  if (!(await moveImport(db, id, ['read', 'checked'], { ...head, state: 'read', sheet, row_count })))
    throw fail('STATE')
  return show(db, id, viewer)
}

const putRight = async (app: App, input: Input<typeof rosterAdmin.repair>, viewer: Actor) => {
  const { db } = app
  const found = await mine(db, input.id, viewer)
  if (found.kind !== 'list' || found.state !== 'checked') throw fail('STATE')
  if (!viewer.is_admin && (input.guild !== undefined || input.role !== undefined)) throw fail('ROLE')
  if (!(await repairRows(db, input))) throw fail('NOT_FOUND')
  await checkAll(db, found, await powerFor(db, found, viewer))
  return show(db, input.id, viewer)
}

const listOwn = async (app: App, page: Input<typeof rosterAdmin.list>, caller: Person) => {
  const { db } = app
  const found = await listImports(db, actorOf(caller), page)
  return {
    ...found,
    list: found.list.map(({ nickname, created_at, ...row }) => ({
      ...row,
      created_by: nickname,
      created_at: iso(created_at),
    })),
  }
}

const withPowerOf = ({ user_id, is_admin }: Actor) => ({ actor_id: user_id, actor_is_admin: is_admin })

const applyImport = async (app: App, { id, consent }: Input<typeof rosterAdmin.apply>, caller: Person) => {
  const { db } = app
  const viewer = actorOf(caller)
  const found = await mine(db, id, viewer)
  await mustBeActive(db, found.guild_id)
  if (!consent) throw fail('CONSENT')
  await moveImport(db, id, ['checked'], { state: 'applying', ...withPowerOf(await powerFor(db, found, viewer)) })
  const current = await show(db, id, viewer)
  // A repeated press finds the import in progress or done.
  if (current.state !== 'applying' && current.state !== 'applied') throw fail('STATE')
  app.jobs.wake('roster')
  return current
}

const undoImport = async (app: App, { id }: Input<typeof rosterAdmin.undo>, caller: Person) => {
  const { db } = app
  const viewer = actorOf(caller)
  const found = await mine(db, id, viewer)
  const isLate = found.applied_at === null || caller.now > undoUntil(found.applied_at)
  if (found.state === 'undoing' || found.state === 'undone') return show(db, id, viewer)
  if (found.kind !== 'list' || found.state !== 'applied' || isLate) throw fail('STATE')
  await db.transaction().execute(async (db) => {
    if (await moveImport(db, id, ['applied'], { state: 'undoing', ...withPowerOf(viewer) })) await reopenRows(db, id)
  })
  app.jobs.wake('roster')
  return show(db, id, viewer)
}

const openSlips = async (app: App, { id }: Input<typeof rosterAdmin.slips>, caller: Person) => {
  const { db } = app
  const viewer = actorOf(caller)
  const found = await mine(db, id, viewer)
  const settings = await app.settings()
  const kept = await slipRows(db, id, viewer)
  const open = kept.map(({ password, ...row }) => ({
    ...row,
    password: openPassword(app.config.secret, password ?? '') ?? '',
  }))
  return {
    site_name: settings.site_name,
    address: `${publicAddress(app.config, settings, caller.origin)}/`,
    guild_name: found.guild_name,
    list: open.filter(({ password }) => password !== ''),
  }
}

/** Continues the imports in progress, and removes expired passwords. */
const goThroughOpen = async (app: App, now: number): Promise<void> => {
  for (const one of await openImports(app.db)) {
    const { actor_id, actor_is_admin } = one
    const given = actor_id === null ? null : { user_id: actor_id, is_admin: Boolean(actor_is_admin) }
    await goThrough(app, one, given ?? (await makerOf(app.db, one)))
  }
  await forgetPasswords(app.db, now - slipsUntil(0))
}
