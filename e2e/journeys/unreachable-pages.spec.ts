import { paths } from '@tongchuang/contract/paths.ts'
import { expect, test } from '../journey.ts'
import { settled } from '../settled.ts'

test('a page whose file is gone after an update says that there is a new version, once by itself, then by a button @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index')
  await page.route(/guilds-page/, (route) => route.fulfill({ status: 404, body: '' }))
  const reloaded = page.waitForEvent('load')
  await page.getByRole('link', { name: '公会', exact: true }).first().click()
  await reloaded
  await expect(page.getByText('有新版本')).toBeVisible()
  // Another page that fails to load: the progress bar at the top starts, and ends.
  let fail = () => {}
  const held = new Promise<void>((resolve) => (fail = resolve))
  await page.route(/works-page/, async (route) => {
    await held
    await route.fulfill({ status: 404, body: '' })
  })
  await page.getByRole('link', { name: '作品欣赏', exact: true }).first().click()
  await expect(page.locator('#nprogress')).toBeAttached()
  fail()
  await expect(page).toHaveURL(/works/)
  await expect(page.getByText('有新版本')).toBeVisible()
  await expect(page.locator('#nprogress')).toHaveCount(0)
  await page.goBack()
  await page.unroute(/guilds-page/)
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/tradeunion/)
})

test('a student who opens a page not yet loaded without a network keeps the frame, and the page opens when the network is back @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index')
  await page.getByRole('article').first().waitFor()
  await settled(page)
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  await page.context().setOffline(true)
  await page.getByRole('link', { name: '公会', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: '这一页还没有打开' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await page.getByRole('link', { name: '任务广场', exact: true }).first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('link', { name: '公会', exact: true }).first().click()
  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: '我的公会' }).getByRole('listitem').first()).toBeVisible()
  // The document was not reloaded, so anything typed in it is still there.
  expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
})

test('a student whose network goes while a page is being opened keeps the frame, and the page opens when it is back @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index')
  await settled(page)
  await page.route(/guilds-page/, async (route) => {
    if (route.request().method() === 'HEAD') await page.context().setOffline(true)
    await route.abort()
  })
  await page.getByRole('link', { name: '公会', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: '这一页还没有打开' })).toBeVisible()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('网络连接失败').last()).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await page.unroute(/guilds-page/)
  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: '我的公会' }).getByRole('listitem').first()).toBeVisible()
})

test('a teacher without a network has the page for marking whole in the window, with the last of its buttons', async ({
  page,
  logInStaff,
}) => {
  // More works wait for an administrator than one page of the list holds.
  await logInStaff('admin')
  await page.goto('/admin/review')
  const last = page.getByRole('button', { name: /保存并下一份/ })
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.context().setOffline(true)
  await expect(page.getByText('网络断开了，内容会在恢复后自动保存')).toBeVisible()
  await expect(last).toBeInViewport({ ratio: 1 })
  const beyond = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await expect.poll(beyond).toBe(0)
  await page.context().setOffline(false)
  await expect(page.getByText('网络断开了，内容会在恢复后自动保存')).toBeHidden()
  await expect.poll(beyond).toBe(0)
})

test('a student whose network goes before everything has loaded keeps the page @desktop', async ({ page, logIn }) => {
  await page.route(/(offline-age|late-part|unread)-/, (route) => route.abort())
  await logIn('student')
  await page.goto('/square/index')
  await settled(page)
  await page.context().setOffline(true)
  await expect(page.getByText('网络断开了，内容会在恢复后自动保存')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('网络断开了，内容会在恢复后自动保存')).toBeHidden()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a student who opens a part not yet loaded without a network gets it when the network is back, and keeps what was typed @phone', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto(paths.center('settings'))
  await settled(page)
  const words = page.getByLabel('介绍')
  await words.fill('写到一半，网断了')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '更改密码' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('这一部分还没有打开')).toBeVisible()
  // The texts of the other language cannot be loaded either.
  await page.getByText('English', { exact: true }).last().click()
  await expect(page.getByText('网络连接失败')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await main.getByRole('button', { name: '重试' }).click()
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(words).toHaveValue('写到一半，网断了')
  await page.getByText('English', { exact: true }).last().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test('a student whose page failed to load gets it by a retry, and is told of no new version @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index')
  await settled(page)
  await page.route(/guilds-page/, (route) => (route.request().method() === 'HEAD' ? route.continue() : route.abort()))
  const reloaded = page.waitForEvent('load')
  await page.getByRole('link', { name: '公会', exact: true }).first().click()
  await reloaded
  await expect(page.getByRole('heading', { name: '这一页还没有打开' })).toBeVisible()
  await expect(page.getByText('有新版本')).toHaveCount(0)
  await page.unroute(/guilds-page/)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('region', { name: '我的公会' }).getByRole('listitem').first()).toBeVisible()
})

