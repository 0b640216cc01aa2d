import type { Role, Student } from './list-rules.ts'
import type { Problem } from './problem-rules.ts'

export type Status = 'new' | 'joins' | 'invited' | 'changed' | 'same' | 'bad'

/** A person who has that 学号, or that user name. */
export type Known = {
  id: number
  username_key: string
  student_no: string | null
  real_name: string
  organization_name: string
  gender: number
  email: string | null
  /** Else the address is their own, typed or confirmed, and no list has a say. */
  email_given: boolean
  /** No student: teaches, administrates, or does nothing but assist. */
  is_staff: boolean
  may_teach: boolean
  is_disabled: boolean
  /** Somebody whoever imports is in charge of. */
  in_charge: boolean
  /** A teacher’s list made the account, and the school has not named it yet. */
  made_by_teacher: boolean
}

/** Who judges; `has_guild`: the row goes to a guild. */
export type Importer = { is_admin: boolean }
export type Judgement = { status: Status; problem: Problem | null; user_id: number | null }

/** What a row says and what there is: the person with that number, and their part in the row's guild. */
export type Case = { student: Student; known: Known | undefined; part: Role | null; has_guild: boolean }

type Plain = 'staff' | 'disabled' | 'name_taken' | 'not_teacher' | 'is_member'
const bad = (key: Plain): Judgement => ({ status: 'bad', problem: { key }, user_id: null })
const good = (status: Status, known?: Known): Judgement => ({ status, problem: null, user_id: known?.id ?? null })

/** What is to be done about a student, given who has that number or name already. */
export const judge = (row: Case, { is_admin }: Importer): Judgement => {
  const { student, known, part, has_guild } = row
  if (!known) return good('new')
  if (student.role !== 'student') return judgeStaff(row, known)
  const joins = has_guild && part === null
  // Whom a teacher is not in charge of she learns nothing about, and they come in when they say so themselves.
  if (!is_admin && !known.in_charge) return good(joins ? 'invited' : 'same', known)
  if (known.student_no?.toLowerCase() !== student.student_no.toLowerCase()) return bad('name_taken')
  // Who assists here is no student of this guild, whatever they are elsewhere.
  if (known.is_staff || (part !== null && part !== 'student')) return bad('staff')
  if (known.is_disabled) return bad('disabled')
  if (isAnotherName(student, known)) return askName(known)
  if (joins) return good(is_admin ? 'joins' : 'invited', known)
  // The school’s list makes an account its own, also where it says the same of it.
  const isTaken = is_admin && known.made_by_teacher
  return good(isTaken || changesOf(student, known) !== null ? 'changed' : 'same', known)
}

/** An administrator's list puts people among the staff of a guild; what they are in the school it does not change. */
const judgeStaff = ({ student, part, has_guild }: Case, known: Known): Judgement => {
  if (known.is_disabled) return bad('disabled')
  if (student.role === 'teacher' && !known.may_teach) return bad('not_teacher')
  if (part === 'student') return bad('is_member')
  if (!has_guild || part !== null) return good('same', known)
  return isAnotherName(student, known) ? askName(known) : good('joins', known)
}

// Numbers are given anew: an account and all that is in it would go to somebody else. Asked where the list has another
// name than the account, until somebody has said of this very name that it is the same person's.
const isAnotherName = ({ real_name, same_as }: Student, known: Known): boolean =>
  known.real_name !== '' && known.real_name !== real_name && known.real_name !== same_as
const askName = ({ id, real_name }: Known): Judgement => ({
  status: 'bad',
  problem: { key: 'other_name', other: real_name },
  user_id: id,
})

/** How those came in whom a list brings into a guild at once: a teacher’s brings only accounts it made. */
export const originOf = ({ is_admin }: Importer): 'school' | 'made_here' => (is_admin ? 'school' : 'made_here')

/** The memberships a list may take back; any other came about by an act that is not its own. */
export const originsOf = ({ is_admin }: Importer): readonly ('school' | 'made_here')[] =>
  // Who has become an administrator since takes back what her lists made before.
  is_admin ? ['school', 'made_here'] : ['made_here']

export type Identity = { real_name: string; organization_name: string; gender: number; email: string | null }

type Said = Pick<Student, 'real_name' | 'class_name' | 'gender' | 'email'>

/** What a list says otherwise than the account; empty cells say nothing. Null where it says the same. */
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

/** Until when an import can be taken back, and its passwords printed. */
export const undoUntil = (applied_at: number): number => applied_at + dayMs
export const slipsUntil = (applied_at: number): number => applied_at + 7 * dayMs
