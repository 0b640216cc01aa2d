import { expect, test } from 'vitest'
import { safeLink, stateAt } from './rules.ts'

test.each([
  ['/square/index?a=1', true],
  ['https://school.cn/a', true],
  ['http://school.cn', true],
  ['//evil.cn', false],
  ['/\\evil.cn', false],
  ['/\t/evil.cn', false],
  ['javascript:alert(1)', false],
  ['JAVASCRIPT:alert(1)', false],
  ['data:text/html,x', false],
  ['https://you@evil.cn', false],
  ['https://@evil.cn', false],
  ['https:evil.cn', false],
  ['square', false],
])('the link %s is shown: %s', (link, isShown) => {
  expect(safeLink(link)).toBe(isShown ? link : '')
})

test('a banner is shown from its beginning to the moment before its end', () => {
  const banner = { visible: true, begin_at: 10, end_at: 20 }
  expect([9, 10, 19, 20].map((now) => stateAt(banner, now))).toEqual(['coming', 'shown', 'shown', 'over'])
})
