import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { hasLoggedIn, identityOf, removeUnused, setIdentity, type Identity } from '../accounts/identity-store.ts'
import { newPassword } from '../accounts/new-password.ts'
import { maskEmail } from '../accounts/rules.ts'
import { createUsers } from '../accounts/store.ts'
import { closePassword, hashingJob, keepWaiting } from '../accounts/waiting-passwords.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { invitationsLeft, inviteAllToGuild, withdrawInvitations } from '../guilds/invitations-store.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { findInCharge } from '../guilds/power-store.ts'
import { admitMembers, asStudent, endMembership } from '../guilds/store.ts'
import { notify } from '../messages/store.ts'
import { changesOf, judge, originOf, type Importer, type Judgement, type Known, type Problem } from './rules.ts'
import {
  changeRow,
  hasWorked,
  knownPeople,
  moveImport,
  openRows,
  placesLeft,
  type RosterImport,
  type RosterRow,
} from './store.ts'

/** What was done about a row, so that it can be taken back. */
type Did = {
  made?: true
  joined?: true
  /** An invitation was sent. */
  invited?: true
  /** What the account said before, and what it says since. */
  renamed?: { from: Partial<Identity>; to: Partial<Identity> }
}

// One transaction for each handful: others get their turn, and a process that dies leaves off between two rows.
const atOnce = 20

/** Goes through the rows of an import that is under way, from wherever it is. */
export const goThrough = async (app: App, one: RosterImport, importer: Importer & Actor): Promise<void> => {
  const isUndo = one.state === 'undoing'
  for (;;) {
    const rows = await openRows(app.db, one.id, atOnce)
    if (rows.length === 0) break
    const initials = isUndo ? new Map<number, string>() : newInitials(app, rows)
    const handful = app.db.transaction().execute(async (db) => {
      if (!isUndo) return carryOut(app, db, { one, rows, importer, initials })
      for (const row of rows) await takeBack(app, db, { one, row, importer })
    })
    await handful.catch((error: unknown) => {
      // Somebody joined or registered between the look and the step: these rows are judged once more.
      if (!(error instanceof Refusal)) throw error
    })
  }
  const now = app.clock()
  await moveImport(
    app.db,
    one.id,
    [one.state],
    isUndo ? { state: 'undone', undone_at: now } : { state: 'applied', applied_at: now },
  )
  if (!isUndo) app.jobs.wake(hashingJob)
}

/** Initial passwords for the new students among some rows, encrypted, by their lines. */
const newInitials = ({ config }: App, rows: readonly RosterRow[]): Map<number, string> =>
  new Map(
    rows
      .filter(({ status }) => status === 'new')
      .map(({ line }) => [line, closePassword(config.secret, newPassword())]),
  )

type Handful = {
  one: RosterImport
  rows: readonly RosterRow[]
  importer: Importer & Actor
  initials: ReadonlyMap<number, string>
}

/** What is to be done about a row, as the school is at this moment. */
type Step = { row: RosterRow; known: Known | undefined; judgement: Judgement; joins: boolean }

/** Judges rows anew and says what is to be done; a row for which there is no place is written down as bad. */
const stepsFor = async (db: Db, { one, rows, importer }: Omit<Handful, 'initials'>): Promise<Step[]> => {
  const { id: import_id, guild_id } = one
  // Somebody may have come in since the check: judged anew.
  const people = await knownPeople(
    db,
    rows.map(({ student_no }) => student_no),
    guild_id,
    importer,
  )
  let invitations = guild_id === null ? 0 : await invitationsLeft(db, guild_id)
  let places = guild_id === null ? Infinity : await placesLeft(db, guild_id)
  const steps: Step[] = []
  for (const row of rows) {
    const known = people.get(row.student_no.toLowerCase())
    const judgement = judge(row, known, importer)
    const joins = guild_id !== null && (judgement.status === 'joins' || judgement.status === 'new')
    const invites = judgement.status === 'invited'
    // Without a place there is no account either.
    const problem: Problem | null =
      joins && places < 1
        ? { key: 'full' }
        : invites && invitations < 1
          ? { key: 'too_many_invited' }
          : judgement.problem
    if (problem)
      await changeRow(
        db,
        { import_id, line: row.line },
        { status: 'bad', problem: JSON.stringify(problem), user_id: null, is_done: true },
      )
    else {
      if (joins) places -= 1
      if (invites) invitations -= 1
      steps.push({ row, known, judgement, joins })
    }
  }
  return steps
}

