import { expect, test } from 'vitest'
import { keptLevelWords, wordedLevels } from './level-words.ts'

test('sentences of levels are kept in their place, and not at all where all are empty', () => {
  expect(keptLevelWords(undefined)).toEqual([])
  expect(keptLevelWords(['', '', ''])).toEqual([])
  expect(keptLevelWords(['', '只有结果', '', '', '步骤和单位都有'])).toEqual(['', '只有结果', '', '', '步骤和单位都有'])
})

test('the best level is read first, one without a sentence not at all', () => {
  expect(wordedLevels(['', '只有结果', '', '', '步骤和单位都有'])).toEqual([
    { level: 5, text: '步骤和单位都有' },
    { level: 2, text: '只有结果' },
  ])
  expect(wordedLevels([])).toEqual([])
})
