import { readFile } from 'node:fs/promises'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'

const test = testsInNewSchool()
test.setTimeout(180_000)

test('an administrator sorts, narrows and selects students by keyboard alone, and exports those selected', async ({
  page,
  logInStaff,
}) => {
  await logInStaff('admin')
  await page.goto('/admin/people')
  const head = page.getByRole('columnheader', { name: '姓名' })
  const sorting = head.getByRole('button')
  await pressEnter(sorting)
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await pressEnter(sorting)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(sorting).toBeFocused()
  await expect(page).toHaveURL(/sort=-name/)
  await page.getByLabel('班级', { exact: true }).selectOption('高一（2）班')
  await expect(page).toHaveURL(/class=/)
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
  await expect(rows.filter({ hasNotText: '高一（2）班' })).toHaveCount(0)

  // The address alone restores the whole state.
  await page.reload()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByLabel('班级', { exact: true })).toHaveValue('高一（2）班')
  await expect(rows.filter({ hasNotText: '高一（2）班' })).toHaveCount(0)

  for (const nth of [0, 1]) await rows.nth(nth).getByRole('checkbox').press('Space')
  const opener = page.getByRole('button', { name: '导出2人' })
  await expectAccessible(page)
  await pressEnter(opener)
  const coming = page.waitForEvent('download')
  await pressEnter(page.getByRole('button', { name: 'CSV（.csv）' }))
  const table = await readFile(await (await coming).path(), 'utf8')
  const lines = table.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('学号,姓名,班级')
  expect(lines.slice(1).every((line) => line.includes('高一（2）班'))).toBe(true)
})

test('an administrator edits the proposed renaming of classes, applies it once and takes it back', async ({
  page,
  logInStaff,
}) => {
  await logInStaff('admin')
  await page.goto('/admin/people')
  await pressEnter(page.getByRole('button', { name: '升级' }))
  const dialog = page.getByRole('dialog', { name: '班级升级' })
  const third = dialog.getByRole('textbox', { name: '高一（3）班的新名字' })
  await expect(third).toHaveValue('高二（3）班')
  await third.fill('高二（9）班')
  await expect(dialog.getByText(/^4个班改名，共\d+名学生。$/)).toBeVisible()
  await expectAccessible(page)
  await pressEnter(dialog.getByRole('button', { name: '改4个班' }))
  await expect(page.getByText(/^4个班已改名/)).toBeVisible()
  await expect(dialog.getByRole('rowheader', { name: '高二（9）班' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: '改0个班' })).toHaveAttribute('aria-disabled', 'true')
  await pressEnter(dialog.getByRole('button', { name: '撤销' }))
  await expect(dialog.getByText('已撤销')).toBeVisible()
  await expect(dialog.getByRole('rowheader', { name: '高一（3）班' })).toBeVisible()
  await pressEnter(dialog.getByRole('button', { name: '关闭' }).last())
  await expect(page.getByRole('cell', { name: '高一（3）班' }).first()).toBeVisible()
})

test('an administrator archives last year’s guild together with the renaming, and the undo brings it back', async ({
  page,
  school,
  logInStaff,
}) => {
  const [teacher, admin] = [await school.asStaff('teacher'), await school.asStaff('admin')]
  const given = { name: '高一（2）班语文', hue: 'lit', glyph: 'book', join_policy: 'open' } as const
  const guild = await teacher(guildSettings.create, given)
  const task = await teacher(taskEditing.create, { guild_id: guild.id, title: '读一首诗' })
  await teacher(taskEditing.update, { id: task.id, base_version: 0, content: '读一首诗，写下读到的。' })
  await teacher(taskEditing.publish, { id: task.id, now: true })
  const statusNow = async () => (await admin(guildSettings.detail, { guild_id: guild.id })).status
  await logInStaff('admin')
  await page.goto('/admin/people')
  await pressEnter(page.getByRole('button', { name: '升级' }))
  const dialog = page.getByRole('dialog', { name: '班级升级' })
  const lastYear = dialog.getByRole('group', { name: '去年的班级公会' })
  const mine = lastYear.getByRole('checkbox', { name: /高一（2）班语文.*1个任务开着，会结束/ })
  await expect(mine).not.toBeChecked()
  await pressEnter(lastYear.getByRole('button', { name: '1个都归档' }))
  await expect(mine).toBeChecked()
  await pressEnter(lastYear.getByRole('button', { name: '都不归档' }))
  await expect(mine).not.toBeChecked()
  await mine.press('Space')
  await expect(dialog.getByText(/^4个班改名，共\d+名学生；1个公会归档。$/)).toBeVisible()
  await expectAccessible(page)
  await pressEnter(dialog.getByRole('button', { name: '改4个班，归档1个公会' }))
  await expect(page.getByText(/^4个班已改名，共\d+名学生；归档了1个公会$/)).toBeVisible()
  await expect(dialog.getByText(/^上次由管理员改了4个班、\d+名学生，归档了1个公会/)).toBeVisible()
  expect(await statusNow()).toBe('archived')
  await expectAccessible(page)
  await pressEnter(dialog.getByRole('button', { name: '撤销' }))
  await expect(dialog.getByText('已撤销')).toBeVisible()
  expect(await statusNow()).toBe('active')
})
