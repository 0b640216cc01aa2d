import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { guardsAtLoading } from './guards-at-loading.ts'

/**
 * One guard that can be broken: `broken(id)` in its line says whether it is, for now. `isLoaded`: it is asked once,
 * when the file is loaded.
 */
export type Mutant = { id: number; file: string; line: number; guard: string; isLoaded: boolean }

/**
 * A pattern of guards and the code that replaces a match so that it can be broken; `inner` is the first capture group
 * of the pattern.
 */
type Break = { guard: RegExp; around: (isBroken: string, found: string, inner: string) => string }

const withoutIt: Break['around'] = (isBroken, found) => `.$call((query: any) => ${isBroken} ? query : query${found})`
const orTrue: Break['around'] = (isBroken, _found, inner) => ` ${isBroken} || (${inner})`
const orAnything: Break['around'] = (isBroken, found) => `(\${sql.raw(${isBroken} ? '1 = 1 or ' : '')}${found})`

/**
 * The reasons of refusals that guard access: the caller may not, or nobody may any more. Refusals of the input, of its
 * amount or rate, and of the state of a work (INVALID, FILE, TOO_FAST, BUSY, STATE, CONFLICT, CODE_WRONG and their
 * like) guard no access.
 */
const reasons = [
  ...[
    'NO_SESSION',
    'EXPIRED',
    'ELSEWHERE',
    'PASSWORD',
    'PAUSED',
    'FACTOR_NEEDED',
    'FACTOR_ON',
    'CLOSED_DOOR',
    'INVITE',
    'SETUP_KEY',
  ],
  ...[
    'NOT_FOUND',
    'ROLE',
    'NOT_MEMBER',
    'OWN_WORK',
    'SELF',
    'OWN_ACCOUNT',
    'LAST_TEACHER',
    'LAST_ADMIN',
    'LOCKED_REVIEW',
    'NOT_REVIEWING',
  ],
  ...['ARCHIVED', 'RANKINGS_OFF', 'DISCUSSION_CLOSED', 'NO_ANONYMOUS', 'EDIT_OVER', 'APPEAL', 'FEEDBACK'],
]
const reason = new RegExp(`(?:'(?:${reasons.join('|')})'|\\bfail\\(refusal\\))`)

/** A call of a shared access rule: who is staff of a guild, who leads it, who is in charge of a person. */
const rule = /\b(?:isStaffOf|isLeadOf|inChargeOf|mayBringAlong)\((?:[^()]|\([^()]*\))*\)/g

const breaks: readonly Break[] = [
  // The refusal is never thrown, whether it has a condition or stands alone.
  {
    guard: new RegExp(`(?<=^\\s*(?:\\} )?(?:else )?)if \\((.+)\\) (?=(?:throw|return) .*${reason.source})`, 'g'),
    around: (isBroken, _found, inner) => `if (!${isBroken} && (${inner})) `,
  },
  {
    guard: new RegExp(`(?<=^\\s*)throw (?=.*${reason.source})`, 'g'),
    around: (isBroken, found) => `if (!${isBroken}) ${found}`,
  },
  // Every staff member has the switch.
  { guard: /(?<=^export const may\w+ = \(staff: Staff\): boolean =>) (.+)$/g, around: orTrue },
  // The row belongs to everybody.
  {
    guard:
      /\.(?:where|on)\('[\w.]*user_id', '=', (?:user_id|viewer\.user_id|viewer_id|caller\.user_id|value\('user_id'\))\)/g,
    around: withoutIt,
  },
  // A former member still counts as a member.
  { guard: /\.(?:where|on)\('[\w.]*status', '=', 'member'\)/g, around: withoutIt },
  // A guild, task or work is shown in any state.
  { guard: /\.where\('[\w.]*status', 'not in', \[[^\]]*\]\)/g, around: withoutIt },
  // The same for the owner of a row and for former members in raw SQL.
  { guard: /\b[\w.]*user_id = \$\{[^}]+\}/g, around: orAnything },
  { guard: /\b\w+\.status (?:= 'member'|in \('member', 'pending'\))/g, around: orAnything },
  // Everybody is staff of every guild and in charge of every person; each call of a rule is a guard of its own.
  { guard: rule, around: (isBroken, found) => `(${isBroken} ? globalThis.anybody : ${found})` },
  // Members are in somebody's charge whatever their origin.
  { guard: /\b\w+\.origin in \(\$\{powerful\}\)/g, around: orAnything },
  // The access requires no role.
  { guard: /(?<=if \(access === '\w+'\) return) (.+)$/g, around: orTrue },
]

