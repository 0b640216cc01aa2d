import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { expectAccessible } from '../accessible.ts'
import { handInFiles } from '../hand-in-files.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { photoOfPaper } from '../paper-files.ts'

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
  const desk = await context.newPage()
  await desk.addInitScript((mine) => localStorage.setItem('admin_token', mine), await school.staffToken('admin'))
  await desk.goto(`/admin/review?state=all&work=${submit_id}`)
  const marks = desk.getByRole('region', { name: /第1版的批注/ })
  await expect(marks.getByRole('checkbox', { name: /写清楚是哪一张/ })).toBeChecked()
  await expect(marks.getByText('学生说改好了')).toBeVisible()
  await marks.getByRole('checkbox', { name: /附件要写名字/ }).click()
  await expect(marks).toContainText('2处里改好了2处')
  await expectAccessible(desk)
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
