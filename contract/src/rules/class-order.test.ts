import { expect, test } from 'vitest'
import { byClassName } from './class-order.ts'

test('classes are in the order of a school, in digits and in numerals', () => {
  const classes = ['七年级1班', '七年级2班', '七年级10班', '八年级1班', '九年级1班']
  expect(classes.toReversed().toSorted(byClassName)).toEqual(classes)
  const numerals = ['高一（2）班', '高一（11）班', '高二（1）班', '高三（1）班']
  expect(numerals.toReversed().toSorted(byClassName)).toEqual(numerals)
  const spelled = ['三年级二班', '三年级十班', '三年级十二班', '三年级二十一班', '四年级一班']
  expect(spelled.toReversed().toSorted(byClassName)).toEqual(spelled)
})
