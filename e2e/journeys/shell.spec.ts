import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { settled } from '../settled.ts'

const openDrawer = async (page: Page) => {
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('button', { name: '页面配置' }).click()
  return page.getByRole('dialog', { name: '页面配置' })
}

/** Settings a student has chosen before. */
const withSettings = (page: Page, chosen: object) =>
  page.addInitScript((stored) => localStorage.setItem('settings', stored), JSON.stringify(chosen))

test('every switch of the settings drawer acts at once and holds for the next visit @desktop', async ({
  page,
  logIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn('student')
  await page.goto('/square/index')
  const drawer = await openDrawer(page)
  await expect(drawer).toHaveCSS('width', '300px')
  await expectAccessible(page)

  const layout = {
    footer: page.getByRole('contentinfo'),
    menu: page.getByRole('navigation', { name: '主导航' }),
    tabs: page.getByRole('navigation', { name: '打开的页面' }),
    bar: page.getByRole('banner'),
  }
  // A dialog makes the page behind it inert, so role queries include hidden elements.
  const behind = (name: keyof typeof layout) =>
    ({
      footer: page.locator('footer'),
      menu: page.locator('header nav'),
      tabs: page.locator('nav:has(> ul)'),
      bar: page.locator('header'),
    })[name]
  const flip = (name: string) => drawer.getByRole('switch', { name, exact: true }).click()

  await flip('底部')
  await expect(behind('footer')).toHaveCount(0)
  await flip('顶部菜单栏')
  await expect(behind('menu')).toHaveCount(0)
  const side = page.locator('nav[style*=width]')
  await expect(side).toHaveCSS('width', '220px')
  await drawer.getByLabel('菜单宽度（px）').fill('260')
  await expect(side).toHaveCSS('width', '260px')
  await drawer.getByLabel('菜单宽度（px）').fill('9')
  await expect(drawer.getByRole('alert')).toContainText('120到400')
  await expect(side).toHaveCSS('width', '260px')
  await flip('菜单栏')
  await expect(side).toHaveCount(0)
  await flip('多页签')
  await expect(behind('tabs')).toHaveCSS('height', '32px')
  await flip('色弱模式')
  await expect(page.locator('html')).toHaveCSS('filter', 'invert(0.8)')
  // The page’s filter does not apply to a dialog, so its parts have the filter themselves.
  for (const part of await drawer.locator(':scope > *').all()) await expect(part).toHaveCSS('filter', 'invert(0.8)')
  await flip('导航栏')
  await expect(behind('bar')).toHaveCount(0)
  await expect(behind('tabs')).toHaveCSS('top', '0px')

  await drawer.getByRole('button', { name: '复制配置' }).click()
  await expect(page.getByText('配置已复制')).toBeVisible()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as object
  expect(copied).toMatchObject({
    navbar: false,
    menu: false,
    topMenu: false,
    footer: false,
    tabBar: true,
    colorWeak: true,
    menuWidth: 260,
    theme: 'light',
  })

  await page.reload()
  await expect(page.locator('html')).toHaveCSS('filter', 'invert(0.8)')
  await expect(layout.bar).toHaveCount(0)
  await expect(layout.tabs).toBeVisible()
  const back = page.getByRole('button', { name: '页面配置' })
  await expect(back).toHaveCSS('top', '280px')
  await back.click()
  await flip('导航栏')
  await page.keyboard.press('Escape')
  await expect(layout.bar).toBeVisible()
})

test('a student collapses the side menu to its icons @desktop', async ({ page, logIn }) => {
  await withSettings(page, { topMenu: false })
  await logIn('student')
  await page.goto('/square/index')
  const menu = page.getByRole('navigation', { name: '主导航' })
  await expect(menu.getByRole('link', { name: '任务广场' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('button', { name: '收起菜单' }).click()
  await expect(menu).toHaveCSS('width', '48px')
  await expectAccessible(page)
  await menu.getByRole('link', { name: '公会' }).click()
  await expect(page).toHaveURL(/tradeunion/)
})

test('a student on a phone has the pages in a bar at the bottom, or the side menu as a drawer @phone', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index')
  const bar = page.getByRole('navigation', { name: '主导航' })
  await bar.getByRole('link', { name: '我的' }).click()
  await expect(page).toHaveURL(/mycenter/)
  const drawer = await openDrawer(page)
  await drawer.getByRole('switch', { name: '顶部菜单栏' }).click()
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: '菜单', exact: true }).click()
  await page.getByRole('dialog', { name: '菜单' }).getByRole('link', { name: '公会' }).click()
  await expect(page).toHaveURL(/tradeunion/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('opened pages stay in the tab bar with what was typed, and its menu closes them', async ({ page, logIn }) => {
  await withSettings(page, { tabBar: true })
  await logIn('student')
  await page.goto('/square/mycenter?tab=settings')
  const bar = page.getByRole('navigation', { name: '打开的页面' })
  await settled(page)
  await page.getByLabel('介绍').fill('打到一半的话')
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await bar.getByRole('link', { name: '任务广场' }).click()
  await expect(page).toHaveURL(/workplace/)
  await page.getByRole('region', { name: '接下来要交的' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/task_detail/)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading, 'the page behind is gone').not.toContainText('林雨桐')
  const task = await heading.innerText()
  await expect(bar.getByRole('link', { name: task })).toHaveAttribute('aria-current', 'page')
  await expect(bar.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  // The same pages, where and as they were left: also after a look from the keyboard.
  await bar.getByRole('link', { name: task }).press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=settings/)
  await expect(page.getByLabel('介绍')).toHaveValue('打到一半的话')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)

  // Three tabs do not fit a narrow window: they scroll, and the current one is in view.
  const track = bar.getByRole('list')
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => track.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true)
  for (const at of ['last', 'first'] as const) {
    await bar.getByRole('listitem')[at]().getByRole('link').press('Enter')
    await expect(bar.getByRole('listitem')[at]().getByRole('link')).toHaveAttribute('aria-current', 'page')
    await expect(bar.getByRole('listitem')[at]()).toBeInViewport({ ratio: 0.99 })
  }
  await expectNoSideways(page)
  await bar.getByRole('link', { name: '设置' }).press('Enter')
  await expect(page).toHaveURL(/tab=settings/)
  await expect(page.getByLabel('介绍')).toBeVisible()
  if (usual) await page.setViewportSize(usual)

  // An opened panel closes on Esc and returns the focus.
  const bell = page.getByRole('button', { name: /^通知，/ })
  await pressEnter(bell)
  const panel = page.locator(`[id="${await bell.getAttribute('aria-controls')}"]`)
  await expect(panel.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
  await expect(panel).toHaveCount(0)
  const menu = page.getByRole('menu')
  await bar.getByRole('link', { name: '设置' }).press('Shift+F10')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(bar.getByRole('link', { name: '设置' })).toBeFocused()

  // Reloading a tab creates a new page, and the typed text is still there.
  const before = await page.getByLabel('介绍').elementHandle()
  await bar.getByRole('link', { name: '设置' }).press('Shift+F10')
  await expect(menu.getByRole('menuitem', { name: '关闭左侧标签页' })).toHaveAttribute('aria-disabled', 'true')
  await menu.getByRole('menuitem', { name: '重新加载' }).press('Enter')
  await expect.poll(() => before?.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await expect(page.getByLabel('介绍')).toHaveValue('打到一半的话')

  await bar.getByRole('link', { name: task }).click({ button: 'middle' })
  await expect(bar.getByRole('listitem')).toHaveCount(2)
  await page.reload()
  await expect(bar.getByRole('listitem')).toHaveCount(2)
  await bar.getByRole('button', { name: '页签操作' }).click()
  await menu.getByRole('menuitem', { name: '关闭全部标签页' }).click()
  await expect(page).toHaveURL(/\/dashboard\/workplace$/)
  await expect(bar.getByRole('listitem')).toHaveCount(1)

  await page.goBack()
  await expect(bar.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('登出成功')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('tabs'))).toBeNull()
})
