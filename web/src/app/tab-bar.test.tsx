// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../locales/texts.ts'
import { first } from './no-tabs.ts'
import { TabBar } from './tab-bar.tsx'
import { setTabs, tabs } from './tabs-store.ts'

let page: Awaited<ReturnType<typeof openPage>>
const titles = () => page.all('nav li > a').map((link) => link.textContent)
const focused = () => document.activeElement?.textContent

beforeAll(async () => {
  await loadTexts('auth')
  await loadTexts('inside')
})
beforeEach(async () => {
  const opened = ['榜单', '作品', '消息'].map((title, n) => ({
    ...first,
    id: n + 1,
    title,
    fullPath: `/opened/${n + 1}`,
  }))
  setTabs({ list: [{ ...first, title: '广场' }, ...opened], active: 2, visit: '' })
  page = await openPage(<TabBar isWhole={false} />)
  await page.doing(() => page.named('nav li > a', '作品').focus())
})
afterEach(() => page.close())

test('arrows go round the tabs, Home and End to the first and the last', async () => {
  await page.press('ArrowRight')
  expect(focused()).toBe('消息')
  await page.press('ArrowRight')
  expect(focused()).toBe('广场')
  await page.press('ArrowLeft')
  expect(focused()).toBe('消息')
  await page.press('Home')
  expect(focused()).toBe('广场')
  await page.press('End')
  expect(focused()).toBe('消息')
})

test('Delete closes the tab, and the focus stays in the bar; the first one cannot be closed', async () => {
  await page.press('Delete')
  expect(titles()).toEqual(['广场', '榜单', '消息'])
  expect(focused()).toBe('榜单')
  await page.press('Home')
  await page.press('Delete')
  expect(titles()).toEqual(['广场', '榜单', '消息'])
})

test('a middle click closes a tab and leaves the page that is shown', async () => {
  await page.doing(() =>
    page
      .named('nav li > a', '榜单')
      .dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true })),
  )
  expect(titles()).toEqual(['广场', '作品', '消息'])
  expect(tabs.get().active).toBe(2)
  expect(page.address()).toBe('/')
})
