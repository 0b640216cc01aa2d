import { expect, test } from 'vitest'
import { newPaperNumber, readPaperNumber } from './paper-number.ts'

test('a number on paper has no letter that looks like a digit, and no two are alike', () => {
  const numbers = Array.from({ length: 2_000 }, () => newPaperNumber('C'))
  for (const number of numbers) expect(number).toMatch(/^C-[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('a number is read as a person types it from paper', () => {
  const number = 'C-40C1M2K9PX'
  const typed = [
    'C-40C1M2K9PX',
    'c-40c1m2k9px',
    '40C1M2K9PX',
    ' C 40C1 M2K9 PX ',
    'C—4oCi-m2k9—px',
    'Ｃ－４０ＣｌＭ２Ｋ９ＰＸ',
  ]
  for (const text of typed) expect(readPaperNumber('C', text)).toBe(number)
})

test('a number that begins with the letter of its kind is told from one written with it', () => {
  expect(readPaperNumber('C', 'C0C1M2K9PX')).toBe('C-C0C1M2K9PX')
  expect(readPaperNumber('C', 'CC0C1M2K9PX')).toBe('C-C0C1M2K9PX')
})
