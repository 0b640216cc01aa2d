import { expect, test } from 'vitest'
import { keptLevelWords, wordedLevels } from './level-words.ts'

test('the descriptions of levels keep their places, and are dropped if all of them are empty', () => {
  expect(keptLevelWords(undefined)).toEqual([])
  expect(keptLevelWords(['', '', ''])).toEqual([])
  expect(keptLevelWords(['', '只有结果', '', '', '步骤和单位都有'])).toEqual(['', '只有结果', '', '', '步骤和单位都有'])
})

test('the described levels are listed best first, those without a description are left out', () => {
  expect(wordedLevels(['', '只有结果', '', '', '步骤和单位都有'])).toEqual([
    { level: 5, text: '步骤和单位都有' },
    { level: 2, text: '只有结果' },
  ])
  expect(wordedLevels([])).toEqual([])
})
