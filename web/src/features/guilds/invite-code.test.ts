import { expect, test } from 'vitest'
import { asInviteCode } from './invite-code.ts'

test.each([
  ['7kq2-ab3c', '7KQ2AB3C'],
  [' 7KQ2 AB3C ', '7KQ2AB3C'],
  ['７ＫＱ２ａｂ３ｃ', '7KQ2AB3C'],
  ['7KQ2AB3CXYZ', '7KQ2AB3C'],
  ['邀请码', ''],
])('a student who writes %j means %j', (typed, code) => {
  expect(asInviteCode(typed)).toBe(code)
})
