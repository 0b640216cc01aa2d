import { expect, test } from 'vitest'
import { headsOf } from './heads.ts'

test('columns whose titles begin alike are told apart by their ends', () => {
  const long = '第一单元：从身边的数据说起，课堂练习'
  expect(headsOf([`${long}（一）`, `${long}（二）`, '观鸟', `记录${long}`])).toEqual([
    '第一单元：…说起，课堂练习（一）',
    '第一单元：…说起，课堂练习（二）',
    '观鸟',
    `记录${long}`,
  ])
})
