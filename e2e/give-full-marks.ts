import type { Page } from '@playwright/test'
import { openPart } from './pages/review-page.ts'

/**
 * Gives the open work full marks. Handles tasks with and without criteria, because the task of a sample student varies
 * with the hour.
 */
export const giveFullMarks = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: /^评分/ }).waitFor()
  await openPart(page, '打分')
  const highest = page.getByRole('button', { name: /：5档/ })
  const criteria = await highest.count()
  if (criteria === 0) await page.getByLabel(/^分数/).fill('100')
  for (let at = 0; at < criteria; at += 1) await highest.nth(at).click()
}
