import { accounts } from '@tongchuang/contract/accounts.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Page } from '@playwright/test'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'
import { settled } from '../settled.ts'
import { samplePassword } from '../start-school.ts'
import { createHttpSend } from '../transport.ts'

const test = testsInNewSchool()

test('a student who accepts a task without a network has it once the network is back @phone', async ({
  page,
  context,
  logIn,
  school,
}) => {
  const send = await school.asStudent('s011')
  const { list } = await send(tasks.listByGuild, { state: 'available', limit: 50 })
  const task = list.find(({ lock }) => lock.length === 0)
  if (!task) throw new Error('the sample school has nothing to take for s011')
  await logIn('s011')
  await page.goto(`/square/task_detail/${task.guild_id}?task=${task.id}`)
  await settled(page)
  await context.setOffline(true)
  await expect(page.getByText('网络断开了，内容会在恢复后自动保存')).toBeVisible()
  await page.getByRole('button', { name: '接取任务' }).locator('visible=true').click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const stateOf = async () =>
    (await send(tasks.listByGuild, { limit: 100 })).list.find(({ id }) => id === task.id)?.state
  expect(await stateOf()).toBe('available')
  await context.setOffline(false)
  await expect.poll(stateOf).toBe('doing')
  await expect(page.getByRole('link', { name: '去提交' }).locator('visible=true')).toBeVisible()
})

