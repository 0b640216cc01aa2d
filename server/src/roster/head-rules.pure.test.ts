import { expect, test } from 'vitest'
import { areClasses, columnLetter, columnsOf, findHead, guessMapping, mappingIn, schoolColumns } from './head-rules.ts'

const mapping = { student_no: 0, real_name: 1, class_name: 2, gender: 3, email: 4, guild: null, role: 6 }

test('columns are recognised by their heads; a class is not taken for a guild', () => {
  expect(guessMapping(['姓名', '学号', '所在公会班级', '班级'], true)).toEqual({
    student_no: 1,
    real_name: 0,
    class_name: 3,
    gender: null,
    email: null,
    guild: 2,
    role: null,
  })
  expect(guessMapping(['Student no.', 'Name'], false)).not.toHaveProperty('guild')
  expect(guessMapping(['姓名', '班级'], false)).toBeNull()
})

test('columns only an administrator’s list may have are recognised: guild and role, not the class', () => {
  const columns = ['学号', '姓名', '班级', '性别', '所在公会', '角色', 'Guild']
  expect(schoolColumns(columns)).toEqual(['所在公会', '角色', 'Guild'])
})

test('the row of heads is found below any titles; a sheet that begins with people has none', () => {
  const rows = (...cells: string[][]) => cells.map((one, at) => ({ line: at + 1, cells: one }))
  expect(findHead(rows(['三年级花名册', ''], ['学号', '姓名'], ['01', '林雨桐']))).toBe(2)
  expect(findHead(rows(['号', '人'], ['01', '林雨桐']))).toBe(1)
  expect(findHead(rows(['20260101', '林雨桐']))).toBe(0)
})

test('columns without a head are called as spreadsheets call them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  expect(columnsOf(['学号', ''], 3)).toEqual(['学号', 'B', 'C'])
})

test('another sheet of the workbook is read by its own heads', () => {
  const own = ['姓名', '学号']
  expect(mappingIn(mapping, ['学号', '姓名', '班级'], own)).toMatchObject({
    student_no: 1,
    real_name: 0,
    class_name: null,
    guild: null,
  })
})

test('in an export of the national register everybody is known by the number of the school, and a card is no role', () => {
  const register = [
    '年级',
    '班级编号',
    '班级名称',
    '家长姓名',
    '姓 名',
    '性别',
    '身份证件类型',
    '全国学籍号',
    '班内学号',
    '学号',
  ]
  expect(guessMapping(register, true)).toEqual({
    ...{ student_no: 9, real_name: 4, class_name: 2, grade: 0, gender: 5 },
    ...{ email: null, guild: null, role: null },
  })
  expect(schoolColumns(register)).toEqual([])
  // A school without numbers of its own has those of the register.
  expect(guessMapping(['班内学号', '学籍号', '姓名'], false)).toMatchObject({ student_no: 1 })
})

test('what another sheet does not name is not read from whatever stands in its place', () => {
  const own = ['学籍号', '姓名', '家长姓名', '备注']
  expect(mappingIn(mapping, ['学号', '姓名', '班级', '性别', '邮箱'], own)).toMatchObject({
    ...{ student_no: 0, real_name: 1, class_name: null, gender: null, email: null },
  })
  // A sheet without heads is read by position.
  expect(mappingIn(mapping, ['学号', '姓名', '班级', '性别'], [])).toEqual(mapping)
})

test('sheets named after classes are told from others', () => {
  expect(areClasses(['七1班', '七2班', '说明'])).toBe(true)
  expect(areClasses(['Sheet1', 'Sheet2'])).toBe(false)
  expect(areClasses(['七1班'])).toBe(false)
})
