// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { showToast, toasts } from '../toast.ts'
import { openPage } from './page.tsx'

test('a page that a test leaves open, with a message on it', async () => {
  const page = await openPage(<main>left open</main>)
  showToast('已保存', 'success')
  expect(page.all('main')).toHaveLength(1)
})

test('is closed when the next test begins, and its message is gone', () => {
  expect(document.body.childElementCount).toBe(0)
  expect(toasts.get()).toEqual([])
})
