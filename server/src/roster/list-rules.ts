import type { Static } from '@tongchuang/contract/schema.ts'
import type { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { plainName } from '@tongchuang/contract/rules/names.ts'
import { isEmail, readStudentNumber } from '../accounts/rules.ts'
import { guildKey } from './guild-key.ts'
import type { Problem } from './problem-rules.ts'

export type Mapping = Static<typeof rosterAdmin.check.input>['mapping']
export type Role = 'student' | 'teacher' | 'assistant'

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

const genders: Readonly<Record<string, number>> = {
  '': 0,
  ...{ 男: 1, 男性: 1, 男生: 1, m: 1, male: 1 },
  ...{ 女: 2, 女性: 2, 女生: 2, f: 2, female: 2 },
}
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

// Lists align names of two characters with those of three by a space; it is no part of a Chinese name.
const inName = /(?<=[\p{Script=Han}·•‧・])\s+(?=[\p{Script=Han}·•‧・])/gu
// The dot of 阿依古丽·买买提, for which keyboards and registers have others; spaces beside it are gone by then.
const otherDots = /(?<=\p{Script=Han})[•‧∙⋅・●．.](?=\p{Script=Han})/gu
// A list that a program has counted with writes its numbers as 20260101.0.
const fraction = /(?<=^\d+)\.0+$/
// A class that only counts within its year: 1班, （1）班, 一班, 01.
const bareClass = /^[（(]?[\d０-９一二三四五六七八九十]{1,3}[)）]?班?$/

/** The name of a class; one that only counts within its year gets the year in front, or every year has the same 1班. */
const classOf = (class_name: string, grade: string): string =>
  bareClass.test(class_name) ? `${grade}${class_name}` : class_name

/** A row as it was read; `sheet_name`: of its sheet, '' where there is only one. */
export type Line = { line: number; place: number; cells: readonly string[]; fixes: Fixes; sheet_name?: string }

/** Reads a row of the file as a student, with any problem of the row by itself. */
export const readStudent = (row: Line, mapping: Mapping): { student: Student; problem: Problem | null } => {
  const { cells, fixes } = row
  const at = (index: number | null | undefined) => (index === null || index === undefined ? '' : (cells[index] ?? ''))
  const { student_no } = readStudentNumber(fixes.student_no ?? at(mapping.student_no).replace(fraction, ''))
  const gender = genders[at(mapping.gender).toLowerCase()]
  const role = fixes.role ?? roles[at(mapping.role).toLowerCase()]
  const student: Student = {
    line: row.line,
    place: row.place,
    student_no,
    real_name: fixes.real_name ?? at(mapping.real_name).replaceAll(inName, '').replaceAll(otherDots, '·'),
    class_name:
      fixes.class_name ??
      (mapping.class_of_sheet ? (row.sheet_name ?? '') : classOf(at(mapping.class_name), at(mapping.grade))),
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
  if (first && plainName(first.real_name) !== plainName(real_name))
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
