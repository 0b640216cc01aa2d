// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { aPost, aThread, openDiscussion } from './testing/open-discussion.tsx'

const own = { can: { edit: true, delete: true, answer: false, report: false }, author: { anonymous: true, mine: true } }
const asked = (replies: readonly object[]) => [{ ...aThread(7, '7 + 8 = ?', replies), ...own }]
const remove = async (page: Awaited<ReturnType<typeof openDiscussion>>) => {
  await page.click('更多操作')
  await page.click('删除')
  await page.seen(() => document.body.textContent.includes('撤销'), true)
}

test('a student who deletes a question goes on reading the replies below it, and what is being replied', async () => {
  const page = await openDiscussion(async () => ({ deleted: true }), '/', asked([aPost(8, '等于 15')]))
  await page.doing(() =>
    page
      .all('[id=discussion-8] button')
      .find((one) => one.textContent === '回复')
      ?.click(),
  )
  await page.write('怎么得出来的？')
  await remove(page)
  expect(document.body.textContent).toContain('等于 15')
  expect(document.body.textContent).not.toContain('7 + 8 = ?')
  expect(page.field().value).toBe('怎么得出来的？')
  await page.close()
})

test('below a deleted question that nobody answered nothing waits for an answer', async () => {
  const page = await openDiscussion(async () => ({ deleted: true }), '/', asked([]))
  expect(document.body.textContent).toContain('还没有人回答')
  await remove(page)
  expect(document.body.textContent).not.toContain('还没有人回答')
  await page.close()
})