test('a session that ends while somebody writes asks once; logging in again leads back to the same words @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const { address } = await openTaskFor(school, 's012')
  await logIn('s012')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await page.route('**/api/student/tasks_submit', (route) => route.abort())
  await editor.type('写到一半，登录没了。')
  await expect(page.getByText('保存失败，重试中').locator('visible=true')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await createHttpSend(school.url, token)(accounts.logout)
  await page.unroute('**/api/student/tasks_submit')
  const dialog = page.getByRole('dialog', { name: '确认退出' })
  await expect(dialog).toContainText('登录已失效。你可以留在此页复制内容，或重新登录。')
  await expect(dialog.locator('p').last()).toHaveText(
    'You have been logged out, you can cancel to stay on this page, or log in again',
  )
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await dialog.getByRole('button', { name: '重新登录' }).click()
  await page.locator('input[name=username]').fill('s012')
  await page.locator('input[name=password]').fill(samplePassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${address.replace(/[?]/, '\\?')}$`))
  await expect(page.getByText(/发现未提交的内容/)).toBeVisible()
  await editor.button('恢复').click()
  await expect(editor.text).toContainText('写到一半，登录没了。')
})

/** The focused element as a user sees it: its ring, and whether something fixed covers it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement
    if (!(one instanceof HTMLElement) || one === document.body) return null
    // A link over a whole card shows its ring on the card.
    const around: Element[] = []
    for (let up: Element | null = one; up && around.length < 6; up = up.parentElement) around.push(up)
    const drawn = [
      ...around.map((element) => ({ element, style: getComputedStyle(element) })),
      { element: one, style: getComputedStyle(one, '::after') },
    ]
    const rings = drawn.filter(
      ({ style }) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 3,
    )
    const ring = rings.length > 0
    const luminance = (colour: number[]) => {
      const [red = 0, green = 0, blue = 0] = colour.map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    // The background a ring is drawn on: its own element’s when the ring lies inside, otherwise the surrounding one.
    const groundOf = (element: Element, offset: number) => {
      for (let up: Element | null = offset < 0 ? element : element.parentElement; up; up = up.parentElement) {
        const ground = channels(getComputedStyle(up).backgroundColor)
        if (ground.length === 3 || ground[3] === 1) return ground
      }
      return [255, 255, 255]
    }
    const contrasts = rings.map(({ element, style }) => {
      const [a, b] = [
        luminance(channels(style.outlineColor).slice(0, 3)),
        luminance(groundOf(element, Number.parseFloat(style.outlineOffset))),
      ]
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    })
    const { top, height, left, width } = one.getBoundingClientRect()
    const [x, y] = [left + Math.min(width, 8) / 2, top + height / 2]
    const above = document.elementFromPoint(x, y)
    let bar = above
    while (bar && !['fixed', 'sticky'].includes(getComputedStyle(bar).position)) bar = bar.parentElement
    const hidden = y < 0 || y > innerHeight || (bar !== null && !bar.contains(one) && !one.contains(above))
    return {
      name: `${one.tagName} ${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 30)}`,
      ring,
      isClear: Math.max(...contrasts) >= 3,
      hidden,
    }
  })

test('a student sees a clear ring of 3 px around everything the keyboard reaches, under no bar', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  for (const path of ['/square/index', '/square/task_detail/7?task=3']) {
    await page.goto(path)
    await settled(page)
    // The discussion loads when it comes near the viewport; scrolling to the end makes the walk cover the whole page.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    if (path.includes('task='))
      await expect(page.getByRole('region', { name: /^讨论/ }).getByRole('textbox')).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    const seen: string[] = []
    for (let step = 0; step < 45; step += 1) {
      await page.keyboard.press('Tab')
      const at = await focused(page)
      if (!at) break
      seen.push(at.name)
      // An element below the window is scrolled into view first.
      await expect
        .poll(() => focused(page), { message: `step ${step} on ${path}` })
        .toMatchObject({ ring: true, isClear: true, hidden: false })
    }
    expect(seen.length, path).toBeGreaterThan(20)
  }
})

test('a student who reaches a field under the bottom bar by keyboard sees it above the bar @phone', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/task_detail/7?task=3')
  await settled(page)
  const field = page.getByPlaceholder('提一个问题，或说说你的发现')
  // The field is inside the window but under the bar, so the browser does not scroll by itself.
  await field.evaluate((one) => window.scrollTo(0, scrollY + one.getBoundingClientRect().bottom - innerHeight + 2))
  await page.getByRole('button', { name: /^待回答/ }).focus()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await expect.poll(() => focused(page)).toMatchObject({ hidden: false })
})

test('a student who asks for less motion gets none, and buttons stay above the rounded edge of a phone @phone', async ({
  page,
  logIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 0, bottom: 34 } })
  await logIn('student')
  await page.goto('/square/index')
  await settled(page)
  const expectStill = async () => {
    const moving = await page.locator('body *').evaluateAll((all) =>
      all.flatMap((one) =>
        ['', '::before', '::after'].flatMap((part) => {
          const { animationDuration, transitionDuration } = getComputedStyle(one, part)
          const longest = Math.max(...`${animationDuration}, ${transitionDuration}`.split(', ').map(Number.parseFloat))
          return longest > 0.002 ? [one.className + part] : []
        }),
      ),
    )
    expect(moving, page.url()).toEqual([])
  }
  await expectStill()
  const lowest = async (name: string | RegExp, role: 'link' | 'button') => {
    const box = await page.getByRole(role, { name }).locator('visible=true').first().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  expect(await lowest('我的', 'link')).toBeLessThanOrEqual(844 - 34)
  await page.goto('/square/task_detail/7?task=3')
  await settled(page)
  await expectStill()
  expect(await lowest('修改后重交', 'link')).toBeLessThanOrEqual(844 - 34)
  await page.goto('/square/task_detail/submit/7?task=3')
  await settled(page)
  await expectStill()
  expect(await lowest(/^提交第/, 'button')).toBeLessThanOrEqual(844 - 34)
})

test('when the school moves to another time zone, every hour on the pages moves with it @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const staff = await school.asStaff('admin')
  const { versions, settings } = await staff(settingsAdmin.read)
  await logIn('student')
  const deadline = async () => {
    await page.goto('/square/task_detail/7?task=3')
    const words = page
      .getByText(/\d\d:\d\d截止$/)
      .locator('visible=true')
      .first()
    await expect(words).toHaveText(/^\d+月\d+日 周. \d\d:\d\d截止$/)
    return Number(/(\d\d):/.exec((await words.textContent()) ?? '')?.[1])
  }
  const before = await deadline()
  await staff(settingsAdmin.change, { settings: { timezone: 'Asia/Tokyo' }, versions: { timezone: versions.timezone } })
  expect(await deadline()).toBe((before + 1) % 24)
  const now = (await staff(settingsAdmin.read)).versions.timezone
  await staff(settingsAdmin.change, { settings: { timezone: settings.timezone }, versions: { timezone: now } })
})

test.describe('en-US', () => {
  test.use({ language: 'en-US' })

  test('a student who reads words 40 % longer sees no label cut off and never scrolls sideways', async ({
    page,
    logIn,
  }) => {
    await logIn('student')
    for (const path of ['/square/index', '/square/task_detail/7?task=3', '/square/mycenter?tab=settings']) {
      await page.goto(path)
      await settled(page)
      const cut = await page.evaluate(() => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const words: Text[] = []
        while (texts.nextNode())
          if (/^[\x20-\x7e]*[a-z]{3}[\x20-\x7e]*$/i.test(texts.currentNode.nodeValue ?? ''))
            words.push(texts.currentNode as Text)
        for (const word of words) word.data += ` ${word.data.slice(0, Math.ceil(word.data.length * 0.4) - 1)}`
        return [...document.querySelectorAll('button, a')].flatMap((one) => {
          const { overflowX, textOverflow } = getComputedStyle(one)
          const isCut =
            one.scrollWidth > one.clientWidth + 1 &&
            one.clientWidth > 0 &&
            overflowX !== 'auto' &&
            textOverflow !== 'ellipsis'
          return isCut && getComputedStyle(one).display !== 'inline' ? [one.textContent] : []
        })
      })
      expect(cut, path).toEqual([])
      await expectNoSideways(page)
    }
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('text-autospace')),
    ).toBe('normal')
  })
})