const carryOut = async (app: App, db: Db, handful: Handful): Promise<void> => {
  const { one, importer, initials } = handful
  const { id: import_id, guild_id } = one
  const now = app.clock()
  const steps = await stepsFor(db, handful)
  const made = await makeAccounts(
    db,
    steps.filter(({ judgement }) => judgement.user_id === null),
    initials,
    now,
  )
  const idOf = ({ row, judgement }: Step): number => judgement.user_id ?? made.get(row.student_no) ?? 0
  const joining = steps.filter(({ joins }) => joins).map(idOf)
  const joined = new Set(
    guild_id === null
      ? []
      : await admitMembers(db, app.events, { guild_id, user_ids: joining, origin: originOf(importer), now }),
  )
  const asked = steps
    .filter(({ judgement }) => judgement.status === 'invited')
    .map((step) => ({ user_id: idOf(step), listed_no: step.row.student_no }))
  const invited = new Set(
    guild_id === null
      ? []
      : await inviteAllToGuild(db, { guild_id, people: asked, ...asStudent, invited_by: importer.user_id, now }),
  )
  const addressed: { user_id: number; email: string }[] = []
  for (const step of steps) {
    const { row, known, judgement } = step
    const id = idOf(step)
    const did: Did = {
      ...(judgement.user_id === null && { made: true }),
      ...(joined.has(id) && { joined: true }),
      ...(invited.has(id) && { invited: true }),
    }
    const changes = known && (importer.is_admin || known.in_charge) ? changesOf(row, known) : null
    if (known && changes) {
      await setIdentity(db, id, changes)
      const { real_name, organization_name, gender, email } = known
      did.renamed = { from: { real_name, organization_name, gender, email }, to: changes }
    }
    const email = did.made ? row.email : changes?.email
    if (email) addressed.push({ user_id: id, email })
    const isSame = Object.keys(did).length === 0
    await changeRow(
      db,
      { import_id, line: row.line },
      {
        ...{ status: judgement.status, problem: '', user_id: id, is_done: true },
        ...{
          did: isSame ? null : JSON.stringify(did),
          password: did.made ? (initials.get(row.line) ?? null) : null,
        },
      },
    )
  }
  await askToConfirm(app, db, addressed)
}

/** Whom a list gave an address is asked to confirm it, where the site sends mail: until then it opens nothing. */
const askToConfirm = async (app: App, db: Db, addressed: readonly { user_id: number; email: string }[]) => {
  if (!app.mail.enabled) return
  const link = paths.center('settings')
  for (const { user_id, email } of addressed)
    await notify(db, {
      ...{ user_id, type: 'notice', kind: 'account.email_listed', data: { email: maskEmail(email) }, link },
      now: app.clock(),
    })
}

/** Makes the accounts of new students; answers them by their numbers. */
const makeAccounts = async (
  db: Db,
  steps: readonly Step[],
  initials: Handful['initials'],
  now: number,
): Promise<Map<string, number>> => {
  const made = await createUsers(
    db,
    steps.map(({ row }) => ({
      username: row.student_no,
      nickname: row.real_name,
      nickname_given: true,
      student_no: row.student_no,
      real_name: row.real_name,
      organization_name: row.class_name,
      gender: row.gender,
      // A contact until its owner confirms it: it opens nothing.
      email: row.email || null,
      email_given: row.email !== '',
      must_change_password: true,
      // 0: the school holds the consent.
      consent_version: 0,
      created_at: now,
      roles: ['student'] as const,
    })),
  )
  // Judged in this very transaction: only somebody else's, at this moment, can be in the way.
  if (made.length < steps.length) throw fail('BUSY')
  const idOf = new Map(made.map(({ id, username }) => [username, id]))
  await keepWaiting(
    db,
    steps.map(({ row }) => ({ user_id: idOf.get(row.student_no) ?? 0, closed: initials.get(row.line) ?? '' })),
  )
  return idOf
}

const takeBack = async (
  app: App,
  db: Db,
  { one, row, importer }: { one: RosterImport; row: RosterRow; importer: Actor },
): Promise<void> => {
  const { import_id, line, user_id } = row
  const did = JSON.parse(row.did ?? '{}') as Did
  const isLeft = user_id !== null && !(await undoOne(app, db, { guild_id: one.guild_id, user_id, did, importer }))
  await changeRow(db, { import_id, line }, { is_done: true, was_left: isLeft, ...(isLeft ? {} : { password: null }) })
}

type Undoing = { guild_id: number | null; user_id: number; did: Did; importer: Actor }

/** Answers false, having changed nothing, where the student has begun to use what the import gave them, or is no longer the importer’s to look after. */
const undoOne = async (app: App, db: Db, { guild_id, user_id, did, importer }: Undoing): Promise<boolean> => {
  const current = await identityOf(db, user_id)
  if (!current) return true
  if (did.invited && guild_id !== null)
    await withdrawInvitations(db, { guild_id, user_ids: [user_id], now: app.clock() })
  if (!did.made && !did.joined && !did.renamed) return true
  if (!(await findInCharge(db, user_id, importer))) return false
  if (did.joined && guild_id !== null) {
    if (await hasWorked(db, guild_id, user_id)) return false
    if (did.made && (await hasLoggedIn(db, user_id))) return false
    // What the school or a list took back is nobody’s to bring back without asking.
    await endMembership(db, app.events, { guild_id, user_id, status: 'left', origin: 'staff' })
  }
  if (did.made) return removeUnused(db, user_id)
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
