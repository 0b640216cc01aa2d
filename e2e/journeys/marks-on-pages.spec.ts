import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { giveFullMarks } from '../give-full-marks.ts'
import { drawByMouse, ring } from '../drawing.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { handInFiles } from '../hand-in-files.ts'
import { closeDrawer, openPart } from '../pages/review-page.ts'
import { pdfWithScripts, photoOfPaper } from '../paper-files.ts'

const test = testsInNewSchool()

test('a teacher rings, frames and pins what a photo shows, a reload loses nothing, and the student reads it with and without the picture @phone', async ({
  page,
  school,
  logInStaff,
  browser,
}) => {
  const student = 's031'
  const { task_id, submit_id } = await handInFiles(school, student, [
    { name: '第一页.jpg', bytes: await photoOfPaper('12. x(20-2x)') },
    { name: '报告.pdf', bytes: pdfWithScripts() },
  ])
  const teacher = await school.asStaff('admin')
  await logInStaff('admin')
  await page.goto(`/admin/review?work=${submit_id}`)
  const tools = page.getByRole('toolbar', { name: '在图上画' })
  await tools.getByRole('button', { name: '画笔' }).click()
  await drawByMouse(page, /第一页/, ring)
  await tools.getByRole('button', { name: '方框' }).click()
  await drawByMouse(page, /第一页/, [
    [0.2, 0.5],
    [0.4, 0.53],
    [0.7, 0.56],
  ])
  const list = page.getByRole('region', { name: '图上的批注' })
  // Drawn with a mouse, a frame asks for its words: the drawer opens for them.
  await expect(list.getByLabel('图上批注2的文字')).toBeFocused()
  await page.keyboard.type('改完上一行再算一次。')
  const frame = page.getByRole('button', { name: '方框2：改完上一行再算一次。' })
  await expect(frame, 'what is written about stays in sight').toBeInViewport()
  await closeDrawer(page)
  // A superfluous stroke is undone.
  await tools.getByRole('button', { name: '图钉' }).click()
  await drawByMouse(page, /第一页/, [[0.8, 0.8]])
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await closeDrawer(page)
  await tools.getByRole('button', { name: '撤销' }).click()
  await openPart(page, '批注和评语')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await closeDrawer(page)
  await page.getByRole('button', { name: '「报告.pdf」第1页' }).click()
  await expect(page.getByText('Page one of the report')).toBeAttached()
  await drawByMouse(page, /第1页/, [[0.5, 0.25]])
  await list.getByLabel('图上批注3的文字').fill('题目要写全。')
  await expect
    .poll(async () => (await teacher(reviewToolsAdmin.work, { submit_id })).areas.map(({ text }) => text))
    .toEqual(['', '改完上一行再算一次。', '题目要写全。'])
  const [stroke] = (await teacher(reviewToolsAdmin.work, { submit_id })).areas
  expect(Math.max(...(stroke?.points.filter((_, at) => at % 2 === 0) ?? []))).toBeCloseTo(0.65, 1)

  await page.reload()
  await openPart(page, '批注和评语')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await expectNoSideways(page)
  await giveFullMarks(page)
  await page.getByRole('button', { name: /保存并下一份/ }).click()
  const asked = page.getByRole('dialog', { name: '1处只画了线，没有文字' })
  await asked.getByRole('button', { name: '去补一句' }).click()
  await expect(list.getByLabel('图上批注1的文字')).toBeFocused()
  await page.keyboard.type('这里漏乘了-2。')
  await page.getByRole('button', { name: /保存并下一份/ }).click()
  await expect(page.getByText(/100分/).first()).toBeVisible()

  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'zh-CN', baseURL: school.url })
  const token = await school.studentToken(student)
  await context.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  const theirs = await context.newPage()
  await theirs.addInitScript((mine) => localStorage.setItem('token', mine), token)
  await theirs.goto(`/square/task_detail/1?task=${task_id}`)
  const words = theirs.getByRole('list', { name: '老师在图上写的' })
  await expect(words.getByRole('listitem')).toHaveText([
    /这里漏乘了-2。画线 · 第一页\.jpg/,
    /改完上一行再算一次。方框 · 第一页\.jpg/,
    /题目要写全。图钉 · 报告\.pdf/,
  ])
  const stage = theirs.getByRole('region', { name: '文件' })
  const number = stage.getByRole('button', { name: '第2处：改完上一行再算一次。' })
  await expect(number).toBeVisible()
  await theirs.getByLabel('显示标记').uncheck()
  await expect(number).toBeHidden()
  await theirs.getByLabel('显示标记').check()
  await words.getByRole('button', { name: '看图上的第3处' }).click()
  await expect(stage.getByText('Page one of the report')).toBeAttached()
  await expectAccessible(theirs)
  await expectNoSideways(theirs)
  await context.close()
})
