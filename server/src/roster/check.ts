import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { invalid } from '../http/problem.ts'
import { maxRows } from '../workers/sheet-limits.ts'
import { guildKey } from './guild-key.ts'
import { namedGuilds, nameGuilds } from './guild-store.ts'
import { knownPeople, partsIn } from './known-store.ts'
import { areClasses, columnsOf, findHead, guessMapping, mappingIn } from './head-rules.ts'
import {
  earlierOf,
  keptAs,
  newSurvey,
  questionOf,
  readStudent,
  survey,
  usualIn,
  type Line,
  type Mapping,
  type Student,
  type Survey,
  type Usual,
} from './list-rules.ts'
import { likenessOf, type Problem } from './problem-rules.ts'
import {
  firstRows,
  fixRows,
  forgetJudgements,
  judgeRows,
  rowAt,
  rowsLike,
  rowsRead,
  type Judged,
  type RosterRow,
} from './row-store.ts'
import { judge, type Judgement } from './rules.ts'
import { moveImport, type RosterImport } from './store.ts'
import type { SheetFound } from './tables.ts'

export const sheetsOf = ({ sheets }: Pick<RosterImport, 'sheets'>): SheetFound[] => storedValue(sheets)

// The rows searched for headings: a few titles may stand above them.
const looked = 12
const mostGuilds = 300

/** The sheets that are imported: all of them, or one. */
const chosenSheets = ({ sheets, sheet }: Pick<RosterImport, 'sheets' | 'sheet'>): number[] => {
  const found = sheetsOf({ sheets })
  if (sheet !== null) return [sheet]
  return found.length === 0 ? [0] : found.flatMap(({ rows }, at) => (rows === null ? [] : [at]))
}

/** The headings of a list: their line in its first sheet, their texts, and the columns they stand for. */
export const headOf = async (
  db: Db,
  one: Pick<RosterImport, 'id' | 'sheets' | 'sheet'>,
  isAdmin: boolean,
): Promise<Pick<RosterImport, 'head_line' | 'has_header' | 'columns' | 'mapping'>> => {
  const [first = 0] = chosenSheets(one)
  const head_line = findHead(await firstRows(db, one.id, first, looked))
  const head = await rowAt(db, one.id, first, head_line)
  const guessed = guessMapping(head, isAdmin)
  const names = sheetsOf(one).map(({ name }) => name)
  const mapping =
    guessed && guessed.class_name === null && areClasses(names) ? { ...guessed, class_of_sheet: true } : guessed
  return {
    head_line,
    has_header: head_line > 0,
    columns: JSON.stringify(columnsOf(head, sheetsOf(one)[first]?.width ?? head.length)),
    mapping: mapping && JSON.stringify(mapping),
  }
}

/** The columns of a list with this line as its headings. */
export const columnsAt = async (db: Db, one: RosterImport, line: number): Promise<string[]> => {
  const [first = 0] = chosenSheets(one)
  const head = await rowAt(db, one.id, first, line)
  const before = storedStrings(one.columns)
  return columnsOf(head, Math.max(before.length, head.length))
}

type Reader = (row: Line & { sheet: number }) => ReturnType<typeof readStudent> | null

/** How each row is read: by the columns of its own sheet, skipping everything down to the end of its headings. */
const readerOf = async (db: Db, one: RosterImport, mapping: Mapping): Promise<Reader> => {
  const [first = 0, ...others] = chosenSheets(one)
  const head = await rowAt(db, one.id, first, one.head_line)
  const names = sheetsOf(one).map(({ name }) => name)
  const begins = new Map([[first, { head_line: one.head_line, mapping }]])
  for (const sheet of others) {
    const head_line = one.has_header ? findHead(await firstRows(db, one.id, sheet, looked)) : 0
    const own = mappingIn(mapping, head, await rowAt(db, one.id, sheet, head_line))
    const lacksClass = typeof mapping.class_name === 'number' && own.class_name === null && areClasses(names)
    begins.set(sheet, { head_line, mapping: lacksClass ? { ...own, class_of_sheet: true } : own })
  }
  return (row) => {
    const own = begins.get(row.sheet)
    if (!own || row.place <= own.head_line) return null
    return readStudent({ ...row, sheet_name: names[row.sheet] ?? '' }, own.mapping)
  }
}

type Whole = { all: Survey; usual: Usual; count: number; guilds: Map<string, string> }

/** Reads a list once to collect what concerns its rows together. */
const surveyed = async (db: Db, one: RosterImport, reader: Reader): Promise<Whole> => {
  const all = newSurvey()
  const guilds = new Map<string, string>()
  let count = 0
  for await (const rows of rowsRead(db, one.id, one.sheet))
    for (const row of rows) {
      const read = reader(row)
      if (read === null) continue
      count += 1
      const { student, problem } = read
      if (problem !== null) continue
      survey(all, student)
      const key = guildKey(student.guild)
      if (key !== '' && !guilds.has(key)) guilds.set(key, student.guild.trim())
    }
  return { all, usual: usualIn(all, one.guild_id !== null && guilds.size === 0), count, guilds }
}

