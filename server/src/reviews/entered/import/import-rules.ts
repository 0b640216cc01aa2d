import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import { typedText } from '@tongchuang/contract/rules/csv.ts'
import { readTyped } from '@tongchuang/contract/rules/entered.ts'
import { byOnlyName, plainName } from '@tongchuang/contract/rules/names.ts'
import type { enteredImportsAdmin } from '@tongchuang/contract/entered-imports.admin.ts'
import type { Bilingual } from '../../../http/language.ts'
import type { Entered } from '../../../tasks/entered-store.ts'
import { nameText, wordsText } from '../../../workers/cell-rules.ts'

export type Mapping = Static<typeof enteredImportsAdmin.check.input>['mapping']
export type Status = 'new' | 'changed' | 'same' | 'ask' | 'released' | 'bad'
export type Problem =
  | 'no_number'
  | 'unknown'
  | 'namesakes'
  | 'own'
  | 'words'
  | 'range'
  | 'digits'
  | 'twice'
  | 'other_task'
  | 'text_long'
  | 'elsewhere'

const sentences: Record<Problem, Bilingual> = {
  no_number: { zh: '没有学号或姓名', en: 'No student number or name' },
  unknown: { zh: '公会里没有这个学号或姓名', en: 'Nobody in the guild has this student number or name' },
  namesakes: { zh: '几位同学同名，请写学号', en: 'Several students have this name: write the number' },
  own: { zh: '不能给自己登分', en: 'You cannot type your own result' },
  words: { zh: '不是分数，也不是缺、免做', en: 'Neither a score nor missing or excused' },
  range: { zh: '超过满分', en: 'More than full marks' },
  digits: { zh: '最多两位小数', en: 'Two decimals at most' },
  twice: { zh: '前面已有这位同学', en: 'The same student stands above' },
  other_task: { zh: '这一行是另一个任务的模板', en: 'This row is of another task’s template' },
  elsewhere: { zh: '在另一个班做这个任务', en: 'Does this task in another class' },
  text_long: { zh: '评语超过2000个字', en: 'The comment has more than 2,000 characters' },
}

/** The sentence of a problem; null where there is none. */
export const problemWords = (problem: string): Bilingual | null =>
  isKeyOf(sentences, problem) ? sentences[problem] : null

/**
 * The column headings of the template; the last two columns are hidden. `heads` below matches other names for the same
 * columns.
 */
export const templateHeads = {
  'zh-CN': ['学号', '姓名', '班级', '分数', '评语', '任务号', '版本'],
  'en-US': ['Student no.', 'Name', 'Class', 'Score', 'Comment', 'Task id', 'Version'],
} as const

const nameHead = /^(?:学生)?姓\s?名$|^名字$|^(?:student )?name$/i

const heads: Record<keyof Mapping, RegExp> = {
  student_no: /学号|学籍|学生号|student.?(no|id|number)|^no\.?$/i,
  score: /分数|成绩|得分|score|grade|mark/i,
  text: /评语|备注|comment|note/i,
  task: /^任务号$|^task id$/i,
  version: /^版本$|^version$/i,
}

/**
 * Guesses which column holds what from the headings; null where number or score was not recognized. A table that a
 * teacher made often has names instead of numbers, and an exported grid has the title of each task above its scores.
 */
export const guessMapping = (columns: readonly string[], title: string): Mapping | null => {
  const at = (name: keyof Mapping) => {
    const found = columns.findIndex((head) => heads[name].test(head.trim()))
    return found < 0 ? null : found
  }
  const named = columns.findIndex((head) => nameHead.test(head.trim()))
  const student_no = at('student_no') ?? (named < 0 ? null : named)
  const titled = columns.findIndex((head) => typedText(head) === nameText(title))
  const score = titled < 0 ? at('score') : titled
  if (student_no === null || score === null) return null
  return { student_no, score, text: at('text'), task: at('task'), version: at('version') }
}

/** Normalizes a student number: full-width digits equal ordinary ones. */
export const numberOf = (written: string): string => written.normalize('NFKC').trim().toLowerCase()

/** The students of a guild by number, and by name; null for a name that several have. */
type Students = {
  byNumber: ReadonlyMap<string, number>
  byName: ReadonlyMap<string, { user_id: number } | null>
}

/** The students of a guild as they are found by what a table may name them with. */
export const studentsOf = (
  rows: readonly { user_id: number; student_no: string | null; real_name: string }[],
): Students => {
  const byNumber = new Map(rows.map(({ user_id, student_no }) => [(student_no ?? '').toLowerCase(), user_id]))
  byNumber.delete('')
  return { byNumber, byName: byOnlyName(rows, ({ real_name }) => real_name) }
}