for (const [who, path, missing] of [
  ['a student whose words never arrive', '/square/index', /\/(auth|inside)-[^/]*\.js/],
  ['a student whose scripts do not arrive at the log-in', '/login', /\.js$/],
  ['a teacher whose scripts do not arrive', '/admin/login', /\.js$/],
] as const)
  test(`${who} reads that the page has not opened, in two languages, and opens it again @phone`, async ({
    browser,
    school,
  }) => {
    // A page of its own: what does not arrive is an error in the console.
    const page = await browser.newPage()
    await page.route(missing, (route) => route.abort())
    await page.goto(school.url + path)
    const said = page.getByText('页面还没有打开')
    await expect(said).toBeHidden()
    await expect(said).toBeVisible({ timeout: 20_000 })
    await expect(said).toContainText('Still loading')
    await page.unroute(missing)
    await page.getByRole('link', { name: '重新打开' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(said, 'what the page would say later').toHaveCSS('display', 'none')
    await page.close()
  })

test('a student who is logged in and opens the log-in is not told that the page has not opened @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/login')
  await expect(page).toHaveURL(/square/)
  await settled(page)
  await expect(page.getByText('页面还没有打开'), 'what the page would say later').toHaveCSS('display', 'none')
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a student whose device has no room for the files of a release still opens its pages @desktop', async ({
    page,
    logIn,
    school,
  }) => {
    await logIn('student')
    await page.goto('/square/index')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const devtools = await page.context().newCDPSession(page)
    const full = { origin: new URL(school.url).origin, quotaSize: 1 }
    await devtools.send('Storage.overrideQuotaForOrigin', full)
    const isFull = () =>
      page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          for (const request of await cache.keys()) if (request.url.includes('/assets/')) await cache.delete(request)
        }
        const more = (await caches.open('more')).put('/more', new Response('more'))
        return more.then(
          () => false,
          () => true,
        )
      })
    await expect.poll(isFull).toBe(true)
    await page.goto('/works/index')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // A newly installed worker takes control as well.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister())
    await page.reload()
    const isThere = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active))
    await expect.poll(isThere).toBe(true)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('without a network a page says so in both languages and comes back with it; no answer of a call is kept @desktop', async ({
    page,
    logIn,
  }) => {
    await logIn('student')
    await page.goto('/square/index')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    await page.getByRole('article').first().waitFor()
    const kept = await page.evaluate(async () => {
      const caching = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return caching.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept).toContain('/offline.html')
    expect(kept.filter((path) => !/^\/(assets\/|offline\.|icon\.svg)/.test(path))).toEqual([])
    // Every file of the release after this one visit.
    const missing = () =>
      page.evaluate(async () => {
        const files = (await (await fetch('/files.json')).json()) as string[]
        const found = await Promise.all(files.map((file) => caches.match(`/${file}`)))
        return files.filter((_, at) => !found[at])
      })
    await expect.poll(missing, { timeout: 40_000 }).toEqual([])

    await page.context().setOffline(true)
    // A page that was never opened: it is drawn, and says in place what it has not read.
    await page.getByRole('link', { name: '公会', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: '公会' })).toBeVisible()
    await expect(page.getByText('没有网络，恢复后会自动出现').first()).toBeVisible()
    await page.getByRole('link', { name: '任务广场', exact: true }).first().click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText(/网络断开了.*页面上是(刚刚|\d+分钟前)的内容/)).toBeVisible()
    await page.getByRole('link', { name: '公会', exact: true }).first().click()
    await expect(page.getByText('没有网络，恢复后会自动出现').first()).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('没有网络，恢复后会自动出现')).toHaveCount(0)
    await expect(page.getByRole('region', { name: '我的公会' }).getByRole('listitem').first()).toBeVisible()

    await page.context().setOffline(true)
    await page.goto('/square/task_detail/7').catch(() => undefined)
    await expect(page.getByRole('heading', { name: '网络断开了' })).toBeVisible()
    await expect(page.getByText("You're offline.")).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 247, 249)')
    await page.context().setOffline(false)
    await page.goto('/square/index')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})
