import type { Locator } from '@playwright/test'
import { expect } from './journey.ts'

/** Waits until the clock of a recording has come to so many seconds: a busy machine may not show each of them. */
export const hasSpokenFor = (part: Locator, seconds: number): Promise<void> => {
  // Found by the maximum length beside it, because saved recordings have a clock as well.
  const clock = part.getByRole('paragraph').filter({ hasText: '最长2:00' })
  return expect
    .poll(async () => {
      const [, minutes, rest] = /^(\d):(\d\d)/.exec((await clock.textContent())?.trim() ?? '') ?? []
      return Number(minutes) * 60 + Number(rest)
    }, 'seconds on the clock')
    .toBeGreaterThanOrEqual(seconds)
}
