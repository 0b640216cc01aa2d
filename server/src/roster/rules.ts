import type { Static } from '@tongchuang/contract/schema.ts'
import type { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { isEmail } from '../accounts/rules.ts'
import type { Bilingual } from '../http/language.ts'

export type Mapping = Static<typeof rosterAdmin.check.input>['mapping']
export type Status = 'new' | 'joins' | 'invited' | 'changed' | 'same' | 'bad'

/** Why a row is left out. `line` names the earlier row with the same 学号. */
export type Problem =
  | {
      key:
        | 'no_number'
        | 'number_form'
        | 'scientific'
        | 'no_name'
        | 'name_long'
        | 'class_long'
        | 'gender'
        | 'email'
        | 'name_taken'
        | 'staff'
        | 'disabled'
        | 'full'
        | 'too_many_invited'
    }
  | { key: 'twice'; line: number }

const sentences: Record<Problem['key'], Bilingual> = {
  no_number: { zh: '没有学号', en: 'No student number' },
  number_form: {
    zh: '学号只能有字母、数字和 . _ -，2–30个',
    en: 'A student number has 2–30 letters, digits and . _ -',
  },
  scientific: {
    zh: '学号被表格软件改成了科学计数，请把那一列设为“文本”后重新填写',
    en: 'The spreadsheet turned this number into scientific form: set the column to "text" and type it again',
  },
  no_name: { zh: '没有姓名', en: 'No name' },
  name_long: { zh: '姓名超过30个字', en: 'The name has more than 30 characters' },
  class_long: { zh: '班级超过60个字', en: 'The class has more than 60 characters' },
  gender: { zh: '性别只能写男、女或留空', en: 'Gender is 男, 女 or empty' },
  email: { zh: '邮箱地址不对', en: 'This is not an e-mail address' },
  twice: { zh: '与第{line}行学号相同', en: 'Same student number as row {line}' },
  name_taken: { zh: '这个学号已经是别人的用户名', en: 'This number is somebody else’s user name' },
  staff: { zh: '这个学号属于老师、助教或管理员', en: 'This number belongs to a member of staff' },
  disabled: { zh: '这个账号已停用', en: 'This account is disabled' },
  full: { zh: '公会没有名额了', en: 'The guild has no place left' },
  too_many_invited: { zh: '等待答复的邀请太多了', en: 'Too many invitations wait for an answer' },
}

/** The sentence of a problem. */
export const problemWords = (problem: Problem): Bilingual => {
  const { zh, en } = sentences[problem.key]
  const line = 'line' in problem ? String(problem.line) : ''
  return { zh: zh.replace('{line}', line), en: en.replace('{line}', line) }
}

const heads: Record<keyof Mapping, RegExp> = {
  student_no: /学号|学籍|学生号|编号|student.?(no|id|number)|^no\.?$/i,
  real_name: /姓名|名字|^name$|real.?name|student.?name/i,
  class_name: /班级|班$|class/i,
  gender: /性别|^sex$|gender/i,
  email: /邮箱|邮件|mail/i,
}

const indexOrNull = (at: number): number | null => (at < 0 ? null : at)

/** What the columns seem to hold, by their heads: a proposal, nothing more. Null where number or name were not recognised. */
export const guessMapping = (columns: readonly string[]): Mapping | null => {
  const find = (field: keyof Mapping) => columns.findIndex((head) => heads[field].test(head))
  const [student_no, real_name] = [find('student_no'), find('real_name')]
  if (student_no < 0 || real_name < 0) return null
  const at = (field: keyof Mapping) => indexOrNull(find(field))
  return { student_no, real_name, class_name: at('class_name'), gender: at('gender'), email: at('email') }
}

/** Whether the first row looks like the heads of columns. */
export const looksLikeHeader = (row: readonly string[]): boolean =>
  guessMapping(row) !== null || row.every((cell) => cell !== '' && !/\d/.test(cell))

/** A column without a head, as spreadsheets call it. */
export const columnLetter = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `${columnLetter(Math.floor(at / 26) - 1)}${columnLetter(at % 26)}`

export type Student = {
  line: number
  student_no: string
  real_name: string
  class_name: string
  gender: number
  email: string
}
/** A person who has that 学号, or that user name. */
export type Known = {
  id: number
  student_no: string | null
  real_name: string
  organization_name: string
  gender: number
  email: string | null
  /** Else the address is their own, typed or confirmed, and no list has a say. */
  email_given: boolean
  is_staff: boolean
  is_disabled: boolean
  /** In the guild the list is for. */
  in_guild: boolean
  /** Somebody whoever imports is in charge of. */
  in_charge: boolean
}

const genders: Readonly<Record<string, number>> = { '': 0, 男: 1, 女: 2, m: 1, f: 2, male: 1, female: 2 }
const numberForm = /^[A-Za-z0-9][A-Za-z0-9._-]{1,29}$/
const lengthOf = (text: string): number => [...text].length

/** A row of the file as a student, with what is wrong with it by itself. */
export const readStudent = (
  cells: readonly string[],
  line: number,
  mapping: Mapping,
): { student: Student; problem: Problem | null } => {
  const at = (index: number | null | undefined) => (index === null || index === undefined ? '' : (cells[index] ?? ''))
  // Wide digits are typed by accident and mean the narrow ones.
  const student_no = at(mapping.student_no).normalize('NFKC').replaceAll(' ', '')
  const gender = genders[at(mapping.gender).toLowerCase()]
  const student = {
    line,
    student_no,
    real_name: at(mapping.real_name),
    class_name: at(mapping.class_name),
    gender: gender ?? 0,
    email: at(mapping.email).normalize('NFKC').trim(),
  }
  return { student, problem: problemOf(student, gender === undefined) }
}

const problemOf = ({ student_no, real_name, class_name, email }: Student, isOddGender: boolean): Problem | null => {
  if (student_no === '') return { key: 'no_number' }
  if (/^\d+(\.\d+)?E\+?\d+$/i.test(student_no)) return { key: 'scientific' }
  if (!numberForm.test(student_no)) return { key: 'number_form' }
  if (real_name === '') return { key: 'no_name' }
  if (lengthOf(real_name) > 30) return { key: 'name_long' }
  if (lengthOf(class_name) > 60) return { key: 'class_long' }
  if (email !== '' && !isEmail(email)) return { key: 'email' }
  return isOddGender ? { key: 'gender' } : null
}

export type Importer = { has_guild: boolean; is_admin: boolean }
export type Judgement = { status: Status; problem: Problem | null; user_id: number | null }

const bad = (key: Exclude<Problem['key'], 'twice'>): Judgement => ({ status: 'bad', problem: { key }, user_id: null })

/** What is to be done about a student, given who has that number or name already. */
export const judge = (student: Student, known: Known | undefined, { has_guild, is_admin }: Importer): Judgement => {
  if (!known) return { status: 'new', problem: null, user_id: null }
  const joins = has_guild && !known.in_guild
  // Whom a teacher is not in charge of she learns nothing about, and they come in when they say so themselves.
  if (!is_admin && !known.in_charge) return { status: joins ? 'invited' : 'same', problem: null, user_id: known.id }
  if (known.student_no !== student.student_no) return bad('name_taken')
  if (known.is_staff) return bad('staff')
  if (known.is_disabled) return bad('disabled')
  const status = joins ? (is_admin ? 'joins' : 'invited') : changesOf(student, known) !== null ? 'changed' : 'same'
  return { status, problem: null, user_id: known.id }
}

/** How those came in whom a list brings into a guild at once: a teacher’s brings only accounts it made. */
export const originOf = ({ is_admin }: Importer): 'school' | 'made_here' => (is_admin ? 'school' : 'made_here')

export type Identity = { real_name: string; organization_name: string; gender: number; email: string | null }

/** What a list says otherwise than the account; empty cells say nothing. Null where it says the same. */
export const changesOf = (student: Student, known: Identity & Pick<Known, 'email_given'>): Partial<Identity> | null => {
  const changes: Partial<Identity> = {}
  if (student.real_name !== known.real_name) changes.real_name = student.real_name
  if (student.class_name !== '' && student.class_name !== known.organization_name)
    changes.organization_name = student.class_name
  if (student.gender !== 0 && student.gender !== known.gender) changes.gender = student.gender
  const isOpen = known.email === null || known.email_given
  if (student.email !== '' && isOpen && student.email !== known.email) changes.email = student.email
  return Object.keys(changes).length > 0 ? changes : null
}

/** Rows that say what an earlier one says already, by the line of the earlier one. */
export const repeated = (students: readonly Student[]): Map<number, number> => {
  const first = new Map<string, number>()
  const again = new Map<number, number>()
  for (const { line, student_no } of students) {
    const key = student_no.toLowerCase()
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, line)
    else again.set(line, earlier)
  }
  return again
}

const dayMs = 24 * 3_600_000

/** Until when an import can be taken back, and its passwords printed. */
export const undoUntil = (applied_at: number): number => applied_at + dayMs
export const slipsUntil = (applied_at: number): number => applied_at + 7 * dayMs
