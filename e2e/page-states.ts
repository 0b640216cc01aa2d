import { studentPages } from '@tongchuang/contract/paths.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { hearCalls } from './hear-calls.ts'
import type { Call } from './hear-calls.ts'
import { expect, expectNoSideways } from './journey.ts'
import { settled } from './settled.ts'

/** The states of a page: its calls are held back, refused or passed, or there is no network. */

const refused = { code: 0, msg: '服务器开小差了', time: 1, data: { reason: 'FAULT', request_id: '8f3a' } }

// Some calls of the specification use POST although they only read.
const readByPost = /\/(get[A-Z]\w+|devices)$/

/** The server's answers, held back, refused or passed; and the calls that were made. */
export const answersOf = async (page: Page) => {
  const asked = new Set<string>()
  const held: Call[] = []
  let mode: 'hold' | 'refuse' | 'pass' = 'pass'
  // Before the log-in the page itself reads the site; after it the frame has read the site and the user.
  let always = /\/events$/
  // The first call of a page: with its answer, the other calls fail one by one.
  let first: RegExp | null = null
  // Presses without a network must leave the school unchanged.
  let mayWrite = true
  await hearCalls(page, (call) => {
    const { pathname } = new URL(call.url)
    if (!mayWrite && call.method !== 'GET' && !readByPost.test(pathname)) return call.answer(refused)
    if (always.test(pathname) || first?.test(pathname)) return call.pass()
    asked.add(pathname)
    if (mode === 'pass') return call.pass()
    if (mode === 'refuse') return call.answer(refused)
    held.push(call)
  })
  return {
    asked,
    held,
    hold: () => void (mode = 'hold'),
    refuse: async () => {
      mode = 'refuse'
      for (let call = held.pop(); call; call = held.pop()) await call.answer(refused)
    },
    pass: () => {
      mode = 'pass'
      asked.clear()
    },
    spare: (read: RegExp | null) => void (first = read),
    loggedIn: () => void (always = /\/(events|getUserInfo|site|admin\/me)$|^\/api\/files\//),
    writes: (may: boolean) => void (mayWrite = may),
  }
}
export type Answers = Awaited<ReturnType<typeof answersOf>>

/**
 * Calls that show no failure on the page: numbers beside words, updates behind the shown content, and a moment that can
 * be shown another time.
 */
const placeless = [
  '/api/message/unread',
  '/api/student/see_moment',
  '/api/submit/get_submit_like',
  '/api/admin/message/unread',
]

const focusIsSomewhere = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body), 'the focus').toBe(true)

