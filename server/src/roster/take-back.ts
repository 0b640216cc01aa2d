import { hasLoggedIn, identityOf, setIdentity, type Identity } from '../accounts/identity-store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { withdrawInvitations } from '../guilds/invitations-store.ts'
import { dropStaff } from '../guilds/people-store.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { findInCharge } from '../guilds/power-store.ts'
import { endMembership, isActiveStudent } from '../guilds/store.ts'
import type { Destinations, Did } from './carry-out.ts'
import { hasWorked } from './known-store.ts'
import { changeRow, type RosterRow } from './row-store.ts'
import { originsOf } from './rules.ts'
import { removeAccount } from './unused-store.ts'

type TakingBack = { row: RosterRow; importer: Actor; destinations: Destinations }

/** Takes back what was done about a row, and writes down where somebody was left as they are. Call it in a transaction. */
export const takeBack = async (app: App, db: Db, { row, importer, destinations }: TakingBack): Promise<void> => {
  const { import_id, line, user_id } = row
  const did = JSON.parse(row.did ?? '{}') as Did
  const isLeft =
    user_id !== null && !(await undoOne(app, db, { guild_id: destinations.of(row), user_id, did, importer }))
  await changeRow(db, { import_id, line }, { is_done: true, was_left: isLeft, ...(isLeft ? {} : { password: null }) })
}

type Undoing = { guild_id: number | null; user_id: number; did: Did; importer: Actor }

/**
 * Answers false where the student has begun to use what the import gave them, is no longer the importer’s to look after, or
 * has come in by another act since: nothing was changed then. An account that others have done something with stays too,
 * and is in the guild no longer.
 */
const undoOne = async (app: App, db: Db, { guild_id, user_id, did, importer }: Undoing): Promise<boolean> => {
  const current = await identityOf(db, user_id)
  if (!current) return true
  if (did.invited && guild_id !== null)
    await withdrawInvitations(db, { guild_id, user_ids: [user_id], now: app.clock() })
  if (!did.made && !did.joined && !did.staffed && !did.renamed) return true
  if (!(await findInCharge(db, user_id, importer))) return false
  if ((did.made || did.fresh) && (await hasLoggedIn(db, user_id))) return false
  if (did.staffed && guild_id !== null) await dropStaff(db, guild_id, user_id, app.clock())
  if (did.joined && guild_id !== null) {
    if (await hasWorked(db, guild_id, user_id)) return false
    // What the school or a list took back is nobody’s to bring back without asking.
    const listed = { guild_id, user_id, came: originsOf(importer) }
    const isOut = await endMembership(db, app.events, { ...listed, status: 'left', origin: 'staff' })
    if (!isOut && (await isActiveStudent(db, guild_id, user_id))) return false
  }
  if (did.made) return removeAccount(db, app.database.dialect, user_id)
  if (did.renamed) {
    const { from, to } = did.renamed
    // What somebody has written since stays.
    const unchanged = Object.fromEntries(
      Object.entries(to).filter(([name, value]) => current[name as keyof Identity] === value),
    )
    await setIdentity(
      db,
      user_id,
      Object.fromEntries(Object.keys(unchanged).map((name) => [name, from[name as keyof Identity]])),
    )
  }
  return true
}
