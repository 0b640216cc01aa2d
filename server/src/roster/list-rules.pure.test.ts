import { expect, test } from 'vitest'
import * as list from './list-rules.ts'

const mapping = { student_no: 0, real_name: 1, class_name: 2, gender: 3, email: 4, guild: 5, role: 6, grade: 7 }
const read = (cells: readonly string[], fixes: list.Fixes = {}, line = 2) =>
  list.readStudent({ line, place: line, cells, fixes }, mapping)
const problemOf = (...cells: string[]) => read(cells).problem?.key ?? 'fine'

test('full-width digits and spaces in a number are normalised, and what staff put right replaces the cell', () => {
  expect(read(['２０２６ ０１', '林雨桐', '', '女']).student).toMatchObject({
    student_no: '202601',
    gender: 2,
    role: 'student',
  })
  expect(read(['202601', '林雨'], { real_name: '林雨桐', guild: null, sure: true }).student).toMatchObject({
    real_name: '林雨桐',
    guild: '',
    sure: true,
  })
})

test('a space that aligns a name of two characters is no part of it; other names keep theirs', () => {
  const nameOf = (name: string) => read(['202601', name]).student.real_name
  expect(nameOf('张　三')).toBe('张三')
  expect(nameOf('阿依古丽 · 买买提')).toBe('阿依古丽·买买提')
  for (const dot of ['•', '‧', '・', '．', '.', ' • ']) expect(nameOf(`阿依古丽${dot}买买提`)).toBe('阿依古丽·买买提')
  expect(nameOf('Mary Jane')).toBe('Mary Jane')
  expect(nameOf('J.R. 李')).toBe('J.R. 李')
})

test('a class that only counts within its year is named with the year', () => {
  const classOf = (class_name: string, grade: string) =>
    read(['202601', '林雨桐', class_name, '', '', '', '', grade]).student.class_name
  expect(classOf('1班', '七年级')).toBe('七年级1班')
  expect(classOf('（12）班', '2026级')).toBe('2026级（12）班')
  expect(classOf('七年级1班', '七年级')).toBe('七年级1班')
  expect(classOf('软件2601班', '2026级')).toBe('软件2601班')
  expect(classOf('1班', '')).toBe('1班')
  expect(classOf('', '七年级')).toBe('')
})

test('a number that a program has written as a decimal is the number', () => {
  expect(read(['20260101.0', '林雨桐']).student.student_no).toBe('20260101')
  expect(read(['a.0', '林雨桐']).student.student_no).toBe('a.0')
})

test('staff who confirm a row confirm one name of the account, or whatever else was asked about it', () => {
  expect(list.keptAs({ key: 'other_name', other: '老学生' })).toEqual({ same_as: '老学生' })
  expect(list.keptAs({ key: 'odd_class', other: '三班' })).toEqual({ sure: true })
  expect(read(['0260012', '新同学'], list.keptAs({ key: 'other_name', other: '老学生' })).student.same_as).toBe(
    '老学生',
  )
})

test.each<[what: string, cells: string[], problem: string]>([
  ['nothing wrong', ['202601', '林雨桐', '三班', '男', 'a@b.cn', '科学社', '助教'], 'fine'],
  ['no number', ['', '林雨桐'], 'no_number'],
  ['a number in scientific form', ['2.02601E+11', '林雨桐'], 'scientific'],
  ['a number with a slash', ['2026/01', '林雨桐'], 'number_form'],
  ['no name', ['202601', ''], 'no_name'],
  ['a name that is too long', ['202601', '林'.repeat(31)], 'name_long'],
  ['a gender in other words', ['202601', '林雨桐', '', '女生'], 'fine'],
  ['an odd gender', ['202601', '林雨桐', '', '未知'], 'gender'],
  ['an odd address', ['202601', '林雨桐', '', '', 'nobody'], 'email'],
  ['an odd role', ['202601', '林雨桐', '', '', '', '', '校长'], 'role_unknown'],
])('a row with %s', (_what, cells, problem) => {
  expect(problemOf(...cells)).toBe(problem)
})

/** The questions about each row that arise from the other rows. */
const asked = (...rows: string[][]) => {
  const all = list.newSurvey()
  const students = rows.map((cells, at) => read(cells, {}, at + 2).student)
  for (const student of students) list.survey(all, student)
  const usual = list.usualIn(all, true)
  return students.map((student) => list.questionOf(all, usual, student))
}
const five = ['01', '02', '03', '04', '05'].map((no) => [`0260${no}`, `学生${no}`, '三班'])

test('a row that is shorter, longer or of another class than nearly all others is asked about', () => {
  const keys = (...last: string[][]) => asked(...five, ...last).map((problem) => problem?.key ?? 'fine')
  expect(keys()).toEqual(['fine', 'fine', 'fine', 'fine', 'fine'])
  expect(keys(['26006', '学生06', '三班']).at(-1)).toBe('lost_zero')
  expect(keys(['0260060', '学生06', '三班']).at(-1)).toBe('odd_length')
  expect(keys(['026006', '学生06', '四班']).at(-1)).toBe('odd_class')
  expect(asked(...five.slice(2), ['06', '学生06', '四班']).every((problem) => problem === null)).toBe(true)
})

test('the second row of a number is told of the first: the same person twice, or two names', () => {
  const problems = asked(...five, ['026001', '学生01', '三班'], ['026002', '别人', '三班'])
  expect(problems.slice(5)).toEqual([
    { key: 'twice', line: 2, place: 2 },
    { key: 'two_names', line: 3, place: 3, other: '学生02' },
  ])
})

test('one student in two guilds of a list is no repetition', () => {
  const rows = [
    ['026001', '林雨桐', '', '', '', '科学社'],
    ['026001', '林雨桐', '', '', '', '合唱团'],
  ]
  expect(asked(...rows)).toEqual([null, null])
})

test('a number that is a student here and a teacher there is asked about, whichever comes first; an assistant is a student too', () => {
  const row = (role: string, guild: string) => ['026001', '林雨桐', '', '', '', guild, role]
  const asks = (...roles: string[]) => asked(...roles.map((role, at) => row(role, `公会${at}`))).map((one) => one?.key)
  expect(asks('学生', '教师')).toEqual([undefined, 'two_roles'])
  expect(asks('教师', '助教', '学生')).toEqual([undefined, undefined, 'two_roles'])
  expect(asks('助教', '学生')).toEqual([undefined, undefined])
  expect(asks('教师', '助教')).toEqual([undefined, undefined])
  expect(asked(row('学生', '甲'), row('教师', '乙'))[1]).toEqual({
    key: 'two_roles',
    line: 2,
    place: 2,
    other: 'student',
  })
})

test('an account has the roles of all its rows, and its name comes from a student’s row before others', () => {
  const assistant: { role: list.Role; at: number } = { role: 'assistant', at: 1 }
  const student: typeof assistant = { role: 'student', at: 2 }
  expect(list.accountOf([assistant, student])).toEqual({ roles: ['assistant', 'student'], said: student })
  expect(list.accountOf([assistant])).toEqual({ roles: ['assistant'], said: assistant })
})
