import type { Static } from '@tongchuang/contract/schema.ts'
import type { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { isEmail, readStudentNumber } from '../accounts/rules.ts'
import { guildKey } from './guild-key.ts'
import type { Problem } from './problem-rules.ts'

export type Mapping = Static<typeof rosterAdmin.check.input>['mapping']
export type Role = 'student' | 'teacher' | 'assistant'

const heads: Record<keyof Mapping, RegExp> = {
  student_no: /学号|学籍|学生号|编号|工号|student.?(no|id|number)|^no\.?$/i,
  real_name: /姓名|名字|^name$|real.?name|student.?name/i,
  class_name: /^(?!.*(?:公会|社团|guild)).*(?:班级|班$|class)/i,
  gender: /性别|^sex$|gender/i,
  email: /邮箱|邮件|mail/i,
  guild: /公会|社团|guild/i,
  role: /角色|身份|role/i,
}

const indexOrNull = (at: number): number | null => (at < 0 ? null : at)

/** Guesses which column holds what from the headings; only a proposal. Null where number or name was not recognized. */
export const guessMapping = (columns: readonly string[], isAdmin: boolean): Mapping | null => {
  const find = (field: keyof Mapping) => columns.findIndex((head) => heads[field].test(head))
  const [student_no, real_name] = [find('student_no'), find('real_name')]
  if (student_no < 0 || real_name < 0) return null
  const at = (field: keyof Mapping) => indexOrNull(find(field))
  const mapping = { student_no, real_name, class_name: at('class_name'), gender: at('gender'), email: at('email') }
  return isAdmin ? { ...mapping, guild: at('guild'), role: at('role') } : mapping
}

/** The columns that seem to hold guilds and roles, which are read only from lists of administrators. */
export const schoolColumns = (columns: readonly string[]): string[] =>
  columns.filter((head) => heads.guild.test(head) || heads.role.test(head))

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

/** The same columns in another sheet of the workbook, matched by heading, or by position where no heading matches. */
export const mappingIn = (mapping: Mapping, head: readonly string[], own: readonly string[]): Mapping =>
  Object.fromEntries(
    Object.entries(mapping).map(([field, column]) => {
      if (typeof column !== 'number' || !head[column]) return [field, column]
      const at = own.indexOf(head[column])
      return [field, at < 0 ? column : at]
    }),
  ) as Mapping

/** Repairs of a row by hand, which replace its cells. */
export type Fixes = {
  student_no?: string
  real_name?: string
  class_name?: string
  /** Null: no guild. */
  guild?: string | null
  role?: Role
  /** A question about the row was answered with "so it is". */
  sure?: true
  /** The name of the account with this number, which was confirmed to be the same person’s. */
  same_as?: string
}

/** The repair for a row whose problem is answered with "so it is". */
export const keptAs = (problem: Problem | null): Fixes =>
  problem?.key === 'other_name' ? { same_as: problem.other } : { sure: true }

export type Student = {
  line: number
  /** The line in its sheet. */
  place: number
  student_no: string
  real_name: string
  class_name: string
  gender: number
  email: string
  role: Role
  /** As the list writes it; '' where it names none. */
  guild: string
  sure: boolean
  /** The name of this person’s account, where it differs and was confirmed. */
  same_as: string | null
}

const genders: Readonly<Record<string, number>> = { '': 0, 男: 1, 女: 2, m: 1, f: 2, male: 1, female: 2 }
const roles: Readonly<Record<string, Role>> = {
  '': 'student',
  学生: 'student',
  成员: 'student',
  student: 'student',
  教师: 'teacher',
  老师: 'teacher',
  班主任: 'teacher',
  teacher: 'teacher',
  助教: 'assistant',
  assistant: 'assistant',
}
const lengthOf = (text: string): number => [...text].length

export type Line = { line: number; place: number; cells: readonly string[]; fixes: Fixes }

/** Reads a row of the file as a student, with any problem of the row by itself. */
export const readStudent = (row: Line, mapping: Mapping): { student: Student; problem: Problem | null } => {
  const { cells, fixes } = row
  const at = (index: number | null | undefined) => (index === null || index === undefined ? '' : (cells[index] ?? ''))
  const { student_no } = readStudentNumber(fixes.student_no ?? at(mapping.student_no))
  const gender = genders[at(mapping.gender).toLowerCase()]
  const role = fixes.role ?? roles[at(mapping.role).toLowerCase()]
  const student: Student = {
    line: row.line,
    place: row.place,
    student_no,
    real_name: fixes.real_name ?? at(mapping.real_name),
    class_name: fixes.class_name ?? at(mapping.class_name),
    gender: gender ?? 0,
    email: at(mapping.email).normalize('NFKC').trim(),
    role: role ?? 'student',
    guild: fixes.guild === undefined ? at(mapping.guild) : (fixes.guild ?? ''),
    sure: fixes.sure === true,
    same_as: fixes.same_as ?? null,
  }
  if (role === undefined) return { student, problem: { key: 'role_unknown', other: at(mapping.role).slice(0, 30) } }
  return { student, problem: problemOf(student, gender === undefined) }
}

const problemOf = (student: Student, isOddGender: boolean): Problem | null => {
  const { student_no, real_name, class_name, email, guild } = student
  if (student_no === '') return { key: 'no_number' }
  if (/^\d+(\.\d+)?E\+?\d+$/i.test(student_no)) return { key: 'scientific' }
  if (!readStudentNumber(student_no).isOne) return { key: 'number_form' }
  if (real_name === '') return { key: 'no_name' }
  if (lengthOf(real_name) > 30) return { key: 'name_long' }
  if (lengthOf(class_name) > 60) return { key: 'class_long' }
  if (lengthOf(guild) > 60) return { key: 'guild_long' }
  if (email !== '' && !isEmail(email)) return { key: 'email' }
  return isOddGender ? { key: 'gender' } : null
}

type First = { line: number; place: number; real_name: string; guild: string; role: Role }

/** What the rows of a list have in common, for noticing rows that differ. */
export type Survey = {
  /** The rows with each number in order; by number in lower case. */
  rows: Map<string, First[]>
  lengths: Map<number, number>
  /** Counts of numbers with and without a leading zero. */
  zeros: Map<boolean, number>
  classes: Map<string, number>
}

export const newSurvey = (): Survey => ({ rows: new Map(), lengths: new Map(), zeros: new Map(), classes: new Map() })

const more = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** Adds a row without problems of its own to the survey. */
export const survey = ({ rows, lengths, zeros, classes }: Survey, student: Student): void => {
  const { line, place, student_no, real_name, role } = student
  const key = student_no.toLowerCase()
  const own = { line, place, real_name, guild: guildKey(student.guild), role }
  const before = rows.get(key)
  if (before) before.push(own)
  else rows.set(key, [own])
  if (role !== 'student') return
  if (/^\d+$/.test(student_no)) {
    more(lengths, student_no.length)
    more(zeros, student_no.startsWith('0'))
  }
  if (student.class_name !== '') more(classes, student.class_name)
}

// A value is usual if at least four in five of the counted rows have it; with fewer than five rows nothing is usual.
const usualOf = <K>(counts: ReadonlyMap<K, number>): K | null => {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (all < 5) return null
  return [...counts].find(([, count]) => count >= all * 0.8)?.[0] ?? null
}

export type Usual = { length: number | null; zero: boolean; class_name: string | null }

/**
 * The usual values in a list: the length of its numbers, whether they begin with a zero and, where the whole list goes
 * to one guild, the class.
 */
export const usualIn = ({ lengths, zeros, classes }: Survey, isForOneGuild: boolean): Usual => ({
  length: usualOf(lengths),
  zero: usualOf(zeros) === true,
  class_name: isForOneGuild ? usualOf(classes) : null,
})

/** The first earlier row with the same number, in the same guild or another; undefined for none. */
export const earlierOf = ({ rows }: Survey, { student_no, line }: Student): First | undefined => {
  const [first] = rows.get(student_no.toLowerCase()) ?? []
  return first && first.line < line ? first : undefined
}

/** The question a row raises in view of the other rows. */
export const questionOf = (all: Survey, usual: Usual, student: Student): Problem | null => {
  const { student_no, line, real_name, role, class_name } = student
  const before = (all.rows.get(student_no.toLowerCase()) ?? []).filter((row) => row.line < line)
  const [first] = before
  if (first && first.real_name !== real_name)
    return { key: 'two_names', line: first.line, place: first.place, other: first.real_name }
  const same = before.find(({ guild }) => guild === guildKey(student.guild))
  if (same) return { key: 'twice', line: same.line, place: same.place }
  // One account may be both student and assistant, but never both student and teacher.
  const pair = new Set<Role>(['student', 'teacher'])
  const contrary = before.find((row) => row.role !== role && pair.has(row.role) && pair.has(role))
  if (contrary) return { key: 'two_roles', line: contrary.line, place: contrary.place, other: contrary.role }
  if (student.sure || role !== 'student') return null
  if (usual.length !== null && /^\d+$/.test(student_no) && student_no.length !== usual.length)
    return {
      key: usual.zero && student_no.length < usual.length ? 'lost_zero' : 'odd_length',
      other: String(usual.length),
    }
  if (usual.class_name !== null && class_name !== '' && class_name !== usual.class_name)
    return { key: 'odd_class', other: usual.class_name }
  return null
}

/**
 * The new account for the rows of a list with one number: its roles, and the row with the personal data, which is the
 * student’s if there is one.
 */
export const accountOf = <R extends { role: Role }>(own: readonly [R, ...R[]]): { roles: Role[]; said: R } => ({
  roles: [...new Set(own.map(({ role }) => role))],
  said: own.find(({ role }) => role === 'student') ?? own[0],
})
