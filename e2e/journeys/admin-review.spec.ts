import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { createHttpSend } from '../transport.ts'

test.describe('the review page', () => {
  test('a teacher marks works by keyboard alone, and a reload loses no word @desktop', async ({
    page,
    school,
    logInStaff,
  }) => {
    await logInStaff('teacher')
    const send = createHttpSend(school.url, await school.staffToken('teacher'))
    // A task that is marked with one number: the digits are fifths of it.
    const task_id =
      (await send(reviewToolsAdmin.summary)).tasks.find(({ title }) => title === '用Python写一个随机点名器')?.id ?? 0
    const { total: before } = await send(reviewsAdmin.queue, { task_id })
    await page.goto(`/admin/review?task=${task_id}`)
    const foot = page.getByRole('button', { name: /保存并下一份/ })
    await expect(foot).toBeVisible()
    const name = page.getByRole('heading', { level: 2 }).first()
    const waiting = async () => (await send(reviewsAdmin.queue, { task_id })).total

    // Words are saved while being typed and are still there after a reload.
    await page.keyboard.press('4')
    await page.keyboard.press('c')
    await page.keyboard.type('假设写得好，补上数据来源就完整了。')
    await expect(page.getByText(/草稿已保存/)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('评语', { exact: true })).toHaveValue('假设写得好，补上数据来源就完整了。')
    await expect(page.getByLabel(/^分数/)).toHaveValue('80')

    // The first is marked already. Whose work it is, is read once it can be marked: until then another heading may
    // stand first.
    for (const [done, key] of ['', '5', '3'].entries()) {
      await expect(foot).toBeVisible()
      const now = await name.textContent()
      if (key) await page.keyboard.press(key)
      await page.keyboard.press('s')
      await expect(name).not.toHaveText(now ?? '')
      await expect.poll(waiting).toBe(before - done - 1)
    }
    await expectAccessible(page)
    await expectNoSideways(page)
  })

  test('a teacher on a tablet reads who wrote each work of the strip, and the work begins in the upper third @phone', async ({
    page,
    logInStaff,
  }) => {
    await page.setViewportSize({ width: 820, height: 1180 })
    await logInStaff('teacher')
    await page.goto('/admin/review')
    const strip = page.getByRole('list', { name: '作品', exact: true })
    await expect(strip.getByRole('listitem').nth(1).locator('b')).toBeVisible()
    const { y = 1180 } = (await page.getByRole('heading', { level: 2 }).first().boundingBox()) ?? {}
    expect(y).toBeLessThan(390)
    await expectNoSideways(page)
  })

  test('a teacher walks the grade grid with the arrow keys, and it fits the window', async ({ page, logInStaff }) => {
    await logInStaff('teacher')
    await page.goto('/admin/grades')
    const cell = page.locator('td[tabindex="0"]')
    await cell.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('tr[aria-rowindex="3"] td[tabindex="0"]')).toBeFocused()
    await page.getByRole('button', { name: /^待批阅/ }).click()
    await expect(page).toHaveURL(/show=waiting/)
    await expectAccessible(page)
    await expectNoSideways(page)
  })

  test('a teacher answers an appeal, grants more time, and reminds a student who has not handed in @phone', async ({
    page,
    school,
    logInStaff,
  }) => {
    await logInStaff('teacher')
    const send = createHttpSend(school.url, await school.staffToken('teacher'))
    const waiting = () => send(reviewToolsAdmin.summary)
    const before = await waiting()

    await page.goto('/admin/')
    await page.getByRole('link', { name: /^申诉/ }).click()
    const asked = page.getByRole('list', { name: '申诉' }).getByRole('listitem').first()
    await asked.getByRole('button', { name: '改结果' }).click()
    await asked.getByLabel(/^新的分数/).fill('88')
    const words = asked.getByLabel(/的回复$/)
    await words.fill('你说得对，数据来源在第二页，这一条我看漏了。')
    await page.reload()
    await expect(words, 'a reload loses no word').toHaveValue('你说得对，数据来源在第二页，这一条我看漏了。')
    await asked.getByRole('button', { name: '改结果' }).click()
    await asked.getByLabel(/^新的分数/).fill('88')
    await expectAccessible(page)
    await asked.getByRole('button', { name: '发送回复' }).click()
    await expect.poll(async () => (await waiting()).appeals).toBe(before.appeals - 1)
    const { list: changed } = await send(reviewsAdmin.appeals, { status: 'changed' })
    expect(changed.map(({ score }) => score)).toContain(88)

    await page.getByRole('link', { name: /^延期/ }).click()
    await page.getByRole('button', { name: /^同意/ }).first().click()
    await expect.poll(async () => (await waiting()).extensions).toBe(before.extensions - 1)

    await page.goto('/admin/')
    await page
      .getByRole('link', { name: /人未交$/ })
      .first()
      .click()
    const row = page.getByRole('row').filter({ hasText: '进行中' }).first()
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '催交', exact: true }).click()
    await expect(row.getByRole('time')).toBeVisible()
    await expectAccessible(page)
  })

  test('a teacher finds a work by its receipt and compares two versions of it @phone', async ({
    page,
    school,
    logInStaff,
  }) => {
    await logInStaff('teacher')
    const send = createHttpSend(school.url, await school.staffToken('teacher'))
    const versions = async () =>
      (await send(reviewsAdmin.queue, { status: 'all', keyword: '食堂排队' })).list.filter(({ version }) => version > 1)
    if ((await versions()).length === 0) {
      const student = await school.asStudent('student')
      const { list } = await student(tasks.listByGuild, { limit: 100 })
      const task_id = list.find(({ state }) => state === 'returned')?.id ?? 0
      const content = '二号窗口，平均要等5.8分钟。数据是周一到周三记的，记录人是我和班长。'
      await student(submissions.submit, { task_id, content, statement: true, key: 'journey-of-two-versions' })
    }
    const [work] = await versions()
    const { receipt_no } = await send(reviewToolsAdmin.work, { submit_id: work?.submit_id ?? 0 })

    await page.goto('/admin/review/requests?tab=receipt')
    await page.getByLabel('提交编号').fill(receipt_no.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: '看作品' }).click()
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('button', { name: '对比两版' }).click()
    const sides = page.getByRole('dialog', { name: '对比两版' })
    await expect(sides.locator('ins').first()).toBeVisible()
    await expect(sides.locator('del').first()).toBeVisible()
    await expectAccessible(page)
  })
})
