import { expect, test } from 'vitest'
import { mentionAt, withMention } from './mention-at.ts'

test('a name begins at the @ before the caret, also right behind Chinese words', () => {
  expect(mentionAt('问问@王', 4)).toEqual({ start: 2, keyword: '王' })
  expect(mentionAt('@', 1)).toEqual({ start: 0, keyword: '' })
  expect(mentionAt('@王一 好', 5)).toBeNull()
  expect(mentionAt('写信给 a@b', 7)).toBeNull()
})

test('a chosen name takes the place of what was typed, and the caret goes on behind it', () => {
  expect(withMention('问问@王，谢谢', { start: 2, keyword: '王' }, '王一')).toEqual({
    text: '问问@王一 ，谢谢',
    caret: 6,
  })
})
