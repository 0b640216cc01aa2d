import { guilds } from '@tongchuang/contract/guilds.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Page } from '@playwright/test'
import { expect, expectNoSideways, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { settled } from '../settled.ts'
import { watchPage } from '../watch-page.ts'

test('a student who opens a page hears its heading and begins at the top, and goes back to where they were @phone', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index')
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const far = await page.evaluate(() => {
    scrollTo(0, 400)
    return scrollY
  })
  expect(far).toBeGreaterThan(100)
  await page
    .getByRole('article')
    .first()
    .getByRole('link')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/task_detail/)
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(`${await heading.innerText()} · 同窗公会`)
  // A screen reader announces the destination.
  const title = await heading.innerText()
  await expect.poll(() => page.locator('[aria-live=polite]').allTextContents()).toContain(title)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/square\/index/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(far)
  await page.context().setOffline(true)
  // Also this far down.
  await expect(page.getByText('网络断开了，内容会在恢复后自动保存')).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

for (const language of ['zh-CN', 'en-US'] as const) {
  test.describe(language, () => {
    test.use({ language })

    test('a student at 320 px or at 200 % zoom never scrolls sideways @desktop', async ({ page, logIn }) => {
      await logIn('student')
      for (const path of [
        '/square/index',
        '/tradeunion/index',
        '/square/mycenter',
        '/square/mycenter?tab=settings',
        '/square/guild_details/7/-/all',
        '/nowhere',
      ]) {
        await page.goto(path)
        await settled(page)
        for (const width of [320, 640]) {
          await page.setViewportSize({ width, height: 640 })
          await expectNoSideways(page)
        }
      }
    })
  })
}

test('a page opened by its address begins at its top, however far the one before in this tab was read @phone', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/works/index')
  await settled(page)
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await page.goto('/tradeunion/index')
  await settled(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // The address that was open before is opened, not gone back to.
  await page.goto('/works/index')
  await settled(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a student who chooses another type of tasks begins at the top @phone', async ({ page, logIn, school }) => {
  const [guild] = await (await school.asStudent('student'))(guilds.names)
  await logIn('student')
  await page.goto(`/square/guild_details/${guild?.id}/-/all`)
  const types = page.getByRole('navigation', { name: '任务类型' })
  await types.getByRole('link').nth(1).waitFor()
  await settled(page)
  await page.evaluate(() => scrollTo(0, 200))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
  await types
    .getByRole('link')
    .nth(1)
    .evaluate((link: HTMLElement) => link.click())
  await expect(types.getByRole('link').nth(1)).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

/**
 * Touch targets are at least 44 px, except underlined words within a sentence, links that cover a whole card, the dots
 * of the banner and elements only the keyboard reaches.
 */
const expectForFingers = async (page: Page, path: string) => {
  const smallOnes = () =>
    page.locator('a:visible, button:visible, summary:visible').evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        const around = (one.parentElement?.textContent ?? '').length
        const isInSentence =
          one.parentElement?.matches('p, label, label *') === true &&
          around > (one.textContent ?? '').length &&
          getComputedStyle(one).textDecorationLine === 'underline'
        const isOverCard = getComputedStyle(one, '::after').position === 'absolute'
        if (
          Math.min(width, height) >= 44 ||
          isInSentence ||
          isOverCard ||
          one.matches('a[href="#main"], [aria-roledescription=carousel] button:empty')
        )
          return []
        return [`${one.outerHTML.slice(0, 120)}: ${Math.round(width)} × ${Math.round(height)}`]
      }),
    )
  // What is still being read may widen a label.
  await expect.poll(smallOnes, path).toEqual([])
}

test('a student on a phone gets fields that cause no zoom and buttons large enough for a finger @phone', async ({
  page,
  logIn,
  school,
}) => {
  const [doing] = (await (await school.asStudent('student'))(tasks.listByGuild, { state: 'doing', limit: 1 })).list
  const expectLarge = async (path: string, field: string) => {
    await page.goto(path)
    await page.locator(field).locator('visible=true').first().waitFor()
    const small = await page
      .locator(
        'input:not([type=checkbox], [type=radio]):visible, textarea:visible, select:visible, [contenteditable=true]:visible',
      )
      .evaluateAll((fields) =>
        fields.flatMap((one) => (Number.parseFloat(getComputedStyle(one).fontSize) < 16 ? [one.outerHTML] : [])),
      )
    expect(small, path).toEqual([])
    await expectForFingers(page, path)
  }
  for (const path of ['/login', '/register']) await expectLarge(path, 'input[name=password]')
  await logIn('student')
  await expectLarge(`/square/task_detail/${doing?.guild_id}?task=${doing?.id}`, 'textarea')
  await expectLarge(`/square/task_detail/submit/${doing?.guild_id}?task=${doing?.id}`, '[contenteditable=true]')
  await expectLarge('/square/search', 'input')
  await expectLarge('/square/mycenter?tab=settings', 'textarea')
  for (const path of ['/square/mycenter', '/square/index', `/square/guild_details/${doing?.guild_id}/-/all`]) {
    await page.goto(path)
    await settled(page)
    await expectForFingers(page, path)
  }
  // The bottom bar replaces the menu at the top.
  await expect(page.getByRole('navigation', { name: '主导航' })).toHaveCount(1)
  await expect(page.getByRole('banner').getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: '主导航' }).getByRole('link')).toHaveCount(4)
})

