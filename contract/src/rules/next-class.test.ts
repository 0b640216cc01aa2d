import { expect, test } from 'vitest'
import { canRename, nextClass } from './next-class.ts'

test.each([
  ['七年级1班', '八年级1班'],
  ['七年级（3）班', '八年级（3）班'],
  ['八（2）班', '九（2）班'],
  ['七2班', '八2班'],
  ['高一（12）班', '高二（12）班'],
  ['初二3班', '初三3班'],
  ['高1（3）班', '高2（3）班'],
  ['小五1班', '小六1班'],
  ['六年级', '七年级'],
  ['7年级1班', '8年级1班'],
  ['8(2)班', '9(2)班'],
  ['701班', '801班'],
  ['Grade 9 A', 'Grade 10 A'],
  ['G7-2', 'G8-2'],
])('a year later %s is called %s', (name, later) => {
  expect(nextClass(name)).toEqual({ to: later })
})

test.each(['九年级1班', '高三（1）班', '初三2班', '小六1班', '9年级2班', '901班', 'Grade 12'])(
  '%s is the last grade',
  (name) => {
    expect(nextClass(name)).toBe('last')
  },
)

test.each(['', '信息学社', '2026届1班', '一起读书班', '3D打印', '班'])('%s tells no grade', (name) => {
  expect(nextClass(name)).toBeNull()
})

test('classes move up a chain at once, and never in a circle or to themselves', () => {
  expect(
    canRename([
      { from: '七', to: '八' },
      { from: '八', to: '九' },
    ]),
  ).toBe(true)
  expect(
    canRename([
      { from: '七', to: '八' },
      { from: '八', to: '七' },
    ]),
  ).toBe(false)
  expect(canRename([{ from: '七', to: '七' }])).toBe(false)
  expect(
    canRename([
      { from: '七', to: '八' },
      { from: '七', to: '九' },
    ]),
  ).toBe(false)
})
