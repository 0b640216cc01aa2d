import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import type { School } from '../start-school.ts'

test.beforeEach(async ({ logInStaff }) => logInStaff('teacher'))

/** Two classes of the teacher with one task for both and one for the second, and a student in the first. */
const twoClasses = async (school: School, year: string) => {
  const send = await school.asStaff('teacher')
  const make = (n: number) =>
    send(guildSettings.create, { name: `${year}（${n}）班`, hue: 'science', glyph: 'book', join_policy: 'open' })
  const classes = [await make(1), await make(2)] as const
  const student = await school.asStudent('student')
  const { invite_code } = await send(guildSettings.detail, { guild_id: classes[0].id })
  await student(guilds.join, { code: invite_code })
  const task = await send(taskEditing.create, { guild_id: classes[0].id, title: `${year}垃圾分类` })
  await send(taskEditing.update, { id: task.id, base_version: 0, content: '在投放点站20分钟。' })
  await send(taskSetsAdmin.spread, { id: task.id, guild_ids: [classes[1].id] })
  const { set } = await send(taskEditing.publish, { id: task.id, now: true, also: 'set' })
  const alone = await send(taskEditing.create, { guild_id: classes[1].id, title: `${year}只给二班` })
  await send(taskEditing.update, { id: alone.id, base_version: 0, content: '写一段话。' })
  await send(taskEditing.publish, { id: alone.id, now: true })
  return { send, classes, set_id: set!.id, titles: [`${year}垃圾分类`, `${year}只给二班`] as const }
}

test('a teacher walks the grades of all classes in one grid by keyboard, and a chosen class stays chosen', async ({
  page,
  school,
}, info) => {
  const { send, classes, set_id, titles } = await twoClasses(school, `高二${info.project.name}`)
  const all = await send(gradesAdmin.grid, { set_id })
  expect(all.students.total).toBeGreaterThan(0)
  await page.goto('/admin/grades')
  const guild = page.getByRole('combobox', { name: '公会' })
  await expect(guild).toHaveValue('')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('button', { name: titles[0] })).toHaveCount(1)
  await expect(grid.getByRole('button', { name: titles[0] })).toContainText('2个班')
  await expectAccessible(page)
  await expectNoSideways(page)

  // The student of the first class has a cell of the common task, and none of the second class’s own.
  await page.getByRole('searchbox', { name: '姓名或学号' }).fill(all.students.list[0]!.student.real_name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(grid.getByText(classes[0].name)).toBeVisible()
  await page.locator('td[tabindex="0"]').focus()
  for (let n = 0; n < 200 && !(await page.getByText(titles[1], { exact: true }).count()); n += 1)
    await page.keyboard.press('ArrowRight')
  await expect(page.getByText('没有布置给这个班').first()).toBeVisible()

  await guild.selectOption({ label: classes[1].name })
  await expect(page).toHaveURL(new RegExp(`guild=${classes[1].id}`))
  await page.goto('/admin/tasks')
  await expect(page).toHaveURL(new RegExp(`guild=${classes[1].id}`))
  await expect(page.getByRole('link', { name: titles[1] }).first()).toBeVisible()
  await page.goto('/admin/grades')
  await expect(guild).toHaveValue(String(classes[1].id))
  await guild.selectOption({ label: '全部班' })
  await page.goto('/admin/people')
  await expect(page.getByRole('combobox', { name: '公会' })).toHaveValue('')
})

test('a teacher opens the grades of a task of several classes from its statistics and sees one column', async ({
  page,
  school,
}, info) => {
  const { set_id, titles } = await twoClasses(school, `高三${info.project.name}`)
  await page.goto(`/admin/tasks/statistics?set=${set_id}`)
  await page.getByRole('link', { name: '看成绩表' }).click()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', '4')
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: `只看「${titles[0]}」` }).click()
  await expect(page).not.toHaveURL(/set=/)
  await expect(page.getByRole('button', { name: /^列/ })).toBeVisible()
})

test('a teacher of several classes sees in one list who has not handed in, and reminds as many students as it says', async ({
  page,
  school,
}, info) => {
  const { set_id, classes } = await twoClasses(school, `初四${info.project.name}`)
  await page.goto(`/admin/tasks/statistics?set=${set_id}`)
  await page.getByRole('link', { name: '未交名单', exact: true }).click()
  await expect(page.getByRole('table', { name: '未交名单' }).getByRole('row')).toHaveCount(2)
  const list = page.getByRole('table', { name: '未交名单' })
  await expect(list.getByText(classes[0].name).filter({ visible: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: '催交全部' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${classes[0].name}：1人`)).toBeVisible()
  await expectAccessible(page)
  await pressEnter(dialog.getByRole('button', { name: '催交1人' }))
  await expect(page.getByText('提醒了1人')).toBeVisible()
  await expect(page.getByRole('button', { name: '催交全部' })).toBeFocused()
})
