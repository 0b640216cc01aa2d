import { describe, expect, test } from 'vitest'
import { emailKey, mobileKey, usernameKey } from './keys.ts'
import {
  actingRole,
  deviceName,
  maskEmail,
  maskMobile,
  mayBeUsername,
  readStudentNumber,
  roleList,
  roleName,
} from './rules.ts'

describe('user names', () => {
  test.each(['小明', 'li.wei', 'A_1-b', '王wang', 'ｗａｎｇ１a', 'x'.repeat(30)])('%s may be chosen', (name) =>
    expect(mayBeUsername(name)).toBe(true),
  )

  test.each([
    ['too short', 'a'],
    ['too long', 'x'.repeat(31)],
    ['digits alone', '20260001'],
    ['wide digits alone', '２０２６'],
    ['nothing to say', '._-'],
    ['a space', 'li wei'],
    ['an at sign', 'a@b.cn'],
    ['Cyrillic that looks Latin', 'аdmin'],
    ['a joiner of no width', 'ad\u200dmin'],
    ['a change of direction', '\u202eadmin'],
    ['an accent', 'josé'],
    ['a picture', '小明😀'],
  ])('%s may not', (_why, name) => expect(mayBeUsername(name)).toBe(false))

  test('an import may give digits alone', () => expect(mayBeUsername('20260001', { imported: true })).toBe(true))
  test('case and width make no second name', () => expect(usernameKey('Ｌｉ.Wei')).toBe(usernameKey('li.wei')))
})

describe('addresses and numbers', () => {
  test.each([
    [' Li@School.CN ', 'li@school.cn'],
    ['a+b@x.org', 'a+b@x.org'],
    ['a@b', null],
    ['a b@x.org', null],
    ['a@x.org\r\nBcc: b@x.org', null],
    ['a@x.org,b@x.org', null],
    ['<a@x.org>', null],
  ])('%j is compared as %j', (typed, key) => expect(emailKey(typed)).toBe(key))

  test.each([
    ['+86 138-0013-8000', '13800138000'],
    ['13800138000', '13800138000'],
    ['+1 (415) 555 0100', '+14155550100'],
    ['12', null],
    ['wang', null],
  ])('%j is stored as %j', (typed, key) => expect(mobileKey(typed)).toBe(key))

  test('numbers and addresses are shown masked', () => {
    expect([maskMobile('13800138000'), maskMobile('12345'), maskMobile(null)]).toEqual(['138****8000', '****45', ''])
    expect([maskEmail('wang@school.cn'), maskEmail(null)]).toEqual(['w***@school.cn', ''])
  })
})

describe('roles', () => {
  test('学生 is the role of whoever has it, else the highest', () => {
    expect([roleName(['admin', 'student']), roleName(['assistant', 'teacher']), roleName([])]).toEqual([
      '学生',
      '教师',
      '',
    ])
  })
  test('every role but 学生 leads to the admin site', () => {
    expect(roleList(['teacher', 'student'])).toEqual([
      { key: 'student', name: '学生', target: 'student' },
      { key: 'teacher', name: '教师', target: 'admin' },
    ])
  })
  test('on the admin site people act only in a role of staff they were granted', () => {
    expect(actingRole(['student', 'assistant', 'teacher'], undefined)).toBe('teacher')
    expect(actingRole(['student', 'assistant', 'teacher'], 'assistant')).toBe('assistant')
    expect(actingRole(['teacher'], 'admin')).toBeNull()
    expect(actingRole(['student'], 'student')).toBeNull()
    expect(actingRole(['student'], undefined)).toBeNull()
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Mobile/15E148 MicroMessenger/8.0',
    '微信 · iPhone',
  ],
  ['curl/8', ''],
])('a browser is called short', (agent, name) => expect(deviceName(agent)).toBe(name))

test('a student number is read without its accidents of typing, and has letters, digits and . _ - alone', () => {
  expect(readStudentNumber(' ２０２１ ００２')).toEqual({ student_no: '2021002', isOne: true })
  expect(readStudentNumber('Ｂ-2021').student_no).toBe('B-2021')
  for (const none of ['', '1', '=2021', '学号一', 'a'.repeat(31)]) expect(readStudentNumber(none).isOne).toBe(false)
})
