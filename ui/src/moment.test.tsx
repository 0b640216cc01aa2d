import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Moment } from './moment.tsx'
import { noteServerTime } from './server-clock.ts'

/** Thursday 3 December 2026, 17:00 in Shanghai. */
const now = Date.parse('2026-12-03T09:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now })
  noteServerTime(now / 1000)
})
afterEach(() => vi.useRealTimers())

test('a moment told relative has the day and the hour in its title, and for machines', () => {
  expect(renderToStaticMarkup(<Moment at="2026-12-02T11:22:00Z" />)).toBe(
    '<time dateTime="2026-12-02T11:22:00Z" title="12月2日 周三 19:22">昨天 19:22</time>',
  )
  expect(renderToStaticMarkup(<Moment at="2026-11-28T11:22:00Z" />)).toContain('title="11月28日 周六 19:22">5天前<')
})

test('an older moment is told by its date, with the hour in its title', () => {
  expect(renderToStaticMarkup(<Moment at="2026-11-20T11:22:00Z" />)).toContain('title="11月20日 周五 19:22">11月20日<')
})
