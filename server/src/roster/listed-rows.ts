import type { Input } from '@tongchuang/contract/call.ts'
import type { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { actorOf } from '../guilds/power-rules.ts'
import { say } from '../http/language.ts'
import type { Person } from '../http/session.ts'
import type { Did } from './carry-out.ts'
import { sheetsOf } from './check.ts'
import { namedGuilds } from './guild-store.ts'
import { guildsNow, namesNow } from './known-store.ts'
import { mine, powerFor } from './own-import.ts'
import { likenessOf, problemWords, shownProblem } from './problem-rules.ts'
import { countAlike, listRows, type RosterRow } from './row-store.ts'
import type { RosterImport } from './store.ts'

const genderWords = ['', '男', '女'] as const

type Named = Pick<RosterRow, 'did' | 'role' | 'status' | 'user_id' | 'real_name'>

/** The name that a row of a list changes, or has changed; empty where it changes none. */
const nameBefore = (row: Named, names: ReadonlyMap<number, string>): string => {
  const { renamed } = JSON.parse(row.did ?? '{}') as Did
  if (renamed) return renamed.to.real_name === undefined ? '' : (renamed.from.real_name ?? '')
  const now = row.role === 'student' && row.status !== 'bad' ? (names.get(row.user_id ?? 0) ?? '') : ''
  return now === row.real_name ? '' : now
}

/** The current names of the people whose rows are not applied yet; applied rows store the earlier name themselves. */
const namesFor = (db: Db, { state }: RosterImport, rows: readonly Named[], viewer: ReturnType<typeof actorOf>) =>
  namesNow(db, state === 'checked' ? rows.flatMap(({ user_id }) => user_id ?? []) : [], viewer)

/** The rows of a checked list as shown to the user who continues with it. */
export const listLines = async (
  db: Db,
  { id, status, guild, ...page }: Input<typeof rosterAdmin.rows>,
  caller: Person,
) => {
  const viewer = actorOf(caller)
  const one = await mine(db, id, viewer)
  const reader = one.kind === 'slips' && !viewer.is_admin ? viewer : undefined
  const found = await listRows(db, id, { status, guild, reader }, page)
  const problems = new Set(found.list.map(({ problem }) => problem).filter(Boolean))
  const alike = await countAlike(db, id, [...problems], likenessOf)
  // Only administrators are shown the guilds a person is in now.
  const known = viewer.is_admin ? found.list.map(({ user_id }) => user_id).filter((person) => person !== null) : []
  const now = await guildsNow(db, known)
  const before = await namesFor(db, one, found.list, await powerFor(db, one, viewer))
  const names = new Map((await namedGuilds(db, id)).map(({ key, name }) => [key, name]))
  const sheets = sheetsOf(one)
  return {
    ...found,
    list: found.list.map(({ problem: kept, gender, status: judged, user_id, guild_key, sheet, place, did, ...row }) => {
      const problem = kept === '' ? null : storedValue(kept)
      return {
        ...row,
        sheet: one.sheet === null ? (sheets[sheet]?.name ?? '') : '',
        sheet_line: place,
        status: judged ?? 'bad',
        gender: genderWords[gender] ?? '',
        problem: problem === null ? '' : say(problemWords(problem), caller.language),
        ...shownProblem(problem),
        alike: alike.get(kept) ?? 0,
        guild: names.get(guild_key) ?? guild_key,
        was: nameBefore({ ...row, did, status: judged, user_id }, before),
        now_in: now.get(user_id ?? 0) ?? [],
      }
    }),
  }
}
