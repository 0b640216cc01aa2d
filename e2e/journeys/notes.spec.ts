import type { Page } from '@playwright/test'
import { notes } from '@tongchuang/contract/notes.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { handInFiles } from '../hand-in-files.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { photoOfPaper } from '../paper-files.ts'
import type { School } from '../start-school.ts'

const test = testsInNewSchool()

/** A work with a result that is out, and its student’s page. */
const answered = async (school: School, student: string) => {
  const { task_id, submit_id } = await handInFiles(school, student, [
    { name: '第一页.jpg', bytes: await photoOfPaper('12. x(20-2x)') },
  ])
  const admin = await school.asStaff('admin')
  await admin(reviewsAdmin.open, { submit_id })
  await admin(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 86, text: '范围写全了。', hold: false })
  return { task_id, submit_id, address: `/square/task_detail/1?task=${task_id}` }
}

const threadOn = (page: Page) => page.getByRole('region', { name: '和老师说一句' })

test('a student asks under a result, the teacher sees who waits and answers, and the student is told', async ({
  page,
  school,
  logIn,
  browser,
}, info) => {
  const student = info.project.name === 'phone' ? 's031' : 's032'
  const { address } = await answered(school, student)
  await logIn(student)
  await page.goto(address)
  const thread = threadOn(page)
  const words = thread.getByRole('textbox', { name: '写给老师' })
  await words.fill('老师，范围里不包括 0 和 10，')
  // Unsent words are there again after a reload.
  await page.reload()
  await expect(words).toHaveValue('老师，范围里不包括 0 和 10，')
  await words.fill('老师，范围里不包括 0 和 10，是因为围不成吗？')
  await thread.getByRole('button', { name: '发给老师' }).click()
  await expect(thread.getByRole('listitem')).toContainText('等老师回复')
  await expect(words).toHaveValue('')
  await expectAccessible(page)
  await expectNoSideways(page)

  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'zh-CN', baseURL: school.url })
  const staffPage = await context.newPage()
  await staffPage.addInitScript((mine) => localStorage.setItem('admin_token', mine), await school.staffToken('admin'))
  await staffPage.goto('/admin')
  await staffPage.getByRole('link', { name: /等老师回复/ }).click()
  const waiting = staffPage.getByRole('list', { name: '等老师回复' })
  const entry = waiting.locator('> li').filter({ hasText: '是因为围不成吗？' })
  await entry.getByRole('textbox', { name: /^回复/ }).fill('对，那样就围不成菜园了。')
  await expectAccessible(staffPage)
  await expectNoSideways(staffPage)
  await entry.getByRole('button', { name: /^回复/ }).click()
  await expect(entry.getByRole('paragraph').filter({ hasText: '对，那样就围不成菜园了。' })).toBeVisible()
  await expect(entry.getByRole('button', { name: /不用回复/ })).toHaveCount(0)
  await staffPage.reload()
  await expect(staffPage.getByRole('main')).toContainText(/没有人在等回复|等老师回复/)
  await expect(staffPage.getByText('是因为围不成吗？')).toHaveCount(0)
  await context.close()

  // The open page hears of it.
  await expect(thread.getByText('对，那样就围不成菜园了。')).toBeVisible()
  await expect(thread.getByText('等老师回复')).toHaveCount(0)
  await page.getByRole('button', { name: /^通知/ }).click()
  await page
    .getByRole('link', { name: /给你写了一句/ })
    .first()
    .click()
  await expect(page).toHaveURL(/#notes$/)
  await expect(thread).toBeInViewport()
})

test('a student changes a note, takes it back and brings it again, with the keyboard alone', async ({
  page,
  school,
  logIn,
}, info) => {
  const student = info.project.name === 'phone' ? 's033' : 's034'
  const { task_id, address } = await answered(school, student)
  const send = await school.asStudent(student)
  await send(notes.write, { task_id, content: '看不懂第二行', key: 'a-key-of-this-note' })
  await logIn(student)
  await page.goto(address)
  const thread = threadOn(page)
  await thread.getByRole('button', { name: '更多操作' }).focus()
  await page.keyboard.press('Enter')
  await pressEnter(page.getByRole('button', { name: '修改', exact: true }))
  await expect(thread.getByRole('textbox', { name: '修改这一句' })).toBeFocused()
  await page.keyboard.type('，是符号吗')
  await page.keyboard.press('Control+Enter')
  await expect(thread.getByText('看不懂第二行，是符号吗')).toBeVisible()
  await expect(thread.getByText('已编辑')).toBeVisible()
  await pressEnter(thread.getByRole('button', { name: '更多操作' }))
  await pressEnter(page.getByRole('button', { name: '收回', exact: true }))
  const back = thread.getByRole('button', { name: '撤销' })
  await expect(back).toBeFocused()
  expect((await send(notes.list, { task_id })).list).toEqual([])
  await pressEnter(back)
  await expect(thread.getByText('看不懂第二行，是符号吗')).toBeVisible()
  expect((await send(notes.list, { task_id })).list).toHaveLength(1)
})

test('a student attaches a photo to a question, which a broken line and a reload leave where it is, and the teacher sees it large', async ({
  page,
  school,
  logIn,
  browser,
}, info) => {
  const student = info.project.name === 'phone' ? 's037' : 's038'
  const { address, submit_id } = await answered(school, student)
  await logIn(student)
  await page.goto(address)
  const thread = threadOn(page)
  const photo = async (name: string) => {
    const opened = page.waitForEvent('filechooser')
    await thread.getByRole('button', { name: /附一张照片|换一张照片/ }).click()
    await (await opened).setFiles({ name, mimeType: 'image/jpeg', buffer: await photoOfPaper('x = 5') })
    await expect(thread.getByText(name)).toBeVisible()
  }
  const isMissing = thread.getByText('照片还没有传上')
  await page.route('**/api/files', (route) => route.abort())
  await photo('不要的.jpg')
  await expect(isMissing).toBeVisible()
  // Scrolled to the top, because an element half hidden under the frame would count as a small target.
  const lookAtAll = async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
  }
  await lookAtAll()
  await page.unroute('**/api/files')
  await thread.getByRole('button', { name: '重试' }).click()
  await expect(isMissing).toBeHidden()
  await thread.getByRole('button', { name: '不附「不要的.jpg」' }).click()
  await expect(thread.getByText('不要的.jpg')).toBeHidden()
  await photo('我的演算.jpg')
  await thread.getByRole('textbox', { name: '写给老师' }).fill('老师，这样改对吗？')
  await expect(thread.getByRole('button', { name: '换一张照片' })).not.toHaveAttribute('aria-busy')
  await page.reload()
  await expect(thread.getByText('我的演算.jpg')).toBeVisible()
  await lookAtAll()
  await expectNoSideways(page)
  await thread.getByRole('button', { name: '发给老师' }).click()
  await expect(thread.getByRole('button', { name: '你附的照片，点开看大图' })).toBeVisible()
  await expect(thread.getByText('我的演算.jpg')).toBeHidden()

  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'zh-CN', baseURL: school.url })
  const staffPage = await context.newPage()
  await staffPage.addInitScript((mine) => localStorage.setItem('admin_token', mine), await school.staffToken('admin'))
  await staffPage.goto(`/admin/review?state=all&work=${submit_id}`)
  await staffPage.getByRole('button', { name: /附的照片，点开看大图/ }).click()
  await expect(staffPage.getByRole('dialog', { name: '我的演算.jpg' }).getByRole('img')).toBeVisible()
  await expectAccessible(staffPage)
  await context.close()
})
