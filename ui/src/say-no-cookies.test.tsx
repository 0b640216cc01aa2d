// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { sayNoCookies } from './say-no-cookies.ts'
import { openPage } from './testing/page.tsx'
import { toastDuration } from './toast.ts'
import { Toaster } from './toaster.tsx'

test('a person whose browser blocks cookies reads why pictures stay away, until they close it; nobody else does', async () => {
  const page = await openPage(<Toaster />)
  await page.doing(sayNoCookies)
  expect(page.all('[role]')).toEqual([])

  const blocked = vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  vi.useFakeTimers()
  try {
    await page.doing(sayNoCookies)
    await page.doing(() => vi.advanceTimersByTime(toastDuration * 10))
    expect(page.all('[role=status]').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('允许本站使用Cookie'),
    ])
    await page.doing(() => page.named('button', '关闭').click())
    expect(page.all('[role=status]')).toEqual([])
  } finally {
    vi.useRealTimers()
    blocked.mockRestore()
  }
})
