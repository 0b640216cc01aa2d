import { expect, test } from 'vitest'
import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'

test('a teacher whose task has no due date is not told that its dates are filled in', () => {
  const zh = zhCN.tasks.editor.complete
  const en = enUS.tasks.editor.complete
  expect(zh(true, true)).toBe('标题、说明、截止时间已填')
  expect(zh(true, false)).toBe('标题、说明已填，没有截止时间')
  expect(zh(false, false)).toBe('标题已填，没有截止时间')
  expect(en(true, true)).toBe('Title, description and due date are there')
  expect(en(true, false)).toBe('Title and description are there, no due date')
  expect(en(false, false)).toBe('The title is there, no due date')
  expect(en(false, true)).toBe('The title and the due date are there')
})

test('staff who choose what they are told of read the number of reports that hides a post, as where they decide', () => {
  for (const [texts, number] of [
    [zhCN, '三个人'],
    [enUS, 'three people'],
  ] as const) {
    expect(texts.notices.topics.report.text).toContain(number)
    expect(texts.moderation.noReportsHint).toContain(number)
  }
})

test('staff who read English find names listed as English lists them', () => {
  expect(enUS.shell.listed(['One', 'Two'])).toBe('One, Two')
  expect(zhCN.shell.listed(['一班', '二班'])).toBe('一班、二班')
})
