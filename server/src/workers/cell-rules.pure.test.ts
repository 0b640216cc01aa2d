import { expect, test } from 'vitest'
import { nameText, wordsText } from './cell-rules.ts'

test('a name in a cell is one line of what can be seen', () => {
  expect(nameText(' 林\u200b雨\n桐\u202e\ufeff ')).toBe('林雨桐')
})

test('sentences in a cell keep their lines and what emoji and scripts are joined with, and lose what no table can hold', () => {
  expect(wordsText(' 一\r\n二\r三\u0007\u007f\ufffe👩\u200d👩 می\u200cخواهم\u2028\t好 ')).toBe(
    '一\n二\n三👩\u200d👩 می\u200cخواهم\u2028\t好',
  )
  expect(wordsText('\ud83d好')).toBe('\ufffd好')
  // A downloaded table, which holds no such character, comes back as it was.
  expect(wordsText('一\r\u0007\n二')).toBe('一\n二')
})