/** Whether each row must name a guild: a column is mapped to it, and no guild was chosen for the list. */
const needsGuild = (one: RosterImport, mapping: Mapping): boolean =>
  typeof mapping.guild === 'number' && one.guild_id === null

/** Checks a list: every row is read, compared with the others and with the school, and judged. */
export const checkAll = async (db: Db, one: RosterImport, viewer: Actor): Promise<void> => {
  const mapping = JSON.parse(one.mapping ?? 'null') as Mapping | null
  if (mapping === null) throw fail('STATE')
  const reader = await readerOf(db, one, mapping)
  const whole = await surveyed(db, one, reader)
  if (whole.count > maxRows)
    throw invalid('sheet', `一次最多${maxRows}行，请分开导入`, `At most ${maxRows} rows at a time: split the list`)
  if (whole.guilds.size > mostGuilds)
    throw invalid(
      'mapping',
      `公会一列有${whole.guilds.size}个名字，最多${mostGuilds}个，是不是对错了列`,
      `The column of guilds has ${whole.guilds.size} names, ${mostGuilds} at most: is it the right one?`,
    )
  await db.transaction().execute(async (db) => {
    const changes = {
      ...({ state: 'checked', mapping: one.mapping, columns: one.columns, row_count: whole.count } as const),
      ...{ has_header: one.has_header, head_line: one.head_line },
    }
    if (!(await moveImport(db, one.id, ['read', 'checked'], changes))) throw fail('STATE')
    await forgetJudgements(db, one.id)
    await nameGuilds(db, one.id, whole.guilds)
    const ids = new Map((await namedGuilds(db, one.id)).map(({ key, guild_id }) => [key, guild_id]))
    for await (const rows of rowsRead(db, one.id, one.sheet)) {
      const read = rows.flatMap((row) => {
        const own = reader(row)
        return own === null ? [] : [{ row, ...own }]
      })
      await judgeRows(db, one.id, await judged(db, read, { one, viewer, whole, ids, mapping }))
    }
  })
}

type Read = { row: Judged['row']; student: Student; problem: Problem | null }
type Context = {
  one: RosterImport
  viewer: Actor
  whole: Whole
  /** The existing guilds named in the list. */
  ids: ReadonlyMap<string, number | null>
  mapping: Mapping
}

const judged = async (db: Db, read: readonly Read[], context: Context): Promise<Judged[]> => {
  const { one, viewer, whole, ids, mapping } = context
  const numbers = [...new Set(read.map(({ student }) => student.student_no).filter(Boolean))]
  const known = await knownPeople(db, numbers, viewer)
  const there = [one.guild_id, ...ids.values()].filter((id) => id !== null)
  const partOf = await partsIn(db, there, [...new Set([...known.values()].map(({ id }) => id))])
  const judgementOf = ({ row, student, problem }: Read): Judgement => {
    const key = guildKey(student.guild)
    const isMissing = key === '' && needsGuild(one, mapping) && row.fixes.guild !== null
    const wrong =
      problem ?? (isMissing ? { key: 'no_guild' as const } : null) ?? questionOf(whole.all, whole.usual, student)
    if (wrong) return { status: 'bad', problem: wrong, user_id: null }
    const person = known.get(student.student_no.toLowerCase())
    const guild_id = key === '' ? one.guild_id : (ids.get(key) ?? null)
    const part = person && guild_id !== null ? partOf(guild_id, person.id) : null
    const judgement = judge({ student, known: person, part, has_guild: key !== '' || guild_id !== null }, viewer)
    // The account is created by an earlier row; this row adds another guild.
    return judgement.status === 'new' && earlierOf(whole.all, student) ? { ...judgement, status: 'joins' } : judgement
  }
  return read.map((row) => ({ row: row.row, student: row.student, judgement: judgementOf(row) }))
}

/** Whether an importer may map these columns: only administrators create guilds and staff with a list. */
export const mayMap = ({ guild, role }: Mapping, { is_admin }: Actor): boolean =>
  is_admin || (typeof guild !== 'number' && typeof role !== 'number')

/**
 * Applies a repair to a row, or with `alike` to all rows with a problem like its own; false where there is no such row.
 */
export const repairRows = async (
  db: Db,
  { id, line, alike = false, keep = false, ...set }: Input<typeof rosterAdmin.repair>,
): Promise<boolean> => {
  const rows = await rowsLike(db, id, line, alike, likenessOf)
  if (rows.length === 0 || rows[0]?.status === null) return false
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  const kept = ({ problem }: Pick<RosterRow, 'problem'>) =>
    keep ? keptAs(problem === '' ? null : storedValue(problem)) : {}
  await fixRows(
    db,
    id,
    rows.map((row) => ({ line: row.line, fixes: { ...storedValue(row.fixes), ...given, ...kept(row) } })),
  )
  return true
}
