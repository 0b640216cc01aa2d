// @vitest-environment happy-dom
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draftKey } from './draft-key.ts'
import { openDiscussion } from './testing/open-discussion.tsx'

const { read, write } = keptText(draftKey(1, 3, null))
let page: Awaited<ReturnType<typeof openDiscussion>>

beforeEach(async () => {
  page = await openDiscussion(async () => null)
})
afterEach(async () => {
  await page.close()
  localStorage.clear()
})

const enter = () => page.doing(() => page.field().focus())

test('a student who goes on in a window that was open before finds there what the other window has written', async () => {
  write('在另一个窗口里写的长问题')
  await enter()
  expect(page.field().value).toBe('在另一个窗口里写的长问题')
  await page.write('在另一个窗口里写的长问题，补一句')
  expect(read()).toBe('在另一个窗口里写的长问题，补一句')
  await page.doing(() => page.field().blur())
  write('在另一个窗口里写的长问题，补一句，再补一句')
  await enter()
  expect(page.field().value).toBe('在另一个窗口里写的长问题，补一句，再补一句')
})

test('a student whose words the device cannot store keeps them, whatever another window has stored', async () => {
  write('另一个窗口')
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  await page.write('这个窗口里写的')
  Storage.prototype.setItem = setItem
  await enter()
  expect(page.field().value).toBe('这个窗口里写的')
})

test('words that a student has sent in another window are not offered here a second time, and a change begins anew', async () => {
  await page.write('在这个窗口里写，在那个窗口里发')
  await page.doing(() => page.field().blur())
  keptText(draftKey(1, 3, null)).sent('在这个窗口里写，在那个窗口里发')
  await enter()
  expect(page.field().value).toBe('')
  await page.click('更多操作')
  await page.click('修改')
  await page.write('7 + 8 = 15')
  await page.doing(() => page.field().blur())
  keptText('words:1:post-edit:7').sent('7 + 8 = 15')
  await enter()
  expect(page.field().value).toBe('7 + 8 = ?')
})
