import type { Page, Route } from '@playwright/test'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, test } from '../journey.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

type Watched = { shifts: { value: number; what: string }[]; first: { isSeen: boolean; after: number } | null }

/** Notes what moves by itself, and how the first grey place comes: unseen, until so many milliseconds have gone by. */
const watchLayout = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const watched: Watched = { shifts: [], first: null }
    Object.assign(globalThis, { watched })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] }
    const nameOf = (node: Node | null) => (node instanceof Element ? `${node.tagName} ${node.className}` : (node?.nodeName ?? ''))
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          watched.shifts.push({
            value,
            what: sources.map(({ node, previousRect, currentRect }) => `${nameOf(node)} from ${previousRect.y} to ${currentRect.y}`).join(', '),
          })
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const bone = document.querySelector('[class*="_bone_"]')
      if (!bone || watched.first) return
      const [showing] = bone.getAnimations()
      watched.first = { isSeen: getComputedStyle(bone).visibility === 'visible', after: showing?.effect?.getTiming().delay ?? 0 }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true })
  })

const read = (page: Page): Promise<Watched> => page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched)

/** Answers that wait until somebody lets them go; who one is and what the site is called come at once, as after the first page. */
const holdAnswers = async (page: Page) => {
  const held: Route[] = []
  let isOpen = false
  await page.route('**/api/**', async (route) => {
    if (isOpen || /getUserInfo|\/site$|events/.test(route.request().url())) await route.continue()
    else held.push(route)
  })
  return {
    held,
    close: () => {
      isOpen = false
    },
    /** Lets them go one after the other, the last one first: what comes early has what comes late above it. */
    release: async () => {
      while (held.length > 0) {
        const route = held.pop()
        const answered = page.waitForResponse((response) => response.request() === route?.request())
        await route?.continue()
        await answered
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      }
      isOpen = true
    },
  }
}

const pagesOf = async (school: School): Promise<string[]> => {
  const send = await school.asStudent('student')
  const [doing] = (await send(tasks.listByGuild, { state: 'doing', limit: 1 })).list
  const [work] = (await send(works.list, { sort: 'new', limit: 1 })).list
  if (!doing || !work) throw new Error('the sample school has neither a task under way nor a work')
  return [
    '/square/index',
    '/works/index',
    '/tradeunion/index',
    `/square/guild_details/${doing.guild_id}/-/all`,
    `/square/task_detail/${doing.guild_id}?task=${doing.id}`,
    '/square/rankings',
    '/square/mycenter',
    '/square/mycenter?tab=settings',
  ]
}

test('while answers are on their way the page keeps the places of what will come: nothing jumps', async ({ page, logIn, school }) => {
  await logIn('student')
  await watchLayout(page)
  const answers = await holdAnswers(page)
  for (const address of await pagesOf(school)) {
    await test.step(address, async () => {
      answers.close()
      await page.goto(address)
      await expect.poll(() => answers.held.length).toBeGreaterThan(0)
      const bones = page.locator('main [class*="_bone_"]')
      await expect.soft(bones.first()).toBeVisible()
      // The frame stays: no wheel in place of the page.
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.locator('main [class*="spin"], main [role="progressbar"]')).toHaveCount(0)
      await answers.release()
      await settled(page)
      const { shifts, first } = await read(page)
      expect.soft(first, `${address}: when the first grey place is seen`).toEqual({ isSeen: false, after: 150 })
      const moved = shifts.reduce((sum, { value }) => sum + value, 0)
      expect.soft(moved, `${address}: ${JSON.stringify(shifts)}`).toBeLessThan(0.05)
    })
  }
})

test('back shows what was there at once, while it is asked for anew', async ({ page, logIn }) => {
  await logIn('student')
  await page.goto('/square/index')
  await settled(page)
  const titles = page.getByRole('article')
  await titles.first().waitFor()
  const before = await titles.count()
  await page.getByRole('link', { name: '公会', exact: true }).locator('visible=true').first().click()
  await expect(page).toHaveURL(/tradeunion/)
  await settled(page)
  const answers = await holdAnswers(page)
  await page.goBack()
  await expect(page).toHaveURL(/square\/index/)
  await expect(titles).toHaveCount(before)
  await expect(page.locator('[class*="_bone_"]')).toHaveCount(0)
  await answers.release()
})
