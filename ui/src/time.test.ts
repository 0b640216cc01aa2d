import { afterEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow, setTimeZone } from './server-clock.ts'
import {
  formatDate,
  formatDay,
  formatDeadline,
  formatMoment,
  formatRelative,
  formatRemaining,
  leafOf,
  withTime,
} from './time.ts'

/** Thursday 3 December 2026, 17:00 in Shanghai. */
const now = Date.parse('2026-12-03T09:00:00Z')
const tonight = '2026-12-03T14:00:00Z'

afterEach(() => {
  setTimeZone('Asia/Shanghai')
  noteServerTime(Math.floor(Date.now() / 1000))
})

test('a student reads a deadline with its weekday and what is left', () => {
  expect(formatDeadline(tonight, 'zh-CN', now)).toBe('12月3日 周四 22:00截止 · 还剩5小时')
  expect(formatDeadline(tonight, 'en-US', now)).toBe('Due Thu, Dec 3, 10:00\u00a0PM · 5 hours left')
  expect(formatDeadline(null, 'zh-CN', now)).toBe('没有期限')
  expect(formatDate(tonight, 'zh-CN', now)).toBe('12月3日 周四')
  expect(formatDate(tonight, 'en-US', now)).toBe('Thu, Dec 3')
  expect(withTime('Dec 3', tonight, 'en-US')).toBe('Dec 3, 10:00\u00a0PM')
})

test('what is left is never negative and counts minutes, hours, then days', () => {
  expect(formatRemaining(now, 'zh-CN', now)).toBe('已截止')
  expect(formatRemaining(now - 1, 'zh-CN', now)).toBe('已截止')
  expect(formatRemaining(now + 20_000, 'zh-CN', now)).toBe('还剩1分钟')
  expect(formatRemaining(now + 59 * 60_000, 'zh-CN', now)).toBe('还剩59分钟')
  expect(formatRemaining(now + 47 * 3_600_000, 'zh-CN', now)).toBe('还剩47小时')
  expect(formatRemaining(now + 49 * 3_600_000, 'zh-CN', now)).toBe('还剩2天')
})

test('a moment of this week is told relative, an older one by its date', () => {
  expect(formatRelative(now - 10_000, 'zh-CN', now)).toBe('刚刚')
  expect(formatRelative(now - 20 * 60_000, 'zh-CN', now)).toBe('20分钟前')
  expect(formatRelative(now - 3 * 3_600_000, 'zh-CN', now)).toBe('3小时前')
  expect(formatRelative('2026-12-02T11:22:00Z', 'zh-CN', now)).toBe('昨天 19:22')
  expect(formatRelative('2026-11-28T11:22:00Z', 'zh-CN', now)).toBe('5天前')
  expect(formatRelative('2026-11-20T11:22:00Z', 'zh-CN', now)).toBe('11月20日')
  expect(formatRelative('2025-11-20T11:22:00Z', 'zh-CN', now)).toBe('2025年11月20日')
})

test('the leaf of a deadline shows the hour today, the weekday this week, the month later, and is grey when over', () => {
  expect(leafOf(tonight, 'zh-CN', now)).toEqual({ top: '今天', main: '22:00', tone: 'today' })
  expect(leafOf('2026-12-06T10:00:00Z', 'zh-CN', now)).toEqual({ top: '周日', main: '6', tone: 'open' })
  expect(leafOf('2026-12-20T10:00:00Z', 'zh-CN', now)).toEqual({ top: '12月', main: '20', tone: 'open' })
  expect(leafOf('2026-12-03T08:00:00Z', 'zh-CN', now)).toMatchObject({ tone: 'closed' })
})

test('days are those of the school, wherever the student is', () => {
  // 16:30 UTC is the next day in Shanghai.
  expect(formatDay('2026-12-03T16:30:00Z', 'zh-CN', now)).toBe('12月4日')
  expect(leafOf('2026-12-03T16:30:00Z', 'zh-CN', now).tone).toBe('open')
  setTimeZone('Europe/London')
  expect(formatDay('2026-12-03T16:30:00Z', 'zh-CN', now)).toBe('12月3日')
  setTimeZone('Nowhere/Atall')
  expect(formatMoment('2026-12-03T16:30:00Z', 'zh-CN', now)).toBe('12月3日 周四 16:30')
})

test('a phone whose clock is an hour wrong counts by the clock of the server', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  noteServerTime(Math.floor(Date.now() / 1000) + 3600)
  expect(serverNow() - Date.now()).toBeGreaterThan(3_598_000)
  noteServerTime(Math.floor(Date.now() / 1000))
  expect(serverNow()).toBe(Date.now())
  vi.useRealTimers()
})