/**
 * Lines that look like guards but are none, by file and line, with the reason. A line that no longer exists is an
 * error.
 */
export const equivalent: Readonly<Record<string, string>> = {
  "server/src/rankings/facts-store.ts: where tasks.updated_at > ${since.tasks} and gm.status = 'member' and gm.role = 'student'`.execute(db)":
    'it chooses who is counted anew; whoever is counted without need comes out with the same numbers',
  "server/src/files/person.ts: const isStranger = (error: unknown): boolean => error instanceof Refusal && error.reason === 'NO_SESSION'":
    'it looks at a refusal that was given',
  "server/src/files/uploads.ts: const plainReason = (status: number): Reason => (status === 404 || status === 410 ? 'NOT_FOUND' : status === 413 ? 'TOO_LARGE' : 'BODY')":
    'it says in our words what was refused already',
  "server/src/grades/store.ts: .select(sql<number>`case when ${isLeadOf(actor, 'guilds.id')} then 1 else 0 end`.as('leads'))":
    'it says whether a page offers the export; the export asks for itself',
  "server/src/tasks/sets/elsewhere-store.ts: .innerJoin('guild_members as gm', (join) => join.onRef('gm.guild_id', '=', 'here.guild_id').on('gm.status', '=', 'member').on('gm.role', '=', 'student'))":
    'it is asked for the rows of members alone; whoever is none has no row in which it would stand',
  "server/src/tasks/sets/elsewhere-store.ts: .where('gm.status', '=', 'member')":
    'it chooses who is looked for; whoever is looked for without need is not found',
  "server/src/accounts/waiting-passwords.ts: const gone = await db.deleteFrom('waiting_passwords').where('user_id', '=', user_id).where('closed', '=', closed).executeTakeFirst()":
    'no two passwords are enclosed alike: the row is found by either, and by its key in one step',
  "server/src/guilds/class-joining-store.ts: .where('gm.status', '=', 'member')":
    'whoever leaves or is removed has another origin from then on, which is looked at beside it',
  "server/src/tasks/editing/lifecycle.ts: if ((given.to === 'open' || given.to === 'scheduled') && !(await holdActive(db, task.guild_id))) throw fail('ARCHIVED')":
    'on SQLite nobody archives within the transaction; on PostgreSQL the test of sets holds it',
  "server/src/accounts/login.ts: refusal: 'CREDENTIALS' | 'CHALLENGE' | 'ACCOUNT_DISABLED' | 'NO_SESSION'":
    'a type: it names the refusals there are',
  "server/src/accounts/routes.admin.ts: const way = { provider_id, refusal: 'NO_SESSION', hold } as const":
    'it says with what is refused; who refuses is a guard of its own',
  "server/src/privacy/quotes-store.ts: waiting: await db.selectFrom('submissions').select('task_id').distinct().where('user_id', '=', user_id).where(isWaiting('submissions')).execute(),":
    'it chooses the notices that are written anew, each from who still waits; of another task it comes out the same',
  "server/src/rankings/counters-store.ts: eb.selectFrom('guild_members').select('user_id').where('guild_id', '=', guild_id).where('status', '=', 'member').where('role', '=', 'student'),":
    'it chooses who is counted anew; whoever is counted without need comes out with the same numbers',
  "server/src/guilds/routes.settings.admin.ts: if (!(await holdMayTeach(db, user_id))) throw fail('ROLE')":
    'on SQLite nobody takes the role back within the transaction; on PostgreSQL the test of roles taken back holds it',
  "server/src/tasks/bin-store.ts: .where('status', 'not in', ['draft', 'trashed'])":
    'it chooses what is looked at again, which asks for itself whether the task is in the bin; a draft has nothing to ask',
  "server/src/registration/routes.admin.ts: if (!(await findInCharge(db, person.id, actorOf(caller)))) throw fail('NOT_FOUND')":
    'on SQLite nobody acts within the transaction; on PostgreSQL the test of a charge lost meanwhile holds both',
  "server/src/files/routes.ts: throw fail('NOT_FOUND')": 'the link opened nothing, and nothing comes behind it',
}

