import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { expectAccessible } from '../accessible.ts'
import { handInFiles } from '../hand-in-files.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { photoOfPaper } from '../paper-files.ts'
import { uploadFile } from '../upload-file.ts'

const test = testsInNewSchool()

test('a student ticks what is mended of a returned work, the teacher sees it and ticks another, and the page hears of it', async ({
  page,
  school,
  logIn,
  browser,
}, info) => {
  const student = info.project.name === 'phone' ? 's031' : 's032'
  const { task_id, submit_id } = await handInFiles(school, student, [
    { name: '第一页.jpg', bytes: await photoOfPaper('12. x(20-2x)') },
  ])
  const admin = await school.asStaff('admin')
  await admin(reviewsAdmin.open, { submit_id })
  const mark = (quote: string, text: string) => ({ version: 1, quote, prefix: '', suffix: '', text })
  await admin(reviewsAdmin.decide, {
    submit_id,
    decision: 'return',
    text: '再改一次。',
    marks: [mark('照片', '写清楚是哪一张。'), mark('附件', '附件要写名字。')],
    hold: false,
  })
  await logIn(student)
  const { task } = await (await school.asStudent(student))(studentTask.detail, { id: task_id })
  await page.goto(`/square/task_detail/${task.guild_id}?task=${task_id}`)
  const [first, second] = [
    page.getByRole('button', { name: '第1处改好了' }),
    page.getByRole('button', { name: '第2处改好了' }),
  ]
  await expect(first).toHaveAttribute('aria-pressed', 'false')
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(first).toBeFocused()
  await expect(page.getByText('2处里改好了1处')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)

  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'zh-CN', baseURL: school.url })
  const staffPage = await context.newPage()
  await staffPage.addInitScript((mine) => localStorage.setItem('admin_token', mine), await school.staffToken('admin'))
  await staffPage.goto(`/admin/review?state=all&work=${submit_id}`)
  const marks = staffPage.getByRole('region', { name: /第1版的批注/ })
  await expect(marks.getByRole('checkbox', { name: /写清楚是哪一张/ })).toBeChecked()
  await expect(marks.getByText('学生说改好了')).toBeVisible()
  await marks.getByRole('checkbox', { name: /附件要写名字/ }).click()
  await expect(marks).toContainText('2处里改好了2处')
  await expectAccessible(staffPage)
  await context.close()

  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('老师标的')).toBeVisible()
  await expectAccessible(page)
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'false')
  await expect
    .poll(async () => (await admin(reviewToolsAdmin.work, { submit_id })).feedback[0]?.mended.map(({ place }) => place))
    .toEqual([0])
})

test('a student sees each marked place of the old version beside the new one, and ticks it by keyboard', async ({
  page,
  school,
  logIn,
}, info) => {
  const student = info.project.name === 'phone' ? 's035' : 's036'
  const { task_id, submit_id } = await handInFiles(school, student, [
    { name: '第一版.jpg', bytes: await photoOfPaper('-2(x-5)+25') },
  ])
  const admin = await school.asStaff('admin')
  const { files } = await admin(reviewsAdmin.open, { submit_id })
  await admin(reviewAreasAdmin.savePage, {
    ...{ submit_id, file_id: files[0]?.id ?? 0, page: 1, seen: 0 },
    marks: [
      { shape: 'box', points: [0.1, 0.08, 0.5, 0.14], text: '负二没有乘进去，这里应加50。' },
      { shape: 'pin', points: [0.9, 0.9], text: '答要带单位。' },
    ],
  })
  await admin(reviewsAdmin.decide, { submit_id, decision: 'return', text: '按图上的改。', hold: false })
  const send = await school.asStudent(student)
  const token = await school.studentToken(student)
  const file = await uploadFile(school, token, { name: '第二版.jpg', bytes: await photoOfPaper('-2(x-5)+50') })
  const sent = { content: '改好了。', files: [file], statement: true, key: `second-of-${student}` }
  await send(submissions.submit, { task_id, ...sent })
  await logIn(student)
  const { task } = await send(studentTask.detail, { id: task_id })
  await page.goto(`/square/task_detail/${task.guild_id}?task=${task_id}`)
  const part = page.getByRole('region', { name: /^改好了哪些/ })
  await expect(part.getByRole('heading')).toHaveText('改好了哪些 和第1版比，2处里改好了0处')
  const first = part.getByRole('listitem').first()
  await expect(first).toContainText('还没改')
  await expect(first).toContainText('上次：负二没有乘进去，这里应加50。')
  for (const name of ['第1版里第1处的样子', '第2版里第1处的样子']) {
    const cut = first.getByRole('img', { name })
    await cut.scrollIntoViewIfNeeded()
    // A smaller copy of the picture, of which a wide section is visible.
    await expect.poll(() => cut.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    const shape = await cut.evaluate((one) => {
      const [whole, seen] = [one.getBoundingClientRect(), one.parentElement?.getBoundingClientRect()]
      return seen ? [seen.width / whole.width, (whole.left + whole.width * 0.1 - seen.left) / seen.width] : []
    })
    expect(shape[0]).toBeCloseTo(0.5, 1)
    // The box starts within the visible section.
    expect(shape[1]).toBeGreaterThan(0)
  }
  const toggle = first.getByRole('button', { name: '第1处改好了' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(part.getByRole('heading')).toHaveText('改好了哪些 和第1版比，2处里改好了1处')
  await expect(first).not.toContainText('还没改')
  // Scrolled to the top, because an element half hidden under the frame would count as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSideways(page)
})
