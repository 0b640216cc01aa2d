import type { Input } from '@tongchuang/contract/call.ts'
import { enteredImportsAdmin } from '@tongchuang/contract/entered-imports.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { iso } from '../db/time.ts'
import { isArchived } from '../guilds/status-store.ts'
import { implement } from '../http/implement.ts'
import { say } from '../http/language.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { statusAt } from '../tasks/rules.ts'
import { lockTaskOfSet } from '../tasks/sets/set-store.ts'
import { findTask } from '../tasks/store.ts'
import { nameText } from '../workers/cell-rules.ts'
import { maxRows } from '../workers/sheet-limits.ts'
import { mustBeOffline } from './entered/entered-rules.ts'
import { findHeads, problemWords, undoUntil } from './entered/import/import-rules.ts'
import { applyRows, judgeAll, linesOf, standingLines, undoRows } from './entered/import/import-steps.ts'
import {
  allRows,
  countRows,
  findImport,
  firstRows,
  insertImport,
  leftRows,
  listRows,
  moveImport,
  putRows,
  type FoundImport,
} from './entered/import/import-store.ts'
import { roleIn } from './review-detail.ts'

type Calls = typeof enteredImportsAdmin

// The sample of rows shown for choosing the columns: the number of rows, and of characters of each cell.
const sampled = 8
const sampledLetters = 200
const longestHead = 200
// For tables of thousands of rows, each of which is looked up and written.
const importMs = 60_000

/** Tables of results for offline tasks: read, checked, applied at once, undone. */
export const enteredImportRoutes = (app: App): void => {
  const { read, ...others } = enteredImportsAdmin
  implement(
    app,
    others,
    {
      check: (input, caller) => tryOut(app, input, caller),
      mend: (input, caller) => mendRow(app, input, caller),
      apply: ({ id }, caller) => carryOut(app, id, caller),
      undo: ({ id }, caller) => takeBack(app, id, caller),
      get: async ({ id }, caller) => show(app.db, await mine(app.db, id, caller)),
      rows: (input, caller) => listLines(app, input, caller),
    },
    {
      check: { timeoutMs: importMs },
      mend: { timeoutMs: importMs },
      apply: { timeoutMs: importMs },
      undo: { timeoutMs: importMs },
    },
  )
  implement(
    app,
    { read },
    { read: (input, caller) => readTable(app, input, caller) },
    { read: { bodyLimit: 8 * 2 ** 20, timeoutMs: importMs } },
  )
}

/** An import of a task the caller reviews; absent and foreign imports are treated alike. */
const mine = async (db: Db, id: number, { user_id }: Person): Promise<FoundImport> => {
  const found = await findImport(db, id)
  if (!found) throw fail('NOT_FOUND')
  await roleIn(db, user_id, found.guild_id)
  return found
}

const sampleOf = (cell: string): string => cell.slice(0, sampledLetters).toWellFormed()

const show = async (db: Db, found: FoundImport) => {
  const { counts, taken, written } = await countRows(db, found.id)
  const { mapping, columns, nickname, applied_at, state, ...same } = found
  return {
    ...same,
    state,
    columns: storedStrings(columns),
    mapping: mapping === null ? null : storedValue(mapping),
    sample: (await firstRows(db, found.id, sampled)).map((cells) => cells.map(sampleOf)),
    counts: state === 'read' ? null : counts,
    taken,
    written,
    left:
      state === 'undone'
        ? (await leftRows(db, found.id)).map((row) => ({
            student_no: row.student_no,
            real_name: row.real_name || row.nickname,
          }))
        : [],
    created_by: nickname,
    created_at: iso(found.created_at),
    applied_at: iso(applied_at),
    undo_until: state === 'applied' && applied_at !== null ? iso(undoUntil(applied_at)) : null,
  }
}

const again = async (db: Db, id: number) => {
  return show(db, orNotFound(await findImport(db, id)))
}

