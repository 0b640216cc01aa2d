import { tasks } from '@tongchuang/contract/tasks.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'

test('a teacher hears at the bell what happens while the page is open, by guild, and can take back that all was read @phone', async ({
  page,
  school,
  logInStaff,
}) => {
  const student = await school.asStudent('student')
  const staff = await school.asStaff('teacher')
  await staff(messagesAdmin.read, {})
  await logInStaff('teacher')
  await page.goto('/admin')
  const bell = page.getByRole('button', { name: /^提醒/ })
  await expect(bell).toHaveAccessibleName('提醒')

  const { list } = await student(tasks.listDoing, {})
  const [doing] = list
  expect(doing).toBeDefined()
  await student(reviews.askExtension, {
    task_id: doing?.id ?? 0,
    reason: '周末去比赛',
    wanted_until: new Date(Date.now() + 9 * 24 * 3600_000).toISOString(),
  })
  await expect(bell).toHaveAccessibleName(/1条未读/)
  await bell.click()
  const panel = page.getByRole('dialog', { name: '提醒' })
  await expect(panel.getByRole('link', { name: /申请延期/ })).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await panel.getByRole('button', { name: '全部已读' }).click()
  await expect(panel.getByText('没有未读')).toBeVisible()
  await panel.getByRole('button', { name: /撤销/ }).click()
  await expect(panel.getByText('1条未读').first()).toBeVisible()
  await panel.getByRole('link', { name: /申请延期/ }).click()
  await expect(page).toHaveURL(/\/admin\/review\/requests\?tab=extensions/)
  await expect(panel).toBeHidden()
  await expect(bell).toHaveAccessibleName('提醒')
})

test('a teacher chooses what to be told, and the choice is there again @phone', async ({
  page,
  school,
  logInStaff,
}) => {
  const staff = await school.asStaff('teacher')
  const settings = () => staff(messagesAdmin.settings)
  await logInStaff('teacher')
  await page.goto('/admin/notices')
  const asked = page.getByRole('switch', { name: '提问' })
  await expect(asked).toBeChecked()
  await asked.click()
  await expect(page.getByText(/^已保存/)).toBeVisible()
  await page
    .getByRole('combobox', { name: /的提醒$/ })
    .first()
    .selectOption('只留急事')
  // The page still says that the first choice was saved.
  await expect.poll(async () => (await settings()).guilds.some(({ level }) => level === 'urgent')).toBe(true)
  await page.reload()
  await expect(asked).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: /的提醒$/ }).first()).toHaveValue('urgent')
  await expectAccessible(page)
  await expectNoSideways(page)
  await asked.click()
  await page
    .getByRole('combobox', { name: /的提醒$/ })
    .first()
    .selectOption('照常')
  await expect(asked).toBeChecked()
  await expect.poll(async () => (await settings()).guilds.every(({ level }) => level === 'all')).toBe(true)
})