/** Whom a cell names by number or name; null for a name that several have, undefined for nobody. */
export const studentNamed = ({ byNumber, byName }: Students, written: string): number | null | undefined => {
  const named = byName.get(plainName(written))
  return byNumber.get(numberOf(written)) ?? (named ? named.user_id : named)
}

// Titles and notes may stand above the heads of a table that a teacher made.
const headsWithin = 10

/**
 * Where the heads of a table for a task of this title are, and what its columns hold; null where no row names number or
 * name, and score.
 */
export const findHeads = (
  title: string,
  rows: readonly { cells: readonly string[] }[],
): { at: number; mapping: Mapping } | null => {
  for (const [at, { cells }] of rows.slice(0, headsWithin).entries()) {
    const mapping = guessMapping(cells.map(nameText), title)
    if (mapping) return { at, mapping }
  }
  return null
}

/** A row as it is read by a mapping. */
export type Line = {
  line: number
  student_no: string
  typed: string
  text: string | null
  base: number | null
  task: string
}

const wholeOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

/** Parses a row; cells that the product's own template wrote with a leading apostrophe are read as typed. */
export const lineOf = (cells: readonly string[], line: number, mapping: Mapping): Line => {
  const cell = (column: number | null | undefined) =>
    column === null || column === undefined ? '' : (cells[column] ?? '')
  const at = (column: number | null | undefined) => typedText(nameText(cell(column)))
  return {
    line,
    student_no: at(mapping.student_no),
    typed: at(mapping.score),
    text: wordsText(typedText(cell(mapping.text))) || null,
    base: wholeOf(at(mapping.version)),
    task: at(mapping.task).trim(),
  }
}

export type Known = {
  task: { id: number; max_score: number }
  students: Students
  entered: ReadonlyMap<number, Entered>
  /** Students who do the task in another class of its set. */
  elsewhere: ReadonlySet<number>
  importer: number
}
export type Judgement = {
  status: Status
  problem: Problem | ''
  user_id: number | null
  word: Entered['word'] | null
  score: number | null
  seen: number | null
}

const bad = (problem: Problem, user_id: number | null = null): Judgement => ({
  status: 'bad',
  problem,
  user_id,
  word: null,
  score: null,
  seen: null,
})

const problemOf = (line: Line, user_id: number | null | undefined, known: Known, isAgain: boolean): Problem | null => {
  if (numberOf(line.student_no) === '') return 'no_number'
  if (line.task !== '' && line.task !== String(known.task.id)) return 'other_task'
  if (user_id === undefined) return 'unknown'
  if (user_id === null) return 'namesakes'
  if (user_id === known.importer) return 'own'
  if (known.elsewhere.has(user_id)) return 'elsewhere'
  if (isAgain) return 'twice'
  return line.text !== null && [...line.text].length > 2000 ? 'text_long' : null
}

/**
 * Judges one row: an empty cell changes nothing, and a cell that others changed since the template was made needs a
 * choice.
 */
const judgeOne = (line: Line, known: Known, isAgain: boolean): Judgement => {
  const user_id = studentNamed(known.students, line.student_no)
  const problem = problemOf(line, user_id, known, isAgain)
  if (problem || typeof user_id !== 'number') return bad(problem ?? 'unknown', user_id ?? null)
  const read = readTyped(line.typed, known.task.max_score)
  if (read.word === null) return bad(read.problem, user_id)
  const now = known.entered.get(user_id)
  const { word, score } = read
  const found = { problem: '', user_id, word, score, seen: now?.version ?? 0 } as const
  const stands = now && now.word !== 'blank' ? now : undefined
  // Characters that a table cannot hold do not count as a difference.
  const saysText = line.text !== null && line.text !== wordsText(now?.text ?? '')
  if (word === 'blank' || (stands && word === stands.word && score === stands.score && !saysText))
    return { ...found, status: 'same' }
  if (stands && stands.released_at !== null) return { ...found, status: 'released' }
  if (line.base !== null && now && now.version !== line.base) return { ...found, status: 'ask' }
  return { ...found, status: stands ? 'changed' : 'new' }
}

/** Judges all rows of a table; of two for one student the first one counts. */
export const judgeLines = (lines: readonly Line[], known: Known): Map<number, Judgement> => {
  const seen = new Set<number | string>()
  return new Map(
    lines.map((line) => {
      const student = studentNamed(known.students, line.student_no) ?? numberOf(line.student_no)
      const isAgain = student !== '' && seen.has(student)
      seen.add(student)
      return [line.line, judgeOne(line, known, isAgain)]
    }),
  )
}

const dayMs = 24 * 3_600_000

/** Until when an import can be taken back. */
export const undoUntil = (applied_at: number): number => applied_at + dayMs
