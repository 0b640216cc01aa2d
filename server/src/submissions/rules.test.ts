import { expect, test } from 'vitest'
import {
  canonical,
  deviceOf,
  isEarly,
  isEmpty,
  isSameWork,
  mayWithdraw,
  meantWork,
  missingParts,
  nothing,
  sentText,
  shownStatus,
  stillAsked,
  wrongAnswer,
  wrongLink,
} from './rules.ts'
import type { Question } from '../tasks/questions/question-rules.ts'

const optionsOf = (...ids: string[]) => ids.map((id) => ({ id, text: id }))

const questions: Question[] = [
  { id: 'why', label: '为什么', kind: 'text', required: true },
  { id: 'n', label: '几次', kind: 'number', required: false },
  { id: 'one', label: '选一个', kind: 'one', options: optionsOf('甲', '乙'), required: true },
  { id: 'many', label: '选几个', kind: 'many', options: optionsOf('甲', '乙', '丙'), required: true },
]

test.each(['http://a.cn', 'https://a.cn/b?c=d#e', 'HTTPS://例子.中国/路径'])(
  '%s is a link a student may give',
  (link) => {
    expect(wrongLink([link])).toBeNull()
  },
)

test.each([
  '',
  'a.cn',
  'javascript:alert(1)',
  'ftp://a.cn',
  'data:text/html,x',
  'https:a.cn',
  'http://',
  'https://a.cn/ b',
  'https://a.cn\\@b.cn',
  '//a.cn',
  ' https://a.cn',
  'https://a\n.cn',
])('%j is no link a student may give', (link) => {
  expect(wrongLink(['https://good.cn', link])).toBe(link)
})

test.each<[string, Record<string, string | number | string[]>, string | null]>([
  ['no answers', {}, null],
  ['answers that fit', { why: '因为', n: -0.5, one: '乙', many: ['丙', '甲'] }, null],
  ['an answer taken back', { one: '', many: [] }, null],
  ['an answer to nothing', { other: 'x' }, 'other'],
  ['a word for a number', { n: '3' }, '几次'],
  ['a choice that is not offered', { one: '丁' }, '选一个'],
  ['the same choice twice', { many: ['甲', '甲'] }, '选几个'],
  ['a number for a text', { why: 1 }, '为什么'],
  ['a name every object has', { toString: 'x' }, 'toString'],
])('the answers of a student fit the questions: %s', (_, answers, wrong) => {
  expect(wrongAnswer(questions, answers)).toBe(wrong)
})

test('of answers that were kept those stay whose question and options are still there', () => {
  const kept = { why: '因为', gone: 'x', one: '丁', many: ['甲', '丁'] }
  expect(stillAsked(questions, kept)).toEqual({ why: '因为', one: '丁', many: ['甲'] })
  // None of the chosen options is offered any more, so the question is still open.
  expect(stillAsked(questions, { many: ['丁'] })).toEqual({ many: ['丁'] })
})

test('a work is empty while there is no text to see, no file, no link and no answer in it', () => {
  expect(isEmpty(nothing, true)).toBe(true)
  expect(isEmpty({ ...nothing, answers: { why: ' ', many: [] } }, true)).toBe(true)
  expect(isEmpty(nothing, false)).toBe(false)
  expect(isEmpty({ ...nothing, files: [1] }, true)).toBe(false)
  expect(isEmpty({ ...nothing, links: ['https://a.cn'] }, true)).toBe(false)
  expect(isEmpty({ ...nothing, answers: { n: 0 } }, true)).toBe(false)
})

test('a student reads by name what a work still lacks', () => {
  const demands = { needs_text: true, min_files: 2, statement_required: true, questions }
  const parts = missingParts(demands, { ...nothing, files: [1], answers: { one: '甲' } }, true)
  expect(parts).toEqual([
    { zh: '正文', en: 'text' },
    { zh: '至少2个文件', en: '2 files' },
    '为什么',
    '选几个',
    { zh: '确认是自己完成的', en: 'confirming this is your own work' },
  ])
  expect(
    missingParts(
      demands,
      { ...nothing, files: [1, 2], answers: { why: 'x', one: '甲', many: ['甲'] }, statement: true },
      false,
    ),
  ).toEqual([])
})

test('fields that were not sent are the draft’s, and an empty one is meant', () => {
  const draft = { ...nothing, title: '旧', content: '草稿', files: [1], share: 'guild' as const }
  expect(meantWork({ content: '新', files: [] }, draft)).toEqual({ ...draft, content: '新', files: [] })
})

test('works are the same whatever order their answers came in', () => {
  const one = { ...nothing, answers: { a: 1, b: 2 } }
  const other = { ...nothing, answers: { b: 2, a: 1 } }
  expect(isSameWork(one, other)).toBe(true)
  expect(canonical(one)).not.toBe(canonical({ ...other, answers: { a: 2, b: 1 } }))
  expect(sentText({ answers: { a: 1, b: 2 } }, 1)).toBe(sentText({ answers: { b: 2, a: 1 } }, 1))
  expect(sentText({ content: 'a' }, 1)).not.toBe(sentText({ content: 'a' }, 2))
})

test('a version can be taken back until a review is open, and again when its lock has ended', () => {
  expect(mayWithdraw({ status: 'sealed', review_until: null }, 10)).toBe(true)
  expect(mayWithdraw({ status: 'in_review', review_until: 20 }, 10)).toBe(false)
  expect(mayWithdraw({ status: 'in_review', review_until: 10 }, 10)).toBe(true)
  for (const status of ['reviewed', 'released', 'withdrawn'])
    expect(mayWithdraw({ status, review_until: null }, 10)).toBe(false)
})

test('a held review reads to its author like one under way', () => {
  const all = ['sealed', 'in_review', 'reviewed', 'released', 'withdrawn'] as const
  expect(all.map(shownStatus)).toEqual(['sealed', 'in_review', 'in_review', 'released', 'withdrawn'])
})

test('early is a whole day before due', () => {
  const day = 24 * 3600_000
  expect([isEarly(day, 0), isEarly(day, 1), isEarly(null, 0)]).toEqual([true, false, false])
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148', 'phone'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/156 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/156 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X)', 'tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156', 'computer'],
  ['', 'computer'],
])('a draft remembers the kind of device: %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
