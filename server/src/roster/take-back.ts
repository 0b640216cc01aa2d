import { partOf } from '@tongchuang/contract/records.ts'
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

/** `actor`: the user who undoes the list; people they have no power over are left. */
type TakingBack = { row: RosterRow; actor: Actor; destinations: Destinations }

/** Undoes what was done for a row, and records where a person was left unchanged. Call it in a transaction. */
export const takeBack = async (app: App, db: Db, { row, actor, destinations }: TakingBack): Promise<void> => {
  const { import_id, line, user_id } = row
  const did = JSON.parse(row.did ?? '{}') as Did
  const what = { guild_id: destinations.of(row), user_id: user_id ?? 0, did, actor }
  const came = user_id === null ? 'undone' : await undoOne(app, db, what)
  const isLeft = came !== 'undone'
  await changeRow(
    db,
    { import_id, line },
    {
      ...{ is_done: true, was_left: isLeft, ...(isLeft ? {} : { password: null }) },
      ...(came === 'partly' && { did: JSON.stringify({ ...did, partly: true } satisfies Did) }),
    },
  )
}

type Undoing = { guild_id: number | null; user_id: number; did: Did; actor: Actor }

/**
 * undone: nothing of it remains; left: all of it remains; partly: the person is out of the guild or no longer invited,
 * and the account stays.
 */
type Came = 'undone' | 'left' | 'partly'

/**
 * Leaves a student who has begun to use what the import gave them, over whom the acting user has no power, or who has
 * joined by another act since. An account with data from other people stays too, but leaves the guild.
 */
const undoOne = async (app: App, db: Db, { guild_id, user_id, did, actor }: Undoing): Promise<Came> => {
  const current = await identityOf(db, user_id)
  if (!current) return 'undone'
  if (did.invited && guild_id !== null)
    await withdrawInvitations(db, { guild_id, user_ids: [user_id], now: app.clock() })
  if (!did.made && !did.joined && !did.staffed && !did.renamed) return 'undone'
  const left = did.invited ? 'partly' : 'left'
  if (!(await findInCharge(db, user_id, actor))) return left
  if ((did.made || did.fresh) && (await hasLoggedIn(db, user_id))) return left
  const isDropped = did.staffed && guild_id !== null && (await dropStaff(db, guild_id, user_id, app.clock()))
  let isOut = false
  if (did.joined && guild_id !== null) {
    if (await hasWorked(db, guild_id, user_id)) return left
    // The origin records that staff ended it: nobody can bring the student back without asking them.
    const listed = { guild_id, user_id, came: originsOf(actor) }
    isOut = await endMembership(db, app.events, { ...listed, status: 'left', origin: 'staff' })
    if (!isOut && (await isActiveStudent(db, guild_id, user_id))) return left
  }
  if (did.made && !(await removeAccount(db, app.database.dialect, user_id))) return isDropped || isOut ? 'partly' : left
  if (did.renamed && !did.made) await putNamesBack(db, user_id, { ...did.renamed, current })
  return 'undone'
}

type Renamed = NonNullable<Did['renamed']> & { current: Required<Identity> }

const putNamesBack = async (db: Db, user_id: number, { from, to, current }: Renamed): Promise<void> => {
  // Fields changed since then stay.
  const back = partOf(from, (name) => name in to && current[name] === to[name])
  await setIdentity(db, user_id, back)
}
