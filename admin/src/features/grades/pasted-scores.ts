import { readTyped } from '@tongchuang/contract/rules/entered.ts'
import { byOnlyName, plainName } from '@tongchuang/contract/rules/names.ts'
import { entryFor, type Column, type Row } from './column-member.ts'
import { keyOf, type CellKey, type Entry, type Typed } from './entries.ts'

/** The rows and cells of text that was copied from a table. */
export const pastedTable = (text: string): string[][] => {
  const lines = text.split(/\r?\n/)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

/** What becomes of a pasted line: write and same are for a student; the others say why it is left out. */
export type Outcome = 'write' | 'same' | 'released' | 'unread' | 'elsewhere' | 'nobody' | 'namesakes' | 'twice'
export type PastedLine = {
  /** Its place among the pasted lines, from 0. */
  at: number
  row: Row | undefined
  /** The name or number in the line; empty where the lines follow the order of the grid. */
  named: string
  typed: string
  outcome: Outcome
  write?: { place: CellKey; typed: Typed; version: number; max: number }
}
export type PastedScores = { isByName: boolean; lines: PastedLine[] }

/** The students by number and by name; null for a name that several have. */
const studentsOf = (rows: readonly Row[]): ReadonlyMap<string, Row | null> => {
  const found = byOnlyName(rows, ({ student }) => student.real_name || student.nickname)
  for (const row of rows) if (row.student.student_no !== '') found.set(plainName(row.student.student_no), row)
  return found
}

const cellsOf = (table: readonly string[][], column: number): string[] => table.map((cells) => cells[column] ?? '')
const isMost = (count: number, table: readonly string[][]): boolean => count > 0 && count * 2 >= table.length

/** Which columns of a table hold the students and their scores; no column of students: the lines follow the grid. */
const columnsOf = (table: readonly string[][], students: ReadonlyMap<string, Row | null>, max: number) => {
  const width = Math.max(...table.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => at)
  const isScore = (cell: string) => {
    const { word } = readTyped(cell, max)
    return word !== null && word !== 'blank'
  }
  const scored = columns.filter((at) => isMost(cellsOf(table, at).filter(isScore).length, table))
  // Scores may look like short student numbers, but some students have the same score.
  const isOfStudents = (at: number) => {
    const known = cellsOf(table, at)
      .map(plainName)
      .filter((cell) => students.has(cell))
    return isMost(new Set(known).size, table) && scored.some((other) => other !== at)
  }
  const named = columns.find(isOfStudents)
  const others = scored.filter((at) => at !== named)
  // Beside the names, because a running number often stands before them.
  return { named, score: others.find((at) => named === undefined || at > named) ?? others[0] ?? 0 }
}

const judge = (
  row: Row,
  typed: string,
  { column, t, entries }: { column: Column; t: number; entries: ReadonlyMap<string, Entry> },
): Pick<PastedLine, 'outcome' | 'write'> => {
  const task = entryFor(column, row, t)
  if (!task) return { outcome: 'elsewhere' }
  const place = { task_id: task.id, user_id: row.student.user_id }
  const cell = row.cells.find((one) => one.t === t)
  const entry = entries.get(keyOf(place))
  const { word, ...read } = readTyped(typed, task.max_score)
  if (word === null) return { outcome: 'unread' }
  const score = 'score' in read ? read.score : null
  const stands: Typed = entry?.typed ?? {
    word: cell?.entered?.word ?? 'blank',
    score: cell?.entered?.word === 'score' ? cell.score : null,
  }
  // An empty line changes nothing, as in an import.
  if (word === 'blank' || (stands.word === word && stands.score === score)) return { outcome: 'same' }
  if (cell?.entered && !cell.entered.held && cell.entered.word !== 'blank') return { outcome: 'released' }
  const version = entry?.base_version ?? cell?.entered?.version ?? 0
  return { outcome: 'write', write: { place, typed: { word, score }, version, max: task.max_score } }
}

/**
 * Whose scores a pasted table holds: by the names or numbers in it, or else line by line from the row `from` on.
 * `rows` are the students of the grid in its order; `named` are all who may be named.
 */
export const pastedScores = (
  table: readonly string[][],
  {
    rows,
    named: all = rows,
    from,
    column,
    t,
    entries,
  }: {
    rows: readonly Row[]
    named?: readonly Row[]
    from: number
    column: Column
    t: number
    entries: ReadonlyMap<string, Entry>
  },
): PastedScores => {
  const students = studentsOf(all)
  const { named, score } = columnsOf(table, students, column.max_score)
  const seen = new Set<number>()
  const lines = table.map((cells, at): PastedLine => {
    const name = named === undefined ? '' : (cells[named] ?? '')
    const row = named === undefined ? rows[from + at] : students.get(plainName(name))
    const line = { at, row: row ?? undefined, named: name, typed: cells[score] ?? '' }
    if (!row) return { ...line, outcome: row === null ? 'namesakes' : 'nobody' }
    if (seen.has(row.student.user_id)) return { ...line, outcome: 'twice' }
    seen.add(row.student.user_id)
    return { ...line, ...judge(row, line.typed, { column, t, entries }) }
  })
  // Heads of the copied columns are no line of a student.
  const isHead = ({ at, outcome, typed }: PastedLine) =>
    at === 0 && outcome === 'nobody' && readTyped(typed, column.max_score).word === null
  return {
    isByName: named !== undefined,
    lines: lines.filter((line) => !isHead(line) && (line.typed !== '' || line.named !== '')),
  }
}
