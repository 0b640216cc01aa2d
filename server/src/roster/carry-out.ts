import { fail } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { setIdentity, type Identity } from '../accounts/identity-store.ts'
import { newPassword } from '../accounts/new-password.ts'
import { maskEmail } from '../accounts/rules.ts'
import { createUsers } from '../accounts/store.ts'
import { closePassword, keepWaiting } from '../accounts/waiting-passwords.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { invitationsLeft, inviteAllToGuild } from '../guilds/invitations-store.ts'
import { putStaff } from '../guilds/people-store.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { admitMembers, asStudent } from '../guilds/store.ts'
import { notify } from '../messages/store.ts'
import { namedGuilds, roomOf } from './guild-store.ts'
import { everySwitch } from './guild-making.ts'
import { knownPeople, partsIn, placesLeft } from './known-store.ts'
import { accountOf } from './list-rules.ts'
import type { Problem } from './problem-rules.ts'
import { changeRow, madeByList, rowsOfNumbers, type RosterRow } from './row-store.ts'
import { changesOf, judge, originOf, type Judgement, type Known } from './rules.ts'
import type { RosterImport } from './store.ts'
import { takeUpListed } from './taking-up.ts'

/** What was done for a row, stored so that it can be undone. */
export type Did = {
  made?: true
  /** An earlier row of the same list made the account. */
  fresh?: true
  joined?: true
  /** Added to the staff of the guild. */
  staffed?: true
  /** An invitation was sent. */
  invited?: true
  /** A part of this was undone. */
  partly?: true
  /** The account's fields before and after the change. */
  renamed?: { from: Partial<Identity>; to: Partial<Identity> }
}

/** Where each row goes: null for no guild. `isClosed`: it was archived since the check. */
export type Destinations = {
  of: (row: Pick<RosterRow, 'guild_key'>) => number | null
  isClosed: (guild_id: number) => boolean
}

/** The destinations of an import: its named guilds as they are now. */
export const destinationsOf = async (db: Db, one: Pick<RosterImport, 'id' | 'guild_id'>): Promise<Destinations> => {
  const named = new Map((await namedGuilds(db, one.id)).map(({ key, guild_id }) => [key, guild_id]))
  const ids = [one.guild_id, ...named.values()].filter((id) => id !== null)
  const rooms = await roomOf(db, ids)
  return {
    of: ({ guild_key }) => (guild_key === '' ? one.guild_id : (named.get(guild_key) ?? null)),
    isClosed: (guild_id) => rooms.get(guild_id)?.status === 'archived',
  }
}

type Handful = { one: RosterImport; rows: readonly RosterRow[]; importer: Actor; destinations: Destinations }

/** The action for a row, given the current state of the school. */
type Step = { row: RosterRow; guild_id: number | null; known: Known | undefined; judgement: Judgement; joins: boolean }

/** The free places in each guild; each new member or invitation takes one. */
const roomsFor = async (db: Db, guild_ids: ReadonlySet<number>) => {
  const places = new Map<number, number>()
  const invitations = new Map<number, number>()
  for (const id of guild_ids) {
    places.set(id, await placesLeft(db, id))
    invitations.set(id, await invitationsLeft(db, id))
  }
  const take = (left: Map<number, number>, id: number): boolean => {
    const count = left.get(id) ?? 0
    if (count < 1) return false
    left.set(id, count - 1)
    return true
  }
  return { place: (id: number) => take(places, id), invitation: (id: number) => take(invitations, id) }
}

const asStudentOf = (row: RosterRow) => {
  const { same_as = null } = storedValue(row.fixes)
  return { ...row, guild: '', sure: true, same_as }
}

