// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openPage } from './testing/page.tsx'
import { showToast, toasts } from './toast.ts'
import { Toaster } from './toaster.tsx'

test('a person who follows what a message is about gets there, and the message is gone', async () => {
  toasts.set([])
  const page = await openPage(<Toaster />)
  await page.doing(() => showToast('「读书笔记」已提交', 'success', { to: '/task?id=3', text: '查看回执' }))
  await page.doing(() => page.named('a', '查看回执').click())
  expect([page.address(), toasts.get()]).toEqual(['/task?id=3', []])
  await page.doing(() => showToast('已保存', 'success'))
  expect(page.all('[role=status] a')).toEqual([])
  toasts.set([])
  await page.close()
})