/** Loading, failure, retry: every failed read has a place that says so, and each of them asks again. */
export const walkFailure = async (
  page: Page,
  answers: Answers,
  address: string,
  { decoration = [], standsAtOnce = false }: { decoration?: readonly string[]; standsAtOnce?: boolean } = {},
): Promise<void> => {
  const main = page.getByRole('main')
  const retry = main.getByRole('button', { name: '重试' })
  answers.asked.clear()
  answers.hold()
  await page.goto(address)
  await expect.poll(() => answers.held.length).toBeGreaterThan(0)
  if (!standsAtOnce && !address.startsWith(studentPages.login))
    await expect.soft(main.locator('[data-skeleton]').first(), `${address} while it waits`).toBeVisible()

  // The message is visible for only five seconds, so the wait begins before it appears.
  const said = page.locator('[role=alert]:not(main *)').filter({ hasText: '服务器开小差了' }).first().waitFor()
  said.catch(() => undefined)
  await answers.refuse()
  await expect(retry.first(), `${address} that failed`).toBeVisible()
  await said
  await expect.soft(page.locator('[data-skeleton]'), `${address}: grey for ever`).toHaveCount(0)
  await expectAccessible(page)

  const failed = [...answers.asked]
  answers.pass()
  // Parts that appear with the first answers may have failed as well, and show it then.
  await expect(async () => {
    while ((await retry.count()) > 0) await retry.first().press('Enter', { timeout: 1_000 })
    await settled(page)
    await expect(retry).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const silent = failed.filter(
    (path) => !answers.asked.has(path) && !placeless.includes(path) && !decoration.includes(path),
  )
  expect.soft(silent, `${address}: failed, and nothing on the page asks for it again`).toEqual([])
  await expect.soft(main.getByRole('alert').filter({ hasText: /./ }), `${address}: complaints`).toHaveCount(0)
  await focusIsSomewhere(page)
}

/**
 * Presses every button of a page, one after the other, closes what opens and returns from other pages; returns the
 * number of buttons.
 */
const pressEverything = async (page: Page): Promise<number> => {
  const address = page.url()
  const buttons = page.getByRole('main').locator('button:not([disabled], [aria-disabled=true])')
  const count = Math.min(await buttons.count(), 40)
  let pressed = 0
  for (let at = 0; at < count; at += 1) {
    const isThere = await buttons
      .nth(at)
      .evaluate(
        (one: HTMLElement) => {
          if (!one.checkVisibility()) return false
          one.focus()
          one.click()
          return true
        },
        undefined,
        { timeout: 1_000 },
      )
      .catch(() => false)
    if (!isThere) continue
    pressed += 1
    for (let open = 0; open < 3 && (await page.locator('dialog[open]').count()) > 0; open += 1)
      await page.keyboard.press('Escape')
    if (page.url() !== address) await page.evaluate((was) => history.replaceState(history.state, '', was), address)
  }
  return pressed
}

/**
 * Without a network the loaded content stays, marked as outdated by the banner; with the network nothing is missing.
 */
export const walkOffline = async (page: Page, context: BrowserContext): Promise<void> => {
  const blocks = () => page.getByRole('main').getByRole('heading').allTextContents()
  // Decoration loads at any time: the page must be unchanged over repeated looks before the test goes on.
  let before = await blocks()
  let calm = 0
  const look = async (): Promise<number> => {
    const last = before.join('\n')
    before = await blocks()
    calm = before.join('\n') === last ? calm + 1 : 0
    return calm
  }
  await expect.poll(look, { intervals: [200] }).toBeGreaterThanOrEqual(3)
  await context.setOffline(true)
  await expect.soft(page.getByText(/网络断开了.*页面上是/), `${page.url()} without a network`).toBeVisible()
  expect.soft(await blocks(), `${page.url()} without a network`).toEqual(before)
  await expectNoSideways(page)
  await context.setOffline(false)
  await expect.soft(page.getByText(/网络断开了/)).toHaveCount(0)
  await settled(page)
  expect.soft(await blocks(), `${page.url()} with it again`).toEqual(before)
}

/** Whether everything is pressed on every page, instead of only on those where people type: WALK=all. */
export const isWhole = process.env.WALK === 'all'

/** Whether everything on a page of the admin site is pressed without a network. */
export const isPressed = (address: string): boolean =>
  isWhole || /^\/(review$|grades|settings$|tasks\/\d|guilds\/\d+\/(settings|announcements))/.test(address)

/** Presses everything on a page without a network: the page stays usable, and with the network it is complete again. */
export const pressWithoutNetwork = async (page: Page, context: BrowserContext, answers: Answers): Promise<void> => {
  const address = page.url()
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  answers.writes(false)
  await context.setOffline(true)
  await pressEverything(page)
  await expect.soft(heading, `${address} stands`).toHaveCount(1)
  await context.setOffline(false)
  await expect.soft(page.getByText(/网络断开了/)).toHaveCount(0)
  // A part of the site that could not be fetched is fetched by opening the page anew.
  await expect(() => settled(page)).toPass({ timeout: 20_000 })
  await page.goto(address)
  await settled(page)
  // Unfinished input is covered by other journeys, so it is removed here.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (!/token|locale/.test(key)) localStorage.removeItem(key)
  })
  await page.reload()
  await settled(page)
  answers.writes(true)
  await expect.soft(heading, `${address} stands again`).toHaveCount(1)
  await expect.soft(page.getByRole('main').getByRole('button', { name: '重试' }), `${address} again`).toHaveCount(0)
}
