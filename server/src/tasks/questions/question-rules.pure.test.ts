import { expect, test } from 'vitest'
import * as rules from './question-rules.ts'
import type { Question } from './question-rules.ts'

const question = (kind: Question['kind'], given: Partial<Question> = {}): Question => ({
  id: 'q',
  label: '题',
  kind,
  required: false,
  points: 2,
  ...given,
})
const options = (...ids: string[]) => ({ options: ids.map((id) => ({ id, text: id })) })
const key = (...accepted: string[]) => ({ question_id: 'q', accepted, tolerance: 0, explanation: '' })

test('options that were once stored as words alone are named by them', () => {
  expect(
    rules.questionsOf(JSON.stringify([{ id: 'q', kind: 'one', options: ['甲', { id: 'o2', text: '乙' }] }])),
  ).toEqual([
    {
      id: 'q',
      kind: 'one',
      options: [
        { id: '甲', text: '甲' },
        { id: 'o2', text: '乙' },
      ],
    },
  ])
})

test.each<[what: string, asked: Question, accepted: string[], fits: boolean]>([
  ['one option that is there', question('one', options('a', 'b')), ['a'], true],
  ['two for a question with one', question('one', options('a', 'b')), ['a', 'b'], false],
  ['an option that is not there', question('many', options('a', 'b')), ['c'], false],
  ['the same option twice', question('many', options('a', 'b')), ['a', 'a'], false],
  ['true or false', question('truefalse'), ['false'], true],
  ['a word for true or false', question('truefalse'), ['对'], false],
  ['anything for words that staff mark', question('text'), ['因为'], false],
  ['several words for a blank', question('blank'), ['三', '3'], true],
])('a key with %s', (_what, asked, accepted, fits) => {
  expect(rules.wrongKey([asked], [key(...accepted)]) === null).toBe(fits)
})

test('a key of no question, and a second one of the same, are refused', () => {
  expect(rules.wrongKey([], [key('a')])?.en).toBe('A key belongs to no question')
  expect(rules.wrongKey([question('blank')], [key('a'), key('b')])?.en).toBe('A question was given two keys')
})

test('a question with points waits for a key that says something; one that staff mark does not', () => {
  expect(rules.lacksKey(question('number'), [key('五十')])).toBe(true)
  expect(rules.lacksKey(question('number'), [key('50')])).toBe(false)
  expect(rules.lacksKey(question('blank'), [key(' ')])).toBe(true)
  expect(rules.lacksKey(question('blank', { points: 0 }), [])).toBe(false)
  expect(rules.lacksKey(question('text'), [])).toBe(false)
})

test('a choice has two options with words, and no two alike', () => {
  expect(rules.lacksOptions(question('one', options('a')))).toBe(true)
  expect(rules.lacksOptions(question('many', options('a', ' ')))).toBe(true)
  expect(rules.lacksOptions(question('blank'))).toBe(false)
  expect(rules.wrongQuestion([question('one', options('a', 'a'))])?.en).toContain('are the same')
  expect(rules.wrongQuestion([question('blank', options('a'))])?.en).toContain('no choice')
  expect(rules.wrongQuestion([question('blank'), question('text')])?.en).toContain('the same id')
})

test.each<[typed: string, number: number | null]>([
  ['１，２００．５', 1200.5],
  ['−2', -2],
  ['3。5', 3.5],
  ['1,20', null],
  ['50cm', null],
  ['', null],
  ['9'.repeat(101), null],
])('%s as a number', (typed, number) => {
  expect(rules.numberIn(typed)).toBe(number)
})