/** The rows of the first sheet that has any; the product's own templates have a single sheet. */
const firstSheet = (lines: Uint8Array): { line: number; cells: string[] }[] => {
  const text = new TextDecoder().decode(lines)
  if (text === '') return []
  const rows = text.split('\n').map((row) => JSON.parse(row) as [sheet: number, line: number, cells: string[]])
  return rows.filter(([sheet]) => sheet === rows[0]?.[0]).map(([, line, cells]) => ({ line, cells }))
}

const readTable = async (app: App, { task_id, name, file, text }: Input<Calls['read']>, caller: Person) => {
  const { db } = app
  const task = await findTask(db, task_id)
  if (!task) throw fail('NOT_FOUND')
  await roleIn(db, caller.user_id, task.guild_id)
  if (await isArchived(db, task.guild_id)) throw fail('ARCHIVED')
  mustBeOffline(task, statusAt(task, caller.now))
  if ((file === undefined) === (text === undefined))
    throw invalid('file', '请选择文件或粘贴表格', 'Choose a file or paste a table')
  const given = file === undefined ? (text ?? '') : new Uint8Array(Buffer.from(file, 'base64'))
  const transfer = typeof given === 'string' ? [] : [given.buffer]
  const { sheets, lines } = await app.workers.run(
    'readSheetFile',
    { given, kind: 'words' },
    { person: caller.user_id, transfer },
  )
  const all = firstSheet(lines)
  const heads = findHeads(task.title, all)
  const rows = all.slice(heads?.at ?? 0)
  const head = (rows[0]?.cells ?? []).map((cell) => nameText(cell).slice(0, longestHead).toWellFormed())
  const width = Math.max(0, ...sheets.map((sheet) => sheet.width))
  const mapping = heads?.mapping ?? null
  const has_header = mapping !== null
  const letters = Array.from(
    { length: width },
    (_, at) => (has_header && head[at]) || String.fromCodePoint(65 + (at % 26)),
  )
  const row_count = Math.max(0, rows.length - (has_header ? 1 : 0))
  if (row_count > maxRows)
    throw invalid('file', `一次最多${maxRows}行，请分开导入`, `At most ${maxRows} rows at a time: split the table`)
  const id = await db.transaction().execute((inside) =>
    insertImport(
      inside,
      {
        task_id,
        created_by: caller.user_id,
        state: 'read',
        file_name: name,
        has_header,
        columns: JSON.stringify(letters),
        mapping: mapping && JSON.stringify(mapping),
        checked_max_score: null,
        row_count,
        created_at: caller.now,
        applied_at: null,
        undone_at: null,
      },
      rows.map(({ line, cells }) => ({ line, cells: JSON.stringify(cells) })),
    ),
  )
  return again(db, id)
}

const tryOut = async (app: App, { id, has_header, mapping }: Input<Calls['check']>, caller: Person) => {
  const { db } = app
  const found = await mine(db, id, caller)
  const width = storedStrings(found.columns).length
  if (Object.values(mapping).some((column) => typeof column === 'number' && column >= width))
    throw invalid('mapping', '表里没有这一列', 'The table has no such column')
  await db.transaction().execute(async (inside) => {
    const changes = {
      ...{ state: 'checked' as const, has_header, mapping: JSON.stringify(mapping) },
      checked_max_score: found.max_score,
    }
    if (!(await moveImport(inside, id, ['read', 'checked'], changes))) throw fail('STATE', { state: found.state })
    const rows = (await allRows(inside, id)).map((row) => ({ ...row, taken: false }))
    await judgeAll(inside, found, { rows, lines: linesOf(rows, mapping, has_header) }, caller.user_id)
  })
  return again(db, id)
}

