import { storedStrings } from '../../../db/stored-strings.ts'
import type { Db } from '../../../db/schema.ts'
import { storedValue } from '../../../db/stored-json.ts'
import { enteredOf, putEntered, type Entered } from '../../../tasks/entered-store.ts'
import type { Task } from '../../../tasks/rules.ts'
import { doneElsewhere } from '../../../tasks/sets/elsewhere-store.ts'
import { findTask } from '../../../tasks/store.ts'
import { judgeLines, lineOf, studentNamed, studentsOf, type Line, type Mapping } from './import-rules.ts'
import { allRows, moveImport, putRows, studentsIn, type FoundImport, type ImportRow } from './import-store.ts'

type By = { user_id: number; role: 'assistant' | 'teacher' | 'admin'; now: number }

/** Judges all rows of a table against the current cells and stores the outcome. */
export const judgeAll = async (
  db: Db,
  found: FoundImport,
  { rows, lines }: { rows: readonly ImportRow[]; lines: readonly Line[] },
  importer: number,
): Promise<void> => {
  const students = studentsOf(await studentsIn(db, found.guild_id))
  const user_ids = lines.flatMap(({ student_no }) => studentNamed(students, student_no) ?? [])
  const entered = await enteredOf(db, found.task_id, [...new Set(user_ids)])
  const task = { id: found.task_id, max_score: found.max_score }
  const set_id = (await findTask(db, found.task_id))?.set_id ?? null
  const elsewhere = await doneElsewhere(db, { id: task.id, set_id }, [...new Set(user_ids)])
  const judged = judgeLines(lines, { task, students, entered, elsewhere, importer })
  const byLine = new Map(lines.map((line) => [line.line, line]))
  const next = rows.map((row): ImportRow => {
    const [line, judgement] = [byLine.get(row.line), judged.get(row.line)]
    if (!line || !judgement) return { ...row, status: null, problem: '' }
    const { student_no, typed, text, base } = line
    return { ...row, student_no: student_no.slice(0, 60), typed: typed.slice(0, 60), text, base, ...judgement }
  })
  await putRows(db, found.id, next)
}

/** Reads all rows by a mapping. */
export const linesOf = (rows: readonly ImportRow[], mapping: Mapping, has_header: boolean): Line[] =>
  (has_header ? rows.slice(1) : rows).map((row) => lineOf(storedStrings(row.cells), row.line, mapping))

/** The current rows, including repaired ones. */
export const standingLines = (rows: readonly ImportRow[], mapping: Mapping): Line[] =>
  rows
    .filter(({ status }) => status !== null)
    .map(({ line, cells, student_no, typed, text, base }) => ({
      line,
      student_no,
      typed,
      text,
      base,
      task: lineOf(storedStrings(cells), line, mapping).task,
    }))

const isWanted = ({ status, taken }: ImportRow): boolean =>
  status === 'new' || status === 'changed' || (status === 'ask' && taken)

/**
 * Writes the wanted rows into the cells, in the caller's transaction that locks the task: all of them or none, and as
 * held results. A cell that somebody changed since it was judged is left, and its row needs a choice. Returns false
 * where the import was already applied.
 */
export const applyRows = async (db: Db, task: Task, found: FoundImport, by: By): Promise<boolean> => {
  if (!(await moveImport(db, found.id, ['checked'], { state: 'applied', applied_at: by.now }))) return false
  const rows = await allRows(db, found.id)
  const wanted = rows.filter(isWanted)
  const entered = await enteredOf(
    db,
    task.id,
    wanted.flatMap(({ user_id }) => user_id ?? []),
  )
  const elsewhere = await doneElsewhere(
    db,
    task,
    wanted.flatMap(({ user_id }) => user_id ?? []),
  )
  const isAsItWas = (row: ImportRow) => {
    if (elsewhere.has(row.user_id ?? 0)) return false
    const now = entered.get(row.user_id ?? 0)
    return (now?.version ?? 0) === row.seen && (now === undefined || now.released_at === null || now.word === 'blank')
  }
  const cells = wanted.filter(isAsItWas).map((row): Entered => {
    const now = entered.get(row.user_id ?? 0)
    return {
      task_id: task.id,
      guild_id: task.guild_id,
      user_id: row.user_id ?? 0,
      version: (row.seen ?? 0) + 1,
      word: row.word ?? 'blank',
      score: row.score,
      text: row.text ?? now?.text ?? '',
      released_at: null,
      entered_by: by.user_id,
      entered_role: by.role,
      entered_at: by.now,
    }
  })
  const kept = new Map((await putEntered(db, cells)).map((cell) => [cell.user_id, cell]))
  const done = wanted.map((row): ImportRow => {
    const cell = kept.get(row.user_id ?? 0)
    if (!cell) return { ...row, status: 'ask', taken: false }
    const now = entered.get(row.user_id ?? 0)
    const before = { word: now?.word ?? 'blank', score: now?.score ?? null, text: now?.text ?? '' }
    return { ...row, before: JSON.stringify(before), done_version: cell.version }
  })
  await putRows(db, found.id, done)
  return true
}

/**
 * Takes back what an import wrote, in the caller's transaction that locks the task: each cell gets its earlier content.
 * Cells changed or released since are left and listed. Returns false where the import was already undone.
 */
export const undoRows = async (db: Db, task: Task, found: FoundImport, by: By): Promise<boolean> => {
  if (!(await moveImport(db, found.id, ['applied'], { state: 'undone', undone_at: by.now }))) return false
  const rows = (await allRows(db, found.id)).filter(({ done_version }) => done_version !== null)
  const entered = await enteredOf(
    db,
    task.id,
    rows.flatMap(({ user_id }) => user_id ?? []),
  )
  const back = rows.flatMap((row): Entered[] => {
    const now = entered.get(row.user_id ?? 0)
    if (!now || row.before === null || now.version !== row.done_version || now.released_at !== null) return []
    const before = storedValue(row.before)
    return [
      {
        ...now,
        ...before,
        version: now.version + 1,
        entered_by: by.user_id,
        entered_role: by.role,
        entered_at: by.now,
      },
    ]
  })
  const kept = new Set((await putEntered(db, back)).map(({ user_id }) => user_id))
  await putRows(
    db,
    found.id,
    rows.map((row) =>
      kept.has(row.user_id ?? 0) ? { ...row, done_version: null, before: null } : { ...row, was_left: true },
    ),
  )
  return true
}
