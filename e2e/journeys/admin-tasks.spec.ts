import { catalog } from '@tongchuang/contract/catalog.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { dateInDays } from '../coming-days.ts'
import { expect, expectNoSideways, test } from '../journey.ts'

test.beforeEach(async ({ logInStaff }) => logInStaff('teacher'))

test('a teacher makes a guild, writes a task and publishes it; a student reads it @desktop', async ({
  page,
  school,
}) => {
  await page.goto('/admin/guilds')
  await page.getByRole('button', { name: '新建公会' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名字').fill('河边观鸟队')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '新建公会' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('河边观鸟队')
  await page.getByRole('link', { name: '任务', exact: true }).last().click()
  await page.getByRole('button', { name: '新建任务' }).click()
  await page.getByRole('dialog').getByLabel('标题').fill('第一次观鸟')
  await page.getByRole('dialog').getByRole('button', { name: '新建任务' }).click()

  await expect(page.getByRole('heading', { name: '编辑任务' })).toBeVisible()
  const text = page.getByRole('textbox', { name: '说明' })
  await expect(page.getByRole('button', { name: '加粗' })).toBeEnabled()
  await text.fill('在河边站20分钟，记下看到的鸟。')
  await page.getByRole('button', { name: '加一条' }).click()
  await page.getByLabel('第1条标准', { exact: true }).fill('记录完整')
  await page.getByLabel('第1条权重').fill('60')
  const publish = page.getByRole('button', { name: '现在发布' })
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: '平均补齐' }).click()
  await page
    .locator('input[data-files]')
    .setInputFiles({ name: '记录表.txt', mimeType: 'text/plain', buffer: Buffer.from('日期 鸟名 数量') })
  await expect(page.getByRole('link', { name: '记录表.txt' })).toBeVisible()
  await expect(page.getByText(/^已保存/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: '以学生身份预览' }).click()
  await expect(page.getByRole('article')).toContainText('记下看到的鸟')
  await page.getByRole('button', { name: '回到编辑' }).click()
  await publish.click()
  await expect(page.getByText('已发布')).toBeVisible()

  const staff = await school.asStaff('teacher')
  const [made] = (await staff(guildSettings.list, { keyword: '河边观鸟队' })).list
  const guild_id = made?.id ?? 0
  const { invite_code } = await staff(guildSettings.detail, { guild_id })
  const student = await school.asStudent('student')
  await student(guilds.join, { code: invite_code })
  expect((await student(catalog.guild, { guild_id })).open_task_count).toBe(1)
  const token = await school.studentToken('student')
  await page.context().addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  await page.goto('/login')
  await page.evaluate((mine) => localStorage.setItem('token', mine), token)
  await page.goto(`/square/task_detail/${guild_id}`)
  await expect(page.getByRole('heading', { name: '第一次观鸟' }).first()).toBeVisible()
  await expect(page.getByText('记录表.txt').first()).toBeVisible()
})

test('a teacher finds every tab of a guild accessible and within the window @desktop', async ({ page }) => {
  await page.goto('/admin/guilds')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  for (const tab of ['成员', '公告', '设置', '任务']) {
    await page
      .getByRole('navigation', { name: /的内容$/ })
      .getByRole('link', { name: new RegExp(`^${tab}`) })
      .click()
    await expect(page.locator('main [aria-current="page"]')).toContainText(tab)
    await expectNoSideways(page)
    await expectAccessible(page)
  }
})

test('a teacher who types a date and presses the switch below it switches it at the first press @desktop', async ({
  page,
  school,
}) => {
  const send = await school.asStaff('teacher')
  const [guild] = (await send(guildSettings.list, { limit: 1 })).list
  const { id } = await send(taskEditing.create, { guild_id: guild?.id ?? 0, title: '量一量影子' })
  await page.goto(`/admin${adminPaths.task(id)}`)
  await page
    .getByLabel('的截止时间')
    .first()
    .fill(`${dateInDays(30)}T22:00`)
  await page.getByLabel('成绩先不公布，由我统一公布').check()
  await expect(page.getByText('按时 ·', { exact: false })).toBeVisible()
})

test('a teacher whose colleague saved the task meanwhile loses nothing by Esc or by either answer @desktop', async ({
  page,
  school,
}) => {
  const send = await school.asStaff('teacher')
  const [guild] = (await send(guildSettings.list, { limit: 1 })).list
  const { id } = await send(taskEditing.create, { guild_id: guild?.id ?? 0, title: '看云识天气' })
  await page.goto(`/admin${adminPaths.task(id)}`)
  const text = page.getByRole('textbox', { name: '说明' })
  await expect(page.getByRole('button', { name: '加粗' })).toBeEnabled()
  const { base_version } = await send(taskEditing.form, { id })
  await send(taskEditing.update, { id, base_version, title: '看云识天气（一）', content: '同事写的说明。' })
  await text.fill('老师刚写完的一整页说明。')
  const dialog = page.getByRole('dialog', { name: '这个任务刚被别人改过' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(text).toContainText('老师刚写完的一整页说明。')
  await expect(page.getByText('你的改动还没有保存')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)

  // The device asks again after a reload, on what it was written on.
  await page.reload()
  await dialog.getByRole('button', { name: '用最新的' }).click()
  await expect(text).toContainText('同事写的说明。')
  await page.reload()
  await page.getByRole('button', { name: '放回来' }).click()
  await expect(text).toContainText('老师刚写完的一整页说明。')
  await expect.poll(async () => (await send(taskEditing.form, { id })).content).toContain('老师刚写完的一整页说明。')
  expect((await send(taskEditing.form, { id })).title).toBe('看云识天气（一）')
})
