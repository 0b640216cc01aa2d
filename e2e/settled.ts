import type { Page } from '@playwright/test'

/**
 * Waits until a page shows its content: a heading, no skeletons, the fonts. It cannot wait for a quiet network, because
 * the event stream stays open.
 */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[data-skeleton]') === null)
  await page.evaluate(() => document.fonts.ready)
}
