import { expect, test } from 'vitest'
import { mayBeWebsite, propertiesOf, type Facts } from './rules.ts'

const none: Facts = {
  results: 0,
  mean_percent: 0,
  sealed: 0,
  on_time: 0,
  active_days: 0,
  thanked: 0,
  accepted: 0,
  passed: 0,
}
const valuesOf = (facts: Partial<Facts>) => propertiesOf({ ...none, ...facts }).map(({ value }) => value)

test('a new student has no values yet', () => expect(valuesOf({})).toEqual([null, null, null, null, null]))
test('two data points are not enough, three are', () => {
  expect(
    valuesOf({
      results: 2,
      mean_percent: 90,
      sealed: 2,
      on_time: 2,
      active_days: 2,
      thanked: 2,
      accepted: 2,
      passed: 2,
    }),
  ).toEqual([null, null, null, null, null])
  expect(
    valuesOf({
      results: 3,
      mean_percent: 89.6,
      sealed: 3,
      on_time: 2,
      active_days: 3,
      thanked: 3,
      accepted: 3,
      passed: 1,
    }),
  ).toEqual([90, 67, 11, 10, 33])
})
test('the values for thanks and active days are full at 30 and at 28', () =>
  expect(valuesOf({ active_days: 28, thanked: 400 })).toEqual([null, null, 100, 100, null]))
test('each value says what it rests on', () => {
  expect(propertiesOf({ ...none, sealed: 7, on_time: 7 })[1]).toEqual({ key: 'punctuality', value: 100, points: 7 })
})

test.each(['', 'https://wang.cn/我', 'HTTP://a.b'])('%j may be a website', (address) =>
  expect(mayBeWebsite(address)).toBe(true),
)
test.each([
  'javascript:alert(1)',
  'wang.cn',
  'ftp://a.b',
  'https://me:secret@a.b',
  'https://@a.b',
  'https://a.b\\@c.d',
  'https:a.b',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//a.b',
])('%j may not', (address) => {
  expect(mayBeWebsite(address)).toBe(false)
})
