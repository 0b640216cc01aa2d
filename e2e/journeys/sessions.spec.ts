import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../journey.ts'

const expired = '您的登录会话已过期，请重新登录！'
/** The cookie runs out, and before anything else happens the element is pressed. */
const pressWithoutCookie = async (element: Locator) => {
  await expect(element).toBeAttached()
  await element.evaluate((one: HTMLElement) => {
    document.cookie = 'token=; max-age=0; path=/'
    one.click()
  })
}
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

test('an address with operate says what happened and forgets the session @desktop', async ({ page, logIn }) => {
  await logIn('student')
  await page.goto('/square/index?operate=expired')
  await expect(page.getByText(expired)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await token(page)).toBeNull()
  await page.goto('/login?operate=logout')
  await expect(page.getByText('登出成功')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('the log-in form says at each field that it cannot be empty, and a failed log-in leaves no token behind @desktop', async ({
  page,
  context,
  school,
}) => {
  await page.goto('/login')
  const button = page.getByRole('button', { name: '登录', exact: true })
  await button.click()
  await expect(page.getByText('用户名不能为空')).toBeVisible()
  await expect(page.getByText('密码不能为空')).toBeVisible()
  await context.addCookies([{ name: 'token', value: 'left over', url: school.url }])
  await page.evaluate(() => localStorage.setItem('token', 'left over'))
  await page.locator('input[name=username]').fill('student')
  await page.locator('input[name=password]').fill('not the password')
  await button.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect.poll(() => token(page)).toBeNull()
})

test('a student whose cookie has gone is told so, logs in and is where they were: on the way to a page and on an answer @phone', async ({
  page,
  logIn,
}) => {
  await logIn('s020')
  await page.goto('/square/index')
  await pressWithoutCookie(page.getByRole('link', { name: '公会', exact: true }).first())
  await expect(page.getByText(expired)).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=%2Ftradeunion%2Findex$/)
  expect(await token(page)).toBeNull()

  await page.locator('input[name=username]').fill('s020')
  await page.locator('input[name=password]').fill('tongchuang-demo')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/tradeunion\/index$/)

  await pressWithoutCookie(page.getByRole('button', { name: /^通知/ }))
  await expect(page).toHaveURL(/\/login\?redirect=%2Ftradeunion%2Findex$/)
  await expect(page.getByText(expired)).toBeVisible()
})

test('a token nobody gave out leads to the log-in page; a profile that got lost on the way signs nobody out @desktop', async ({
  page,
  context,
  school,
  logIn,
}) => {
  await context.addCookies([{ name: 'token', value: 'made-up', url: school.url }])
  await page.addInitScript(() => {
    if (sessionStorage.getItem('begun') === null) localStorage.setItem('token', 'made-up')
    sessionStorage.setItem('begun', '1')
  })
  await page.goto('/square/mycenter')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsquare%2Fmycenter$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await token(page)).toBeNull()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('token')

  await logIn('student')
  await page.route('**/api/student/getUserInfo', (route) => route.abort())
  await page.goto('/square/mycenter')
  const missing = page.getByRole('main').getByRole('alert')
  await expect(missing).toContainText('Network Error')
  await expect(page).toHaveURL(/\/square\/mycenter$/)
  expect(await token(page)).not.toBeNull()
  await page.unroute('**/api/student/getUserInfo')
  await missing.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { name: '我的任务' })).toBeVisible()
})

test('a student who is logged in needs no log-in page, and the bare address leads to it @desktop', async ({
  page,
  logIn,
  context,
  school,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await logIn('student')
  for (const path of ['/', '/login', '/register']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/square\/index$/)
  }
  await page.goto('/redirect/square/mycenter?tab=settings')
  await expect(page).toHaveURL(/\/square\/mycenter\?tab=settings$/)
  await page.goto('/redirect//evil.example/square/index')
  await expect(page).toHaveURL(/\/square\/index$/)
  // A menu area leads to its first page; an unknown address is not found.
  for (const [area, first] of [
    ['/square', '/square/index'],
    ['/tradeunion?scope=mine', '/tradeunion/index?scope=mine'],
    ['/dashboard', '/dashboard/workplace'],
  ] as const) {
    await page.goto(area)
    await expect(page).toHaveURL(school.url + first)
  }
  await page.goto('/redirect/nonexist')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('页面不存在')
  await expect(page.getByText('地址可能写错了，或者这里的内容已经移走。')).toBeVisible()
  await page.goto('/square/task_detail/999999')
  await expect(page.getByText(/^任务可能已经停止提交/)).toBeVisible()
  await page.goto('/dashboard/workplace')
  await expect(page.getByRole('region', { name: '接下来要交的' })).toBeVisible()

  // The device forgets the session even when the log-out request fails.
  await page.route('**/api/user/logout', (route) => route.abort())
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('登出成功')).toBeVisible()
  // Nothing about the last page remains for the next user of this device.
  await expect(page).toHaveURL(/\/login$/)
  expect(await token(page)).toBeNull()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('token')
})

test('a student whose menu comes from the server opens only what it lists, and has the site’s own menu if that fails @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  const drawer = page.getByRole('dialog', { name: '页面配置' })
  await page.goto('/square/index')
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('button', { name: '页面配置' }).click()
  await drawer.getByRole('switch', { name: '菜单来源于后台' }).click()
  await expect(page.getByText('菜单已加载')).toBeVisible()
  await expect(page.getByText('正在加载菜单')).toHaveCount(0)
  await expect(drawer.getByRole('switch', { name: '菜单来源于后台' })).toBeChecked()

  const open = { requiresAuth: true, roles: ['*'], locale: 'guilds' }
  const data = [
    { path: '/tradeunion/index', name: 'guilds', meta: open },
    { path: 'https://library.example.cn/', name: 'library', meta: { ...open, locale: '图书馆' } },
  ]
  await page.route('**/api/user/menu', (route) => route.fulfill({ json: { code: 1, msg: 'ok', time: 0, data } }))
  await page.goto('/square/mycenter')
  await expect(page).toHaveURL(/\/tradeunion\/index$/)
  const menu = page.getByRole('navigation', { name: '主导航' })
  await expect(menu.getByRole('link')).toHaveText(['公会', '图书馆'])
  await expect(menu.getByRole('link', { name: '图书馆' })).toHaveAttribute('target', '_blank')

  await page.unroute('**/api/user/menu')
  await page.route('**/api/user/menu', (route) => route.abort())
  await page.goto('/square/mycenter')
  await expect(page.getByText('菜单加载失败，请重试')).toBeVisible()
  await expect(page).toHaveURL(/mycenter/)
  await expect(menu.getByRole('link', { name: '任务广场' })).toBeVisible()
})
