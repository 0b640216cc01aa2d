// @vitest-environment happy-dom
import '@tongchuang/ui/loaded-rows.tsx'
import { expect, test } from 'vitest'
import { aPost, aThread, openDiscussion } from './testing/open-discussion.tsx'

const thread = { ...aThread(7, '7 + 8 = ?', [aPost(8, '十五')], 'behind-8'), reply_count: 3 }

test('a student with a keyboard goes on at the first further reply, hears that it came, and reads why it did not', async () => {
  let isReachable = false
  let come = () => undefined as void
  const page = await openDiscussion(
    async (_, { parent_id, after }) => {
      if (!isReachable) throw new Error('no network')
      await new Promise<void>((resolve) => (come = resolve))
      return parent_id === 7 && after === 'behind-8' ? [aPost(9, '也是十五'), aPost(10, '我同意')] : []
    },
    undefined,
    [thread],
  )
  const said = () => page.all('output').map(({ textContent }) => textContent)
  const more = () => page.named('button', '再看2条回复')
  await page.seen(() => said().length, 2)
  more().focus()
  await page.click('再看2条回复')
  await page.seen(() => page.all('[role=alert]').length, 1)
  expect(said().join('')).toBe('')

  isReachable = true
  page.named('button', '重试').focus()
  await page.click('重试')
  await page.seen(() => page.all('button[aria-busy]').length, 1)
  await page.doing(() => come())
  await page.seen(() => page.all('li').length, 3)
  expect(said().join('')).toBe('已加载更多')
  await page.close()
})

test('a student who asks for further replies by key stays in the discussion', async () => {
  const page = await openDiscussion(async () => [aPost(9, '也是十五'), aPost(10, '我同意')], undefined, [thread])
  await page.seen(() => page.all('output').length, 2)
  page.named('button', '再看2条回复').focus()
  await page.click('再看2条回复')
  await page.seen(() => page.all('li').length, 3)
  expect(document.activeElement?.closest('li')?.textContent).toContain('也是十五')
  expect(page.all('output').map(({ textContent }) => textContent)).toContain('已加载更多')
  await page.close()
})

test('a student who goes from button to button hears whose post each of them is about', async () => {
  const named = { ...aPost(8, '十五'), author: { id: 5, nickname: '林小满', avatar: '', level: 1, mine: false } }
  const page = await openDiscussion(async () => [], undefined, [aThread(7, '7 + 8 = ?', [named])])
  const about = page
    .all('article button[aria-describedby]')
    .map((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent)
  expect(about).toEqual(['匿名同学', '匿名同学', '匿名同学', '林小满', '林小满', '林小满'])
  await page.close()
})
