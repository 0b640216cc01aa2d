import type { Page } from '@playwright/test'
import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { giveFullMarks } from '../give-full-marks.ts'
import { drawByMouse } from '../drawing.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { closeDrawer, openPart } from '../pages/review-page.ts'
import { handInFiles } from '../hand-in-files.ts'
import { pdfOfPages } from '../paper-files.ts'

const test = testsInNewSchool()
const pages = 20

/** The pages as they stand: how many the strip has, which one is drawn, and that no other is. */
const expectPage = async (page: Page, number: number) => {
  const stage = page.getByRole('region', { name: '文件' })
  await expect(stage.getByText(new RegExp(`Page number ${number}(?!\\d)`))).toBeAttached()
  await expect(stage.getByText(`第${number}页，共${pages}页`, { exact: true })).toBeAttached()
  await expect(stage.getByRole('list', { name: '页' }).getByRole('button')).toHaveCount(pages)
  await expect(stage.getByRole('img', { name: `第${number}页` })).toHaveCount(1)
  await expect(stage.locator('canvas')).toHaveCount(1)
  // Twenty places in the strip make the page no wider than its place.
  const room = () =>
    stage.evaluate((one) => {
      const place = one.closest('[data-work]') ?? document.documentElement
      return place.clientWidth - one.getBoundingClientRect().width
    })
  await expect.poll(room).toBeGreaterThanOrEqual(0)
}

const sizeOf = async (page: Page) =>
  (await page.getByRole('region', { name: '文件' }).locator('canvas').boundingBox()) ?? { width: 0, height: 0 }

test('a teacher leafs through, enlarges and turns a document of 20 pages, and a mark on page 17 stays on page 17, for its student too', async ({
  page,
  school,
  logInStaff,
  browser,
}, info) => {
  const student = info.project.name === 'phone' ? 's033' : 's034'
  const { task_id, submit_id } = await handInFiles(school, student, [{ name: '报告.pdf', bytes: pdfOfPages(pages) }])
  const teacher = await school.asStaff('admin')
  // The page numbers of the saves made while drawing.
  const saved: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(reviewAreasAdmin.savePage.path))
      saved.push((request.postDataJSON() as { page: number }).page)
  })
  await logInStaff('admin')
  await page.goto(`/admin/review?work=${submit_id}`)
  await expectPage(page, 1)
  const stage = page.getByRole('region', { name: '文件' })
  await page.keyboard.press('ArrowRight')
  await expectPage(page, 2)
  await page.keyboard.press('ArrowLeft')
  await expectPage(page, 1)
  await page.keyboard.press('ArrowLeft')
  await expectPage(page, 1)
  await stage.getByRole('button', { name: '「报告.pdf」第17页' }).click()
  await expectPage(page, 17)
  const whole = await sizeOf(page)
  await page.keyboard.press('+')
  await expect.poll(async () => (await sizeOf(page)).width).toBeCloseTo(whole.width * 1.5, -1)
  await page.keyboard.press('0')
  await page.keyboard.press('o')
  // The page is now landscape: wider than high.
  await expect.poll(async () => (await sizeOf(page)).width > (await sizeOf(page)).height).toBe(true)
  const frame = [
    [0.3, 0.3],
    [0.4, 0.4],
    [0.5, 0.6],
  ] as const
  await page.getByRole('toolbar', { name: '在图上画' }).getByRole('button', { name: '方框' }).click()
  await drawByMouse(page, /第17页/, frame)
  const list = page.getByRole('region', { name: '图上的批注' })
  await openPart(page, '批注和评语')
  await list.getByLabel('图上批注1的文字').fill('第17页的结论要写全。')
  // A superfluous pin is erased, restored and erased again.
  await closeDrawer(page)
  await page.getByRole('toolbar', { name: '在图上画' }).getByRole('button', { name: '图钉' }).click()
  await drawByMouse(page, /第17页/, [[0.7, 0.8]])
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await closeDrawer(page)
  for (const count of [1, 2, 1]) {
    if (count === 2) await page.getByRole('toolbar', { name: '在图上画' }).getByRole('button', { name: '撤销' }).click()
    else {
      const eraser = page.getByRole('toolbar', { name: '在图上画' }).getByRole('button', { name: '擦除' })
      if ((await eraser.getAttribute('aria-pressed')) !== 'true') await eraser.click()
      await stage.getByRole('button', { name: '删除批注2' }).click()
    }
    await openPart(page, '批注和评语')
    await expect(list.getByRole('listitem')).toHaveCount(count)
    await closeDrawer(page)
  }
  const marks = async () => (await teacher(reviewToolsAdmin.work, { submit_id })).areas
  await expect.poll(async () => (await marks()).map(({ text }) => text)).toEqual(['第17页的结论要写全。'])
  expect(new Set(saved)).toEqual(new Set([17]))
  // Drawn on a rotated page, stored in the page’s own orientation: x and y are swapped.
  const [mark] = await marks()
  expect(mark).toMatchObject({ page: 17, shape: 'box' })
  const [x = 0, y = 0, x2 = 0, y2 = 0] = mark?.points ?? []
  for (const [found, drawn] of [
    [Math.min(x, x2), 0.3],
    [Math.max(x, x2), 0.6],
    [Math.min(y, y2), 0.5],
    [Math.max(y, y2), 0.7],
  ] as const)
    expect(found).toBeCloseTo(drawn, 1)

  await page.reload()
  await expectPage(page, 1)
  await expect(stage.getByRole('button', { name: '「报告.pdf」第17页，1处批注' })).toBeVisible()
  await openPart(page, '批注和评语')
  await list.getByRole('button', { name: '看图上批注1' }).click()
  await expectPage(page, 17)
  await expectAccessible(page)
  await expectNoSideways(page)
  await giveFullMarks(page)
  await page.getByRole('button', { name: /保存并下一份/ }).click()
  await expect(page.getByText(/100分/).first()).toBeVisible()

  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'zh-CN', baseURL: school.url })
  const token = await school.studentToken(student)
  await context.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  const theirs = await context.newPage()
  await theirs.addInitScript((mine) => localStorage.setItem('token', mine), token)
  await theirs.goto(`/square/task_detail/1?task=${task_id}`)
  await expect(theirs.getByRole('list', { name: '老师在图上写的' })).toContainText('第17页')
  // It opens where the teacher wrote.
  await expectPage(theirs, 17)
  const shown = theirs.getByRole('region', { name: '文件' })
  await expect(shown.getByRole('button', { name: '第1处：第17页的结论要写全。' })).toBeVisible()
  await shown.getByRole('button', { name: '「报告.pdf」第18页' }).click()
  await expectPage(theirs, 18)
  await expect(shown.getByRole('button', { name: /^第1处：/ })).toBeHidden()
  await shown.getByRole('button', { name: '右转90°' }).click()
  await expect.poll(async () => (await sizeOf(theirs)).width > (await sizeOf(theirs)).height).toBe(true)
  await expectAccessible(theirs)
  await expectNoSideways(theirs)
  await context.close()
})
