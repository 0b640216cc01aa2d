import type { Mapping } from './list-rules.ts'

/** Heads of a field, the surest first; a head with a word of `never` is about something or somebody else. */
type Heads = { are: readonly RegExp[]; never?: RegExp }

type Field = Exclude<keyof Mapping, 'class_of_sheet'>

const heads: Record<Field, Heads> = {
  // The number of the national register is the number of an identity card: only where the school has none of its own.
  student_no: {
    are: [/^学号|^student.?(no|id|number)/i, /学号|学生号|工号|student.?(no|id|number)/i, /学籍|编号|^no\.?$/i],
    never: /班内|班级|学校(?!学号)|家长|监护|状态|类[型别]/,
  },
  real_name: {
    are: [/^(?:学生)?姓名|^name$|student.?name/i, /姓名|名字|real.?name/i],
    never: /家长|监护|父|母|主任|拼音|曾用/,
  },
  class_name: {
    are: [/^班级(?:名称?)?$/, /班级|班$|class/i],
    never: /公会|社团|guild|编[号码]|代码|类[型别]|人数|主任/i,
  },
  grade: { are: [/^年级/, /年级$|^grade$/i], never: /班|编[号码]|代码|主任/ },
  gender: { are: [/性别|^sex$|gender/i] },
  email: { are: [/邮箱|邮件|mail/i], never: /家长|监护/ },
  guild: { are: [/公会|社团|guild/i] },
  // 身份证 is a card.
  role: { are: [/角色|身份(?!证)|role/i] },
}

const indexOrNull = (at: number): number | null => (at < 0 ? null : at)

// Heads are spread to fill their column: 姓  名.
const plain = (head: string): string => head.replaceAll(/\s/g, '')

const columnFor = (columns: readonly string[], field: Field): number => {
  const { are, never } = heads[field]
  for (const one of are) {
    const at = columns.findIndex((head) => one.test(plain(head)) && !never?.test(head))
    if (at >= 0) return at
  }
  return -1
}

/** Guesses which column holds what from the headings; only a proposal. Null where number or name was not recognized. */
export const guessMapping = (columns: readonly string[], isAdmin: boolean): Mapping | null => {
  const [student_no, real_name] = [columnFor(columns, 'student_no'), columnFor(columns, 'real_name')]
  if (student_no < 0 || real_name < 0) return null
  const at = (field: Field) => indexOrNull(columnFor(columns, field))
  const [class_name, grade] = [at('class_name'), at('grade')]
  const own = { student_no, real_name, class_name, gender: at('gender'), email: at('email') }
  const mapping = grade === null ? own : { ...own, grade }
  return isAdmin ? { ...mapping, guild: at('guild'), role: at('role') } : mapping
}

/** The columns that seem to hold guilds and roles, which are read only from lists of administrators. */
export const schoolColumns = (columns: readonly string[]): string[] =>
  columns.filter((head) => columnFor([head], 'guild') === 0 || columnFor([head], 'role') === 0)

/** Whether a row looks like column headings. */
const looksLikeHead = (row: readonly string[]): boolean => row.every((cell) => cell !== '' && !/\d/.test(cell))

/**
 * The line of the headings among the first rows of a sheet, 0 where there is none: the first row that names number and
 * name, below any titles; otherwise the very first row if it looks like headings.
 */
export const findHead = (rows: readonly { line: number; cells: readonly string[] }[]): number => {
  const named = rows.find(({ cells }) => guessMapping(cells, false) !== null)
  if (named) return named.line
  const [first] = rows
  return first && looksLikeHead(first.cells) ? first.line : 0
}

/** The name of a column without a heading, as in spreadsheets. */
export const columnLetter = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `${columnLetter(Math.floor(at / 26) - 1)}${columnLetter(at % 26)}`

/** The headings of `width` columns; letters where there are none. */
export const columnsOf = (head: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, at) => head[at] || columnLetter(at))

/**
 * The same columns in another sheet of the workbook, matched by heading. What a sheet with headings of its own does not
 * name, it does not have; only a sheet without any is read by position.
 */
export const mappingIn = (mapping: Mapping, head: readonly string[], own: readonly string[]): Mapping => {
  const guessed = guessMapping(own, true)
  const found = Object.entries(mapping).map(([field, column]): [string, number | boolean | null] => {
    if (typeof column !== 'number') return [field, column ?? null]
    if (!head[column] || own[column] === head[column]) return [field, column]
    const at = own.indexOf(head[column])
    if (at >= 0) return [field, at]
    return [field, guessed ? (guessed[field as Field] ?? null) : column]
  })
  return Object.fromEntries(found) as Mapping
}

/** Whether sheets are named after classes, one of which each of them then is. */
export const areClasses = (names: readonly string[]): boolean =>
  names.length > 1 && names.some((name) => /班|class/i.test(name))
