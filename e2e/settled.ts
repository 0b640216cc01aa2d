import type { Page } from '@playwright/test'

/**
 * Waits until a page shows what it asked for: a heading, no grey places, the fonts. A quiet network would be waited for in
 * vain, for the event stream stays open.
 */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[data-skeleton]') === null)
  await page.evaluate(() => document.fonts.ready)
}
