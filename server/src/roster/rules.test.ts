import { expect, test } from 'vitest'
import type { Student } from './list-rules.ts'
import { changesOf, isListOfClass, judge, originOf, originsOf, type Case, type Known } from './rules.ts'

const student: Student = {
  line: 2,
  place: 2,
  student_no: '20260101',
  real_name: '林雨桐',
  class_name: '三年级二班',
  gender: 2,
  email: '',
  role: 'student',
  guild: '',
  sure: false,
  same_as: null,
}
const known: Known = {
  id: 7,
  username_key: '20260101',
  student_no: '20260101',
  real_name: '林雨桐',
  organization_name: '三年级二班',
  gender: 2,
  email: null,
  email_given: false,
  is_staff: false,
  may_teach: false,
  is_disabled: false,
  in_charge: true,
  made_by_teacher: false,
}
const row = (given: Partial<Case> = {}): Case => ({ student, known, part: null, has_guild: true, ...given })
const outcome = (given: Case, is_admin: boolean) => {
  const { status, problem } = judge(given, { is_admin })
  return problem?.key ?? status
}

test.each<[who: string, row: Case, toTeacher: string, toAdmin: string]>([
  [
    'whose account has a space in the name, from a list of long ago',
    row({ part: 'student', known: { ...known, real_name: '林 雨桐' } }),
    'changed',
    'changed',
  ],
  ['whom nobody knows', row({ known: undefined }), 'new', 'new'],
  ['who is not in the guild', row(), 'invited', 'joins'],
  ['who is in it', row({ part: 'student' }), 'same', 'same'],
  [
    'of whom the list says otherwise',
    row({ part: 'student', student: { ...student, gender: 1 } }),
    'changed',
    'changed',
  ],
  [
    'whose account a teacher’s list made',
    row({ part: 'student', known: { ...known, made_by_teacher: true } }),
    'same',
    'changed',
  ],
  ['who has the number as a user name', row({ known: { ...known, student_no: null } }), 'name_taken', 'name_taken'],
  ['who is of the staff', row({ known: { ...known, is_staff: true } }), 'staff', 'staff'],
  ['who assists in the guild', row({ part: 'assistant' }), 'staff', 'staff'],
  ['whose account is disabled', row({ known: { ...known, is_disabled: true } }), 'disabled', 'disabled'],
])('a student of a list %s', (_who, given, toTeacher, toAdmin) => {
  expect(outcome(given, false)).toBe(toTeacher)
  expect(outcome(given, true)).toBe(toAdmin)
})

test('a teacher learns nothing about an account she is not in charge of, whatever there is to know', () => {
  for (const hidden of [{ is_staff: true }, { is_disabled: true }, { student_no: null }, { real_name: '别人' }])
    expect(outcome(row({ known: { ...known, in_charge: false, ...hidden } }), false)).toBe('invited')
  expect(outcome(row({ known: { ...known, in_charge: false, is_staff: true }, part: 'student' }), false)).toBe('same')
})

test('staff who may know the account are asked whether a number with another name is the same person, until they confirm that name', () => {
  const otherwise = { ...known, real_name: '老学生' }
  expect(judge(row({ known: otherwise }), { is_admin: true })).toEqual({
    status: 'bad',
    problem: { key: 'other_name', other: '老学生' },
    user_id: 7,
  })
  expect(outcome(row({ known: otherwise }), false)).toBe('other_name')
  expect(outcome(row({ known: { ...otherwise, in_charge: false } }), false)).toBe('invited')
  expect(outcome(row({ known: { ...known, real_name: '' } }), true)).toBe('joins')
  const said = (same_as: string) => row({ known: otherwise, student: { ...student, same_as } })
  expect([outcome(said('老学生'), true), outcome(said('老学生'), false)]).toEqual(['joins', 'invited'])
  expect(outcome(said('另一个'), true)).toBe('other_name')
  const asTeacher = { student: { ...student, role: 'teacher' as const }, known: { ...otherwise, may_teach: true } }
  expect(outcome(row(asTeacher), true)).toBe('other_name')
  expect(outcome(row({ ...asTeacher, part: 'teacher' }), true)).toBe('same')
})

test('a list of staff puts teachers into guilds, and makes nobody a teacher', () => {
  const asTeacher = { student: { ...student, role: 'teacher' as const } }
  expect(outcome(row(asTeacher), true)).toBe('not_teacher')
  expect(outcome(row({ ...asTeacher, known: { ...known, may_teach: true } }), true)).toBe('joins')
  expect(outcome(row({ ...asTeacher, known: { ...known, may_teach: true }, part: 'student' }), true)).toBe('is_member')
})

test('an empty cell changes nothing, and an address somebody confirmed is theirs', () => {
  const said = { real_name: '林雨桐', class_name: '', gender: 0, email: '' }
  expect(changesOf(said, known)).toBeNull()
  expect(changesOf({ ...said, email: 'a@b.cn' }, known)).toEqual({ email: 'a@b.cn' })
  expect(changesOf({ ...said, email: 'a@b.cn' }, { ...known, email: 'own@b.cn' })).toBeNull()
  expect(changesOf({ ...said, email: 'a@b.cn' }, { ...known, email: 'old@b.cn', email_given: true })).toEqual({
    email: 'a@b.cn',
  })
})

test('a student in an administrator’s list came by the school, one in a teacher’s with the account her list made', () => {
  expect([originOf({ is_admin: true }), originOf({ is_admin: false })]).toEqual(['school', 'made_here'])
})

test('a list takes back the memberships it makes, and those it made before its author became an administrator', () => {
  for (const is_admin of [true, false]) expect(originsOf({ is_admin })).toContain(originOf({ is_admin }))
  expect(originsOf({ is_admin: true })).toContain('made_here')
  expect(originsOf({ is_admin: false })).not.toContain('school')
})

test('a list that has at least half of a class tells who is missing from it, and one of newcomers does not', () => {
  expect(isListOfClass({ students: 48, named: 46 })).toBe(true)
  expect(isListOfClass({ students: 4, named: 2 })).toBe(true)
  expect(isListOfClass({ students: 48, named: 3 })).toBe(false)
  expect(isListOfClass({ students: 48, named: 48 })).toBe(false)
})
