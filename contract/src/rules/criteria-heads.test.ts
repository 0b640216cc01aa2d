import { expect, test } from 'vitest'
import { criteriaWeight, isCriteriaHead, isCriteriaTotal, joinedWords } from './criteria-heads.ts'

test('heads, sums and weights of a table of criteria are told from criteria', () => {
  expect(['评分标准', '分值', '优秀', '良', 'Weight', '真实具体'].map(isCriteriaHead)).toEqual([
    ...[true, true, true, true, true, false],
  ])
  expect(['合计', '总分', '总结能力'].map(isCriteriaTotal)).toEqual([true, true, false])
  expect(['20', '20%', '20 分', '20-30', ''].map(criteriaWeight)).toEqual([20, 20, 20, null, null])
  expect(joinedWords(['真实', '', '具体'])).toBe('真实；具体')
})
