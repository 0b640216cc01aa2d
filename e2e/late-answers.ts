import { expect, type Locator, type Page } from '@playwright/test'
import { hearCalls } from './hear-calls.ts'
import type { Call } from './hear-calls.ts'
import { settled } from './settled.ts'

type Watched = { shifts: { value: number; what: string }[]; first: { isSeen: boolean; after: number } | null }

/**
 * Records layout shifts, and the style of the first skeleton: whether it is visible at once, and the milliseconds until
 * it is shown.
 */
export const watchLayout = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const watched: Watched = { shifts: [], first: null }
    Object.assign(globalThis, { watched })
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName} ${node.className}` : (node?.nodeName ?? '')
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          watched.shifts.push({
            value,
            what: sources
              .map(
                ({ node, previousRect, currentRect }) => `${nameOf(node)} from ${previousRect.y} to ${currentRect.y}`,
              )
              .join(', '),
          })
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const bone = document.querySelector('[data-skeleton]')
      if (!bone || watched.first) return
      const [showing] = bone.getAnimations()
      watched.first = {
        isSeen: getComputedStyle(bone).visibility === 'visible',
        after: showing?.effect?.getTiming().delay ?? 0,
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true })
  })

const readLayout = (page: Page): Promise<Watched> =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched)

/**
 * Holds answers back until they are released; those about the caller and the site are passed at once, as after the
 * first page.
 */
export const holdAnswers = async (page: Page) => {
  const held: Call[] = []
  let isOpen = false
  await hearCalls(page, (call) => {
    if (isOpen || /getUserInfo|\/admin\/me$|\/site$|events/.test(call.url)) return call.pass()
    held.push(call)
  })
  return {
    held,
    close: () => {
      isOpen = false
    },
    /**
     * Releases them one at a time, the last one first, so that content that arrives early has late content above it.
     */
    release: async () => {
      for (let call = held.pop(); call; call = held.pop()) {
        const { url, method, pass } = call
        const answered = page.waitForResponse((one) => one.url() === url && one.request().method() === method)
        await pass()
        await answered
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      }
      isOpen = true
    },
  }
}

type Answers = Awaited<ReturnType<typeof holdAnswers>>

/**
 * Opens a page whose answers are late: its frame and, a moment later, its skeletons are visible, and nothing moves when
 * the answers arrive.
 */
export const expectPlacesKept = async (
  page: Page,
  answers: Answers,
  { address, frame }: { address: string; frame: Locator },
): Promise<void> => {
  answers.close()
  await page.goto(address)
  await expect.poll(() => answers.held.length, address).toBeGreaterThan(0)
  await expect
    .soft(page.locator('main [data-skeleton]').first(), `${address} has grey places`)
    .toBeVisible({ timeout: 3_000 })
  // The frame stays: no spinner replaces the page.
  await expect.soft(frame, address).toBeVisible()
  await expect.soft(page.locator('main [class*="spin"], main [role="progressbar"]'), address).toHaveCount(0)
  await answers.release()
  await settled(page)
  const { shifts, first } = await readLayout(page)
  expect.soft(first, `${address}: when the first grey place is seen`).toEqual({ isSeen: false, after: 150 })
  const moved = shifts.reduce((sum, { value }) => sum + value, 0)
  expect.soft(moved, `${address}: ${JSON.stringify(shifts)}`).toBeLessThan(0.05)
}
