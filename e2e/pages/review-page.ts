import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectNoSideways } from '../journey.ts'

const handleOf = (page: Page): Locator => page.getByRole('button', { name: '评分和评语' })

/** Whether the review page is that of a phone, whose score and words lie in a drawer. */
export const isOnPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 1280) <= 720

/** Shows the part with the score, or the one with marks and words; on a phone this opens the drawer. */
export const openPart = async (page: Page, part: '打分' | '批注和评语'): Promise<void> => {
  if (!isOnPhone(page)) return
  const handle = handleOf(page)
  if ((await handle.getAttribute('aria-expanded')) !== 'true') await handle.click()
  await page.getByRole('group', { name: '给什么' }).getByRole('button', { name: part }).click()
}

/** Closes the drawer on a phone, so that only the picture with its tools is visible. */
export const closeDrawer = async (page: Page): Promise<void> => {
  const handle = handleOf(page)
  if (isOnPhone(page) && (await handle.getAttribute('aria-expanded')) === 'true') await handle.click()
}

/** Records a voice by pressing with the thumb, and types a score on the pad of the drawer, which its handle closes. */
export const scoreByThumb = async (page: Page, speaksToo: boolean): Promise<void> => {
  const drawer = page.getByRole('complementary', { name: '评分' })
  if (speaksToo) {
    // The last mark is in view, so the voice is about it.
    await drawer.getByRole('button', { name: '按住说第3处' }).hover()
    await page.mouse.down()
    await expect(drawer.getByRole('button', { name: '保存并下一份' })).toBeHidden()
    await expect(drawer.getByText('0:01', { exact: true })).toBeVisible()
    await page.mouse.up()
    await expect(
      drawer
        .getByRole('listitem')
        .nth(2)
        .getByRole('button', { name: /^播放语音/ }),
    ).toBeVisible()
  }
  await openPart(page, '打分')
  const pad = drawer.getByRole('group', { name: '数字键盘' })
  for (const digit of ['8', '6', '0']) await pad.getByRole('button', { name: digit, exact: true }).tap()
  // 860 of 100 is not a score: the last digit starts a new one.
  await expect(page.getByLabel(/^分数/)).toHaveValue('0')
  for (const name of ['删一位', '8', '6']) await pad.getByRole('button', { name, exact: true }).tap()
  await expect(page.getByLabel(/^分数/)).toHaveValue('86')
  await expect(drawer.getByLabel('总分')).toContainText('通过')
  if (speaksToo) {
    await expect(drawer.getByText(/^草稿已保存/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSideways(page)
  }
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await drawer.getByRole('button', { name: '评分和评语' }).tap()
  await expect(pad).toHaveCount(0)
}
