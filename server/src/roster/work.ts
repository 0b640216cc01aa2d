import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import { hasLoggedIn, identityOf, removeUnused, setIdentity, type Identity } from '../accounts/identity-store.ts'
import { newPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { createUser } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { admitMember, endMembership, findMembership } from '../guilds/store.ts'
import { closeText } from '../storage/secret-text.ts'
import { changesOf, judge, type Importer } from './rules.ts'
import { changeRow, hasPlace, hasWorked, knownPeople, moveImport, openRows, type RosterImport, type RosterRow } from './store.ts'

/** What initial passwords are encrypted for. */
export const slips = 'roster slips'

/** What was done about a row, so that it can be taken back. */
type Did = {
  made?: true
  joined?: true
  /** What the account said before, and what it says since. */
  renamed?: { from: Partial<Identity>; to: Partial<Identity> }
}

// One transaction for each handful: others get their turn, and a process that dies leaves off between two rows.
const atOnce = 20

/** Goes through the rows of an import that is under way, from wherever it is. */
export const goThrough = async (app: App, one: RosterImport, importer: Importer): Promise<void> => {
  const isUndo = one.state === 'undoing'
  for (;;) {
    const rows = await openRows(app.db, one.id, atOnce)
    if (rows.length === 0) break
    // Hashing takes 34 ms each: before the transaction, never in it.
    const passwords = isUndo ? [] : await Promise.all(rows.map(async ({ status }) => (status === 'new' ? newInitial(app) : null)))
    const handful = app.db.transaction().execute(async (db) => {
      for (const [at, row] of rows.entries())
        await (isUndo ? takeBack(app, db, one, row) : carryOut(app, db, { one, row, importer, initial: passwords[at] ?? null }))
    })
    await handful.catch((error: unknown) => {
      // Somebody joined or registered between the look and the step: these rows are judged once more.
      if (!(error instanceof Refusal)) throw error
    })
  }
  const now = app.clock()
  await moveImport(app.db, one.id, [one.state], isUndo ? { state: 'undone', undone_at: now } : { state: 'applied', applied_at: now })
}

type Initial = { hash: string; closed: string }

const newInitial = async (app: App): Promise<Initial> => {
  const password = newPassword()
  return { hash: await hashPassword(password), closed: closeText(app.config.secret, slips, password) }
}

type Step = { one: RosterImport; row: RosterRow; importer: Importer; initial: Initial | null }

const carryOut = async (app: App, db: Db, { one, row, importer, initial }: Step): Promise<void> => {
  const { import_id, line, student_no } = row
  // Somebody may have come in since the check: judged anew, one by one.
  const known = (await knownPeople(db, [student_no], one.guild_id)).get(student_no.toLowerCase())
  const { status, problem, user_id } = judge(row, known, importer)
  if (status === 'bad') return changeRow(db, { import_id, line }, { status, problem: JSON.stringify(problem), is_done: true })
  const did: Did = {}
  const now = app.clock()
  const id = user_id ?? (await makeAccount(db, row, initial, now))
  if (user_id === null) did.made = true
  if (one.guild_id !== null && !(await joined(app, db, { guild_id: one.guild_id, user_id: id, now }, did))) {
    // Without a place there is no account either.
    if (did.made) await removeUnused(db, id)
    return changeRow(db, { import_id, line }, { status: 'bad', problem: JSON.stringify({ key: 'full' }), user_id: null, is_done: true })
  }
  const changes = known && (importer.is_admin || !known.in_another) ? changesOf(row, known) : null
  if (known && changes) {
    await setIdentity(db, id, changes)
    const { real_name, organization_name, gender } = known
    did.renamed = { from: { real_name, organization_name, gender }, to: changes }
  }
  const done = Object.keys(did).length > 0
  await changeRow(
    db,
    { import_id, line },
    { status, problem: '', user_id: id, is_done: true, did: done ? JSON.stringify(did) : null, password: did.made ? (initial?.closed ?? null) : null },
  )
}

const makeAccount = async (db: Db, row: RosterRow, initial: Initial | null, now: number): Promise<number> => {
  const made = await createUser(db, {
    username: row.student_no,
    nickname: row.real_name,
    student_no: row.student_no,
    real_name: row.real_name,
    organization_name: row.class_name,
    gender: row.gender,
    password_hash: initial?.hash ?? '',
    must_change_password: true,
    // 0: the school holds the consent.
    consent_version: 0,
    created_at: now,
    roles: ['student'],
  })
  // Judged in this very transaction: only somebody else's, at this moment, can be in the way.
  if (!made) throw fail('BUSY')
  return made.id
}

/** Lets somebody into the guild; false where it is full. */
const joined = async (app: App, db: Db, who: { guild_id: number; user_id: number; now: number }, did: Did): Promise<boolean> => {
  const before = await findMembership(db, who.guild_id, who.user_id)
  if (before?.status === 'member') return true
  if (!(await hasPlace(db, who.guild_id))) return false
  if (await admitMember(db, app.events, who)) did.joined = true
  return true
}

const takeBack = async (app: App, db: Db, one: RosterImport, row: RosterRow): Promise<void> => {
  const { import_id, line, user_id } = row
  const did = JSON.parse(row.did ?? '{}') as Did
  const isLeft = user_id !== null && !(await undoOne(app, db, { guild_id: one.guild_id, user_id, did }))
  await changeRow(db, { import_id, line }, { is_done: true, was_left: isLeft, ...(isLeft ? {} : { password: null }) })
}

/** Answers false, having changed nothing, where the pupil has begun to use what the import gave them. */
const undoOne = async (app: App, db: Db, { guild_id, user_id, did }: { guild_id: number | null; user_id: number; did: Did }): Promise<boolean> => {
  const current = await identityOf(db, user_id)
  if (!current) return true
  if (did.joined && guild_id !== null) {
    if (await hasWorked(db, guild_id, user_id)) return false
    if (did.made && (await hasLoggedIn(db, user_id))) return false
    await endMembership(db, app.events, { guild_id, user_id, status: 'removed' })
  }
  if (did.made) return removeUnused(db, user_id)
  if (did.renamed) {
    const { from, to } = did.renamed
    // What somebody has written since stays.
    const unchanged = Object.fromEntries(Object.entries(to).filter(([name, value]) => current[name as keyof Identity] === value))
    await setIdentity(db, user_id, Object.fromEntries(Object.keys(unchanged).map((name) => [name, from[name as keyof Identity]])))
  }
  return true
}
