import type { Page } from '@playwright/test'
import { calendar } from '@tongchuang/contract/calendar.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { settled } from '../settled.ts'

/** A picture of 640 by 400 pixels, made in the browser. */
const aPicture = (page: Page): Promise<Buffer> =>
  page
    .evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 400
      const pen = canvas.getContext('2d')
      if (pen) {
        pen.fillStyle = '#165dff'
        pen.fillRect(0, 0, 640, 400)
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    .then((text) => Buffer.from(text, 'base64'))

test('a student cuts a picture with the keyboard, copies and resets the calendar, leaves the rankings, chooses notices and takes their data along @phone', async ({
  page,
  logIn,
  school,
}) => {
  const name = 's022'
  const send = await school.asStudent(name)
  await logIn(name)
  await page.goto('/square/mycenter?tab=settings')
  await settled(page)
  await expectNoSideways(page)

  await page
    .getByLabel('更换头像')
    .setInputFiles({ name: '我.png', mimeType: 'image/png', buffer: await aPicture(page) })
  const crop = page.getByRole('dialog', { name: '裁剪头像' })
  await crop.getByLabel('放大').press('ArrowRight')
  await expect(crop.getByLabel('放大')).toHaveValue('1.1')
  await crop.getByLabel('拖动或按方向键移动').press('ArrowRight')
  await pressEnter(crop.getByRole('button', { name: '用这张头像' }))
  await expect(crop).toBeHidden()
  expect((await send(profile.get)).avatar).toContain('/api/files/')
  await expect(page.getByRole('button', { name: '恢复默认' })).toBeVisible()

  await page.getByRole('switch', { name: '收到赞（每天合成一条）：站内' }).press('Space')
  await expect
    .poll(async () => (await send(messages.settings)).topics.find(({ topic }) => topic === 'likes')?.in_app)
    .toBe(false)

  const ways = page.getByRole('group', { name: '榜单' })
  await expect(ways.getByRole('radio', { name: /^显示昵称/ })).toBeChecked()
  for (const [way, kept] of [
    ['匿名', 'anonymous'],
    ['不上榜', 'hidden'],
  ] as const) {
    await ways.getByRole('radio', { name: way }).check()
    await expect.poll(async () => (await send(profile.get)).ranking_visibility).toBe(kept)
  }
  await ways.getByRole('radio', { name: /^显示昵称/ }).check()
  await expect.poll(async () => (await send(profile.get)).ranking_visibility).toBe('nickname')

  const part = page.getByRole('region', { name: '日历' })
  await part.getByRole('button', { name: '生成订阅地址' }).click()
  const first = await part.getByLabel('日历订阅地址').inputValue()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await part.getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  expect((await page.request.get(first)).status()).toBe(200)
  await part.getByRole('button', { name: '重置' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click()
  await expect(part.getByLabel('日历订阅地址')).not.toHaveValue(first)
  expect((await page.request.get(first)).status()).toBe(404)
  expect((await send(calendar.get)).path).not.toBeNull()

  await page.getByRole('button', { name: '导出我的数据' }).click()
  const link = page.getByRole('link', { name: /^下载ZIP/ })
  await expect(link).toBeVisible({ timeout: 20_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('我的数据.zip')
  await expectAccessible(page)
})

test('a student reads the days of work as a table and as a year, and every entry of the ledgers @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/mycenter')
  const days = page.getByRole('table', { name: '最近28天' })
  await expect(days.getByRole('cell')).toHaveCount(28)
  await expect(days.getByRole('cell', { name: /，\d+件/ }).first()).toBeVisible()
  await pressEnter(page.getByRole('button', { name: '看一整年' }))
  await expect(page.getByRole('dialog', { name: '看一整年' }).getByRole('row')).not.toHaveCount(0)
  // A phone shows a part of the year: the one with today.
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('dialog', { name: '看一整年' }).locator('rect').last()).toBeInViewport()
  await page.setViewportSize({ width, height })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '看明细' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '经验和积分明细' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: '按时提交' }).first()).toContainText('+10')
  await page.getByRole('button', { name: '积分' }).click()
  await expect(page).toHaveURL(/of=score/)
  await expect(page.getByRole('listitem').filter({ hasText: '成绩公布' }).first()).toBeVisible()
})
