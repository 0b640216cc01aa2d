import { expect, test } from 'vitest'
import { criteriaIn } from './pasted-criteria.ts'

test('a teacher’s table of criteria from Word is one criterion a row, with its weight and what it asks', () => {
  const table =
    '序号\t评分项目\t要求\t分值\r\n1\t内容\t真实具体\t20分\r\n2\t结构\t条理清楚\t15分\r\n3\t语言\t\t15分\r\n合计\t\t\t50分\r\n'
  expect(criteriaIn(table)).toEqual({
    cut: 0,
    criteria: [
      { label: '内容', description: '真实具体', weight: 40, level_words: [] },
      { label: '结构', description: '条理清楚', weight: 30, level_words: [] },
      { label: '语言', description: '', weight: 30, level_words: [] },
    ],
  })
})

test('five columns of words are the levels, the best first; a table without weights has even ones', () => {
  const table = '标准\t优秀\t良好\t中等\t及格\t不及格\n内容\t甲\t乙\t丙\t丁\t戊\n语言\t一\t二\t三\t四\t"五\n五"'
  expect(criteriaIn(table)?.criteria).toEqual([
    { label: '内容', description: '', weight: 50, level_words: ['戊', '丁', '丙', '乙', '甲'] },
    { label: '语言', description: '', weight: 50, level_words: ['五 五', '四', '三', '二', '一'] },
  ])
})

test('weights that do not divide evenly still make 100, and words longer than a field are counted', () => {
  const found = criteriaIn(`甲\t1\n乙\t1\n${'丙'.repeat(41)}\t1`)
  expect(found?.criteria.map(({ weight }) => weight)).toEqual([34, 33, 33])
  expect(found?.cut).toBe(1)
})

test('a sentence, or a list of lines without columns, is no table', () => {
  expect(criteriaIn('内容真实')).toBeNull()
  expect(criteriaIn('内容\n结构')).toBeNull()
  expect(criteriaIn('')).toBeNull()
})