/** Judges rows again and returns the actions; a row without a free place is stored as bad. */
const stepsFor = async (db: Db, { one, rows, importer, destinations }: Handful): Promise<Step[]> => {
  // Judged again, because somebody may have joined since the check.
  const people = await knownPeople(
    db,
    rows.map(({ student_no }) => student_no),
    importer,
  )
  const guild_ids = new Set(rows.map((row) => destinations.of(row)).filter((id) => id !== null))
  const partOf = await partsIn(
    db,
    [...guild_ids],
    [...people.values()].map(({ id }) => id),
  )
  const rooms = await roomsFor(db, guild_ids)
  const steps: Step[] = []
  for (const row of rows) {
    const guild_id = destinations.of(row)
    const known = people.get(row.student_no.toLowerCase())
    const part = known && guild_id !== null ? partOf(guild_id, known.id) : null
    const judgement = judge({ student: asStudentOf(row), known, part, has_guild: guild_id !== null }, importer)
    const joins = guild_id !== null && (judgement.status === 'joins' || judgement.status === 'new')
    const problem = judgement.problem ?? problemOfRoom({ guild_id, joins, row, judgement }, rooms, destinations)
    if (problem === null) steps.push({ row, guild_id, known, judgement, joins })
    else
      await changeRow(
        db,
        { import_id: one.id, line: row.line },
        { status: 'bad', problem: JSON.stringify(problem), user_id: judgement.user_id, is_done: true },
      )
  }
  return steps
}

const problemOfRoom = (
  { guild_id, joins, row, judgement }: Pick<Step, 'guild_id' | 'joins' | 'row' | 'judgement'>,
  rooms: Awaited<ReturnType<typeof roomsFor>>,
  { isClosed }: Destinations,
): Problem | null => {
  if (guild_id === null) return null
  const comes = joins || judgement.status === 'invited'
  if (comes && isClosed(guild_id)) return { key: 'guild_closed' }
  // A student without a place gets no account either.
  if (joins && row.role === 'student' && !rooms.place(guild_id)) return { key: 'full' }
  if (judgement.status === 'invited' && !rooms.invitation(guild_id)) return { key: 'too_many_invited' }
  return null
}

/** Carries out a batch of rows and stores what was done. Call it in a transaction. */
export const carryOut = async (app: App, db: Db, handful: Handful): Promise<void> => {
  const { one, importer } = handful
  const steps = await stepsFor(db, handful)
  const made = await makeAccounts(app, db, one.id, steps)
  const idOf = ({ row, judgement }: Step): number =>
    judgement.user_id ?? made.get(row.student_no.toLowerCase())?.user_id ?? 0
  const came = await letIn(app, db, { steps, idOf, importer })
  const renewed = importer.is_admin ? await takeUpSteps(app, db, handful, steps) : new Map<number, string>()
  const before = await madeByList(db, one.id, steps.map(idOf))
  const addressed: { user_id: number; email: string }[] = []
  for (const step of steps) {
    const { row, known, judgement, guild_id } = step
    const id = idOf(step)
    const account = made.get(row.student_no.toLowerCase())
    const isMaker = account?.line === row.line
    const place = `${guild_id} ${id}`
    const did: Did = {
      ...(isMaker && { made: true }),
      ...(!isMaker && (account !== undefined || before.has(id)) && { fresh: true }),
      ...(came.joined.has(place) && row.role === 'student' && { joined: true }),
      ...(came.staffed.has(place) && row.role !== 'student' && { staffed: true }),
      ...(came.invited.has(place) && { invited: true }),
    }
    const mayChange = row.role === 'student' && known && (importer.is_admin || known.in_charge)
    const changes = mayChange ? changesOf(row, known) : null
    if (known && changes) {
      await setIdentity(db, id, changes)
      const { real_name, organization_name, gender, email } = known
      did.renamed = { from: { real_name, organization_name, gender, email }, to: changes }
    }
    const email = isMaker ? account.email : changes?.email
    if (email) addressed.push({ user_id: id, email })
    const closed = isMaker ? account.closed : (renewed.get(id) ?? null)
    // A renewed password is put on one slip only.
    renewed.delete(id)
    const isSame = Object.keys(did).every((what) => what === 'fresh')
    await changeRow(
      db,
      { import_id: one.id, line: row.line },
      {
        ...{ status: !isMaker && judgement.status === 'new' ? 'joins' : judgement.status, problem: '', user_id: id },
        ...{ is_done: true, did: isSame ? null : JSON.stringify(did), password: closed },
      },
    )
  }
  await askToConfirm(app, db, addressed)
}

const takeUpSteps = (app: App, db: Db, { one, destinations }: Handful, steps: readonly Step[]) => {
  const people = steps.flatMap(({ known, guild_id }) => (known?.made_by_teacher ? [{ id: known.id, guild_id }] : []))
  return takeUpListed(app, db, { import_id: one.id, people, guildOf: destinations.of })
}

/**
 * Asks people who got an address from a list to confirm it, where the site sends mail; until then it cannot be used to
 * log in.
 */