test('a student opens pages and the list of shortcuts by keys, and switches the keys off @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index')
  await page.getByRole('article').first().waitFor()
  await expect(async () => {
    await page.keyboard.type('gm')
    await expect(page).toHaveURL(/mycenter/, { timeout: 1000 })
  }).toPass()
  await page.goto('/square/mycenter?tab=settings')
  await page.getByLabel('介绍').click()
  await page.keyboard.type('gs?')
  await expect(page).toHaveURL(/settings/)
  await expect(page.getByLabel('介绍')).toHaveValue(/gs\?$/)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+?')
  const list = page.getByRole('dialog', { name: '键盘快捷键' })
  await list.getByRole('switch', { name: '使用快捷键' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.type('gs')
  await page.keyboard.press('Shift+?')
  await expect(list).toHaveCount(0)
  await expect(page).toHaveURL(/settings/)
})

test.describe('en-US', () => {
  test.use({ language: 'en-US' })

  test('quotation marks and apostrophes are as narrow as English letters @desktop', async ({ page, logIn }) => {
    await logIn('student')
    await page.goto('/square/index')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const widths = await page.getByRole('main').evaluate((main) => {
      const probe = main.appendChild(document.createElement('span'))
      return [...'’‘“”'].map((sign) => {
        probe.textContent = sign.repeat(100)
        return probe.getBoundingClientRect().width / 100 / Number.parseFloat(getComputedStyle(probe).fontSize)
      })
    })
    for (const width of widths) expect(width, 'in widths of a Han character').toBeLessThan(0.6)
  })
  test('the words of the tab menu take one line each', async ({ page, logIn }) => {
    await logIn('student')
    await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ tabBar: true })))
    await page.goto('/tradeunion/index')
    await pressEnter(page.getByRole('button', { name: 'Tab actions' }))
    const items = page.getByRole('menuitem')
    await expect(items).toHaveCount(6)
    const lines = await items.evaluateAll((all) =>
      all.map((item) => {
        const words = document.createRange()
        words.selectNodeContents(item.lastChild ?? item)
        return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    expect(lines).toEqual([1, 1, 1, 1, 1, 1])
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  })
})

test('a style written into markup is refused by the browser and fails every journey that meets it @desktop', async ({
  browser,
  school,
}) => {
  const page = await browser.newPage({ baseURL: school.url })
  const problems = watchPage(page, school.url)
  await page.goto('/login')
  await settled(page)
  expect(problems).toEqual([])
  const shown = await page.evaluate(() => {
    document.body.setAttribute('style', 'outline: 7px solid red')
    return getComputedStyle(document.body).outlineWidth
  })
  expect(shown).not.toBe('7px')
  await expect.poll(() => problems.length).toBeGreaterThan(0)
  await page.close()
})