const mendRow = async (app: App, { id, line, student_no, typed, taken }: Input<Calls['mend']>, caller: Person) => {
  const { db } = app
  const found = await mine(db, id, caller)
  await db.transaction().execute(async (inside) => {
    // Locks the import, so that it is not applied while a row is repaired.
    if (!(await moveImport(inside, id, ['checked'], { state: 'checked' }))) throw fail('STATE', { state: found.state })
    const rows = await allRows(inside, id)
    const row = rows.find((one) => one.line === line && one.status !== null)
    if (!row) throw fail('NOT_FOUND')
    const mended = {
      ...row,
      ...(student_no !== undefined && { student_no }),
      ...(typed !== undefined && { typed }),
      ...(taken !== undefined && { taken }),
    }
    if (student_no === undefined && typed === undefined) return putRows(inside, id, [mended])
    mustBeOnItsScale(found, found)
    if (found.mapping === null) throw fail('STATE', { state: found.state })
    const next = rows.map((one) => (one.line === line ? mended : one))
    return judgeAll(
      inside,
      found,
      { rows: next, lines: standingLines(next, storedValue(found.mapping)) },
      caller.user_id,
    )
  })
  return again(db, id)
}

/**
 * Refuses rows judged on a scale other than the task's current one until they are judged again; null means that the
 * scale of the check is unknown.
 */
const mustBeOnItsScale = ({ checked_max_score }: FoundImport, { max_score: to }: { max_score: number }): void => {
  if (checked_max_score !== null && checked_max_score !== to) throw fail('SCALE', { from: checked_max_score, to })
}

/** Refuses unless an import is in the given state; a repeated request finds it there and succeeds. */
const mustBe = async (db: Db, id: number, state: FoundImport['state']): Promise<void> => {
  const found = await findImport(db, id)
  if (found?.state !== state) throw fail('STATE', { state: found?.state })
}

/** Runs `work` on the cells of an import in a transaction; `work` locks the task. */
const withCells = async (
  app: App,
  id: number,
  caller: Person,
  work: (
    db: Db,
    found: FoundImport,
    by: { user_id: number; role: 'assistant' | 'teacher' | 'admin'; now: number },
  ) => Promise<void>,
) => {
  await app.db.transaction().execute(async (db) => {
    const found = await mine(db, id, caller)
    const role = await roleIn(db, caller.user_id, found.guild_id)
    if (await isArchived(db, found.guild_id)) throw fail('ARCHIVED')
    await work(db, found, { user_id: caller.user_id, role, now: caller.now })
  })
  return again(app.db, id)
}

const carryOut = (app: App, id: number, caller: Person) =>
  withCells(app, id, caller, async (db, found, by) => {
    const task = orNotFound(await lockTaskOfSet(db, found.task_id))
    mustBeOffline(task, statusAt(task, by.now))
    if (found.state === 'checked') mustBeOnItsScale(found, task)
    // A repeated press finds the import already applied and changes nothing.
    if (!(await applyRows(db, task, found, by))) await mustBe(db, id, 'applied')
  })

const takeBack = (app: App, id: number, caller: Person) =>
  withCells(app, id, caller, async (db, found, by) => {
    if (found.state === 'undone') return
    const isLate = found.applied_at === null || by.now > undoUntil(found.applied_at)
    if (found.state !== 'applied' || isLate) throw fail('STATE', { state: found.state })
    const task = orNotFound(await lockTaskOfSet(db, found.task_id))
    if (!(await undoRows(db, task, found, by))) await mustBe(db, id, 'undone')
  })

const listLines = async (app: App, { id, status, ...page }: Input<Calls['rows']>, caller: Person) => {
  const { db } = app
  const found = await mine(db, id, caller)
  const rows = await listRows(db, found, status, page)
  return {
    ...rows,
    list: rows.list.map((row) => {
      const problem = problemWords(row.problem)
      return {
        line: row.line,
        student_no: row.student_no,
        real_name: row.real_name || row.nickname || '',
        typed: row.typed,
        status: row.status ?? ('bad' as const),
        problem: problem ? say(problem, caller.language) : '',
        now: { word: row.now_word ?? ('blank' as const), score: row.now_score },
        by: row.by ?? '',
        at: iso(row.entered_at),
        value: row.word === null ? null : { word: row.word, score: row.score },
        taken: row.taken,
      }
    }),
  }
}