const askToConfirm = async (app: App, db: Db, addressed: readonly { user_id: number; email: string }[]) => {
  if (!app.mail.enabled) return
  const link = paths.center('settings')
  for (const { user_id, email } of addressed)
    await notify(db, {
      ...{ user_id, type: 'notice', kind: 'account.email_listed', data: { email: maskEmail(email) }, link },
      now: app.clock(),
    })
}

type Account = { line: number; user_id: number; email: string; closed: string }

/**
 * Creates the missing accounts, one for each number, from all rows of the list with that number, whichever batch they
 * are in; returns them by number, in lower case, with the row that made each.
 */
const makeAccounts = async (
  app: App,
  db: Db,
  import_id: number,
  steps: readonly Step[],
): Promise<Map<string, Account>> => {
  const first = new Map<string, RosterRow>()
  for (const { row, judgement } of steps) {
    const key = row.student_no.toLowerCase()
    if (judgement.user_id === null && !first.has(key)) first.set(key, row)
  }
  const all = Map.groupBy(await rowsOfNumbers(db, import_id, [...first.keys()]), keyOf)
  const wanted = new Map([...first].map(([key, row]) => [key, accountOf([row, ...(all.get(key) ?? [])])]))
  const made = await createUsers(
    db,
    [...wanted.values()].map(({ said, roles }) => ({ ...newAccount(said, roles), created_at: app.clock() })),
  )
  // Judged in this same transaction, so only a concurrent request can conflict.
  if (made.length < first.size) throw fail('BUSY')
  const accounts = new Map(
    made.map(({ id, username }): [string, Account] => {
      const key = username.toLowerCase()
      const closed = closePassword(app.config.secret, newPassword())
      const email = wanted.get(key)?.said.email ?? ''
      return [key, { line: first.get(key)?.line ?? 0, user_id: id, email, closed }]
    }),
  )
  await keepWaiting(
    db,
    [...accounts.values()].map(({ user_id, closed }) => ({ user_id, closed })),
  )
  return accounts
}

const keyOf = ({ student_no }: RosterRow): string => student_no.toLowerCase()

const newAccount = (said: RosterRow, roles: readonly RosterRow['role'][]) => ({
  username: said.student_no,
  nickname: said.real_name,
  nickname_given: said.role === 'student',
  // Staff have no student number.
  student_no: said.role === 'student' ? said.student_no : null,
  real_name: said.real_name,
  organization_name: said.class_name,
  gender: said.gender,
  // Only a contact until its owner confirms it; it cannot be used to log in.
  email: said.email || null,
  email_given: said.email !== '',
  must_change_password: true,
  // 0: the school holds the consent.
  consent_version: 0,
  roles,
})

type Coming = { steps: readonly Step[]; idOf: (step: Step) => number; importer: Actor }

/** Adds people to their guilds, or invites them; returns who is new in which guild, as "guild person". */
const letIn = async (app: App, db: Db, { steps, idOf, importer }: Coming) => {
  const now = app.clock()
  const came = { joined: new Set<string>(), staffed: new Set<string>(), invited: new Set<string>() }
  for (const [guild_id, own] of Map.groupBy(steps, (step) => step.guild_id)) {
    if (guild_id === null) continue
    const joining = own.filter(({ joins, row }) => joins && row.role === 'student').map(idOf)
    const origin = originOf(importer)
    for (const id of await admitMembers(db, app.events, { guild_id, user_ids: joining, origin, now }))
      came.joined.add(`${guild_id} ${id}`)
    for (const step of own) {
      const { role } = step.row
      if (!step.joins || role === 'student') continue
      const switches = role === 'teacher' ? everySwitch : { ...everySwitch, can_admit: false, can_see_grades: false }
      await putStaff(db, app.events, { guild_id, user_id: idOf(step), role, title: '', ...switches, now })
      came.staffed.add(`${guild_id} ${idOf(step)}`)
    }
    const people = own
      .filter(({ judgement }) => judgement.status === 'invited')
      .map((step) => ({ user_id: idOf(step), listed_no: step.row.student_no }))
    for (const id of await inviteAllToGuild(db, { guild_id, people, ...asStudent, invited_by: importer.user_id, now }))
      came.invited.add(`${guild_id} ${id}`)
  }
  return came
}
