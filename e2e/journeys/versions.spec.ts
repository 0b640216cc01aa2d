import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { handInFiles } from '../hand-in-files.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { isOnPhone } from '../pages/review-page.ts'
import { photoOfPaper } from '../paper-files.ts'
import { uploadFile } from '../upload-file.ts'

const test = testsInNewSchool()

/** Both versions are shown with their differences and photos, on a phone one above the other. */
const expectBothSides = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: '对比两版' })
  const [first, last] = [
    dialog.getByRole('region', { name: '前一版', exact: true }),
    dialog.getByRole('region', { name: '后一版', exact: true }),
  ]
  await expect(first.locator('del').first()).toHaveText('照片在附件里。')
  await expect(last.locator('ol ins').last()).toHaveText('单位补上了。')
  await expect(first.getByRole('img', { name: '图片「第一版.jpg」' })).toBeVisible()
  await expect(last.getByRole('img', { name: '图片「第三版.jpg」' })).toBeVisible()
  await expect(async () => {
    const [a, b] = [await first.boundingBox(), await last.boundingBox()]
    if ((page.viewportSize()?.width ?? 0) < 720) expect(b?.y).toBeGreaterThan((a?.y ?? 0) + (a?.height ?? 0) - 1)
    else expect(b?.x).toBeGreaterThan((a?.x ?? 0) + (a?.width ?? 0) - 1)
  }).toPass({ timeout: 10_000 })
  await expectAccessible(page)
  await expectNoSideways(page)
  return dialog
}

test('the first version stands beside the last, for the student and for the reviewer, and another one is chosen', async ({
  page,
  school,
  logIn,
  browser,
}, info) => {
  const student = info.project.name === 'phone' ? 's033' : 's034'
  const admin = await school.asStaff('admin')
  const send = await school.asStudent(student)
  const token = await school.studentToken(student)
  const given = await handInFiles(school, student, [{ name: '第一版.jpg', bytes: await photoOfPaper('+ 25') }])
  let { submit_id } = given
  for (const [name, content] of [
    ['第二版.jpg', '改了第二行。'],
    ['第三版.jpg', '改了第二行。单位补上了。'],
  ] as const) {
    await admin(reviewsAdmin.open, { submit_id })
    await admin(reviewsAdmin.decide, { submit_id, decision: 'return', text: '再改一次。', hold: false })
    const photo = await uploadFile(school, token, { name, bytes: await photoOfPaper(name) })
    const { task_id } = given
    const next = await send(submissions.submit, {
      task_id,
      content,
      files: [photo],
      statement: true,
      key: `${student}${name}`,
    })
    submit_id = 'submit_id' in next ? next.submit_id : 0
  }
  const { task } = await send(studentTask.detail, { id: given.task_id })

  await logIn(student)
  await page.goto(`/square/task_detail/${task.guild_id}?task=${task.id}`)
  const ask = page.getByRole('button', { name: '对比两版' })
  await ask.focus()
  await page.keyboard.press('Enter')
  const dialog = await expectBothSides(page)
  await dialog.getByRole('combobox', { name: '前一版' }).selectOption({ index: 1 })
  await expect(dialog.getByRole('img', { name: '图片「第二版.jpg」' })).toBeVisible()
  await expect(dialog.locator('del')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(ask).toBeFocused()

  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'zh-CN', baseURL: school.url })
  const staffPage = await context.newPage()
  await staffPage.addInitScript((mine) => localStorage.setItem('admin_token', mine), await school.staffToken('admin'))
  await staffPage.goto(`/admin/review?state=all&work=${submit_id}`)
  if (isOnPhone(staffPage)) await staffPage.getByRole('button', { name: '更多' }).click()
  await staffPage.getByRole('button', { name: '对比两版' }).click()
  await expectBothSides(staffPage)
  await context.close()
})
