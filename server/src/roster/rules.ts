import { plainName } from '@tongchuang/contract/rules/names.ts'
import type { Role, Student } from './list-rules.ts'
import type { Problem } from './problem-rules.ts'

export type Status = 'new' | 'joins' | 'invited' | 'changed' | 'same' | 'bad'

/** The account whose 学号 or user name is the number of a row. */
export type Known = {
  id: number
  username_key: string
  student_no: string | null
  real_name: string
  organization_name: string
  gender: number
  email: string | null
  /** A list wrote the address; otherwise its owner typed or confirmed it, and no list changes it. */
  email_given: boolean
  /** Not a student: teaches, administrates, or only assists. */
  is_staff: boolean
  may_teach: boolean
  is_disabled: boolean
  /** The importer is in charge of this person. */
  in_charge: boolean
  /** A teacher’s list made the account, and the school has not named it yet. */
  made_by_teacher: boolean
}

/** The user with whose permissions rows are judged. */
export type Importer = { is_admin: boolean }
export type Judgement = { status: Status; problem: Problem | null; user_id: number | null }

/**
 * A row with what already exists: the person with that number, and their role in the row's guild, null for none.
 * `has_guild`: the row goes to a guild.
 */
export type Case = { student: Student; known: Known | undefined; part: Role | null; has_guild: boolean }

type Plain = 'staff' | 'disabled' | 'name_taken' | 'not_teacher' | 'is_member'
const bad = (key: Plain): Judgement => ({ status: 'bad', problem: { key }, user_id: null })
const good = (status: Status, known?: Known): Judgement => ({ status, problem: null, user_id: known?.id ?? null })

/** Decides what to do about a student, given who already has that number or name. */
export const judge = (row: Case, { is_admin }: Importer): Judgement => {
  const { student, known, part, has_guild } = row
  if (!known) return good('new')
  if (student.role !== 'student') return judgeStaff(row, known)
  const joins = has_guild && part === null
  // A teacher learns nothing about people she is not in charge of; they join only by accepting an invitation.
  if (!is_admin && !known.in_charge) return good(joins ? 'invited' : 'same', known)
  if (known.student_no?.toLowerCase() !== student.student_no.toLowerCase()) return bad('name_taken')
  // An assistant of this guild cannot be its student, whatever their role elsewhere.
  if (known.is_staff || (part !== null && part !== 'student')) return bad('staff')
  if (known.is_disabled) return bad('disabled')
  if (isAnotherName(student, known)) return askName(known)
  if (joins) return good(is_admin ? 'joins' : 'invited', known)
  // The school’s list takes over such an account, even where nothing in it changes.
  const isTaken = is_admin && known.made_by_teacher
  return good(isTaken || changesOf(student, known) !== null ? 'changed' : 'same', known)
}

/** An administrator's list adds people to the staff of a guild; it does not change their role in the school. */
const judgeStaff = ({ student, part, has_guild }: Case, known: Known): Judgement => {
  if (known.is_disabled) return bad('disabled')
  if (student.role === 'teacher' && !known.may_teach) return bad('not_teacher')
  if (part === 'student') return bad('is_member')
  if (!has_guild || part !== null) return good('same', known)
  return isAnotherName(student, known) ? askName(known) : good('joins', known)
}

// Numbers are reused: an account and everything in it would go to another person. Where the list has another name than
// the account, the importer is asked until that name is confirmed to be the same person's.
const isAnotherName = ({ real_name, same_as }: Student, known: Known): boolean =>
  known.real_name !== '' && plainName(known.real_name) !== plainName(real_name) && known.real_name !== same_as
const askName = ({ id, real_name }: Known): Judgement => ({
  status: 'bad',
  problem: { key: 'other_name', other: real_name },
  user_id: id,
})

/** The origin of members that a list adds to a guild at once; a teacher’s list adds only accounts it created. */
export const originOf = ({ is_admin }: Importer): 'school' | 'made_here' => (is_admin ? 'school' : 'made_here')

/** The origins of memberships that a list may undo; memberships with any other origin came from another act. */
export const originsOf = ({ is_admin }: Importer): readonly ('school' | 'made_here')[] =>
  // A teacher who has since become an administrator can undo her earlier lists.
  is_admin ? ['school', 'made_here'] : ['made_here']

export type Identity = { real_name: string; organization_name: string; gender: number; email: string | null }

type Said = Pick<Student, 'real_name' | 'class_name' | 'gender' | 'email'>

/** The fields in which a list differs from the account; empty cells are ignored. Null where there is no difference. */
export const changesOf = (student: Said, known: Identity & Pick<Known, 'email_given'>): Partial<Identity> | null => {
  const changes: Partial<Identity> = {}
  if (student.real_name !== known.real_name) changes.real_name = student.real_name
  if (student.class_name !== '' && student.class_name !== known.organization_name)
    changes.organization_name = student.class_name
  if (student.gender !== 0 && student.gender !== known.gender) changes.gender = student.gender
  const isOpen = known.email === null || known.email_given
  if (student.email !== '' && isOpen && student.email !== known.email) changes.email = student.email
  return Object.keys(changes).length > 0 ? changes : null
}

const dayMs = 24 * 3_600_000

/**
 * The end of the period for undoing an import (24 hours), and with `slipsUntil` for printing its passwords (7 days).
 */
export const undoUntil = (applied_at: number): number => applied_at + dayMs
export const slipsUntil = (applied_at: number): number => applied_at + 7 * dayMs

/**
 * Whether those of a class whom a list leaves out may have left it: the list names at least half of the class, and is
 * not of a few newcomers.
 */
export const isListOfClass = ({ students, named }: { students: number; named: number }): boolean =>
  named < students && named * 2 >= students