/** What every guard has some of, before it is formatted: a source without any of it has no guard. */
const partOfGuards = new RegExp(
  [
    reason.source,
    String.raw`\b(?:isStaffOf|isLeadOf|inChargeOf|mayBringAlong)\(|\bmay\w+ = |access ===`,
    String.raw`user_id',\s*'='|user_id = |status',\s*'(?:=|not in)'|status (?:=|in) |origin in |kept\.set\(`,
  ].join('|'),
)

// Where compiled queries are kept.
const COMPILED = 'server/src/db/compiled.ts'
const KEEPING = 'kept.set(adapter, both)'

const style = { semi: false, singleQuote: true, printWidth: 160, trailingComma: 'all' } as const

/** The lines of a server source, formatted so wide that each guard fits on one line; only a copy is changed. */
const linesOf = async (root: string, file: string): Promise<string[]> =>
  (await format(file, readFileSync(join(root, file), 'utf8'), style)).code.split('\n')

/** The entries of `equivalent` whose lines no longer exist. */
const missingEquivalents = async (root: string): Promise<string[]> => {
  const named = Map.groupBy(Object.keys(equivalent), (key) => key.split(': ')[0] ?? '')
  const missing = await Promise.all(
    [...named].map(async ([file, keys]) => {
      const lines = new Set((await linesOf(root, file)).map((line) => `${file}: ${line.trim()}`))
      return keys.filter((key) => !lines.has(key))
    }),
  )
  return missing.flat()
}

// Tests and sample data, and code that runs without a caller: migrations, the erasing of a person and the clock.
const notAsked = /test\.ts$|factory\.ts$|^(testing|demo|cli|db\/migrations)\/|(erase|clock)-store\.ts$/

/**
 * Finds every guard in the server's sources under `root`; `texts` maps each path to its source with all the bypasses
 * inserted.
 */
export const findMutants = async (
  root: string,
): Promise<{ mutants: readonly Mutant[]; texts: ReadonlyMap<string, string> }> => {
  const mutants: Mutant[] = []
  const unbroken: string[] = []
  const missing = await missingEquivalents(root)
  if (missing.length > 0) throw new Error(`these lines are no longer there: ${missing.join('\n')}`)
  const texts = new Map<string, string>()
  const names = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
  for (const name of names.toSorted()) {
    if (!name.endsWith('.ts') || notAsked.test(name)) continue
    const file = join('server/src', name)
    if (!partOfGuards.test(readFileSync(join(root, file), 'utf8'))) continue
    const before = await linesOf(root, file)
    const lines = before.map((guarded, index) => {
      if (`${file}: ${guarded.trim()}` in equivalent) return guarded
      let line = guarded
      const first = mutants.length
      for (const { guard, around } of breaks) {
        line = line.replaceAll(guard, (found: string, inner: unknown) => {
          const id = mutants.length
          mutants.push({ id, file, line: index + 1, guard: guarded.trim(), isLoaded: false })
          // A process that a test starts has nothing broken.
          return around(`globalThis.broken?.(${id})`, found, String(inner))
        })
      }
      if (/\b(?:isStaffOf|isLeadOf|inChargeOf|mayBringAlong)\(/.test(guarded) && mutants.length === first)
        unbroken.push(`this use of a rule: ${file}:${index + 1} ${guarded.trim()}`)
      if (reason.test(guarded) && mutants.length === first)
        unbroken.push(`this refusal: ${file}:${index + 1} ${guarded.trim()}`)
      return line
    })
    // A query kept from before would not know of its broken guard.
    const after = lines.filter((line) => !line.includes(KEEPING)).join('\n')
    if (after !== before.join('\n')) texts.set(file, after)
    for (const id of guardsAtLoading(after)) Object.assign(mutants[id] ?? {}, { isLoaded: true })
    if (file === COMPILED && lines.every((line) => !line.includes(KEEPING))) unbroken.push(`${KEEPING} in ${file}`)
  }
  if (unbroken.length > 0) throw new Error(`nothing breaks\n${unbroken.join('\n')}`)
  return { mutants, texts }
}
