import { catalog } from '@tongchuang/contract/catalog.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'

test('a teacher sends an announcement to the top of a guild, sees whom it tells, and takes it back @phone', async ({
  page,
  school,
  logInStaff,
}) => {
  const staff = await school.asStaff('teacher')
  const [guild] = (await staff(guildSettings.list, {})).list
  await logInStaff('teacher')
  await page.goto(`/admin/guilds/${guild?.id}/announcements`)
  await page.getByRole('button', { name: '写公告' }).click()
  await expect(page.getByText(/^会通知\d+人$/)).toBeVisible()
  await page.getByRole('textbox', { name: '标题' }).fill('周六下午汇报')
  await page.getByRole('textbox', { name: '内容' }).fill('三个小组各讲 10 分钟。')
  await page.getByRole('switch', { name: '置顶' }).click()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: '现在发出' }).click()
  const row = page.getByRole('listitem').filter({ hasText: '周六下午汇报' })
  await expect(row).toContainText('已置顶')
  await expect(row).toContainText(/0 \/ \d+人看过/)
  await row.getByRole('button', { name: '收回' }).click()
  await expect(row).toContainText('已收回')
  const student = await school.asStudent('student')
  const inside = await student(catalog.classDetail, { guild_id: guild?.id ?? 0 })
  expect(inside.announcements.map(({ title }) => title)).not.toContain('周六下午汇报')
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(row).toHaveCount(0)
})
