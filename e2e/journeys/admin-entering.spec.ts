import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import type { School } from '../start-school.ts'

// The journeys share a school, so each creates a test under its own title.
let titles = 0

/** The largest class of the teacher with a test that is done in person, and its students as the grid has them. */
const anOralTest = async (school: School, given: object = {}) => {
  const staff = await school.asStaff('teacher')
  const grids = []
  for (const { id, may_export } of await staff(gradesAdmin.guilds))
    if (may_export) grids.push({ id, grid: await staff(gradesAdmin.grid, { guild_id: id, sort: 'class', limit: 500 }) })
  const largest = grids.toSorted((one, other) => other.grid.students.total - one.grid.students.total)[0]
  if (!largest) throw new Error('the teacher has no class')
  titles += 1
  const title = `口语测试${titles}`
  const made = await staff(taskEditing.create, { guild_id: largest.id, title })
  const offline = { id: made.id, base_version: made.base_version, channel: 'offline', hold: true, ...given } as const
  await staff(taskEditing.update, offline)
  await staff(taskEditing.publish, { id: made.id, now: true })
  const students = largest.grid.students.list.map(({ student }) => student)
  const cells = async () => {
    const { tasks, students: page } = await staff(gradesAdmin.grid, { guild_id: largest.id, sort: 'class', limit: 500 })
    const t = tasks.findIndex(({ id }) => id === made.id)
    return page.list.map(({ cells: row }) => row.find((cell) => cell.t === t)?.score ?? null)
  }
  return { staff, guild_id: largest.id, task_id: made.id, title, students, cells }
}

/** Goes to the first cell of the test. */
const firstCell = async (page: Page, { guild_id, task_id }: { guild_id: number; task_id: number }) => {
  await page.goto(`/admin/grades?guild=${guild_id}`)
  const cells = page.locator(`tbody td[data-entered="${task_id}"]`)
  await cells.first().click()
  await expect(cells.first()).toBeFocused()
  return cells
}

test.beforeEach(async ({ logInStaff }) => logInStaff('teacher'))

test('a teacher types the results of a whole class by keyboard alone, and releases them @desktop', async ({
  page,
  school,
}) => {
  const test45 = await anOralTest(school)
  const { students, cells } = test45
  await firstCell(page, test45)
  const count = Math.min(45, students.length)
  const scores = Array.from({ length: count }, (_, n) => 55 + n)
  for (const score of scores) {
    await page.keyboard.type(String(score))
    await page.keyboard.press('Enter')
  }
  await expect.poll(async () => (await cells()).slice(0, count)).toEqual(scores)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^公布\d+份成绩$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^公布/ }).click()
  await expect(page.getByText(/^已公布\d+份成绩/)).toBeVisible()
})

test('a teacher who types 0, 缺, 免做 or nothing sees four different cells, and a number off the scale stays in its cell @desktop', async ({
  page,
  school,
}) => {
  const cells = await firstCell(page, await anOralTest(school))
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(cells.nth(1)).toBeFocused()
  await page.keyboard.press('q')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('102')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '0–100' })).toBeVisible()
  await expect(cells.nth(3).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cells.nth(3)).toBeFocused()
  await expect(cells.nth(0)).toHaveText(/0 分/)
  await expect(cells.nth(1)).toHaveText(/缺/)
  await expect(cells.nth(2)).toHaveText(/免做/)
  await expect(cells.nth(3)).toHaveText(/没登/)
  // An entered value ends at the same place in its cell as the others.
  const spaceBehind = (at: number) =>
    cells.nth(at).evaluate((cell) => {
      const value = cell.querySelector(':scope > span') ?? cell
      return Math.round(cell.getBoundingClientRect().right - value.getBoundingClientRect().right)
    })
  expect([await spaceBehind(0), await spaceBehind(1)]).toEqual([await spaceBehind(3), await spaceBehind(3)])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')
  await expect(cells.nth(2)).toHaveText(/没登/)
  // The letters of a word that is being typed are no keys.
  await page.keyboard.type('7')
  await page.keyboard.press('q')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '0–100' })).toBeVisible()
})

test('a teacher pastes a table with names into a column, reads whose score each is, and writes them @desktop', async ({
  page,
  school,
  context,
}) => {
  const test45 = await anOralTest(school)
  await firstCell(page, test45)
  // A cell that is reached by the arrows is whole, however many columns stand before it.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  const isWhole = () =>
    page.locator('td:focus, td:has(input:focus)').evaluate((cell) => {
      const box = cell.closest('section')?.getBoundingClientRect()
      const { left, right } = cell.getBoundingClientRect()
      return box !== undefined && left >= box.left && right <= box.right
    })
  await expect.poll(isWhole).toBe(true)
  const [one, two, three] = test45.students.map(({ real_name, nickname }) => real_name || nickname)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const table = `姓名\t成绩\n${three}\t81\n${one}\t92.5\n${two}\t优`
  await page.evaluate((text) => navigator.clipboard.writeText(text), table)
  await page.keyboard.press('ControlOrMeta+v')
  const dialog = page.getByRole('dialog', { name: `粘贴到「${test45.title}」` })
  await expect(dialog.getByRole('row').filter({ hasText: two ?? '' })).toContainText('不是分数')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('ControlOrMeta+v')
  await dialog.getByRole('button', { name: '写入2格' }).click()
  await expect.poll(async () => (await test45.cells()).slice(0, 3)).toEqual([92.5, null, 81])
})

test('a teacher who types scores without a network has them saved after a reload with the network back @desktop', async ({
  page,
  school,
  context,
}) => {
  const oral = await anOralTest(school)
  const { guild_id, cells } = oral
  const grid = await firstCell(page, oral)
  await context.setOffline(true)
  for (const score of ['81', '82']) {
    await page.keyboard.type(score)
    await page.keyboard.press('Enter')
  }
  await expect(grid.nth(0)).toHaveText(/没存上.*81/)
  await expect(grid.nth(1)).toHaveText(/没存上.*82/)
  await context.setOffline(false)
  await page.goto(`/admin/grades?guild=${guild_id}`)
  await expect.poll(async () => (await cells()).slice(0, 2), { timeout: 15_000 }).toEqual([81, 82])
})

test('a teacher whose colleague entered a score first is asked which one counts, and types the others meanwhile @desktop', async ({
  page,
  school,
}) => {
  const oral = await anOralTest(school)
  const { task_id, students, cells } = oral
  const grid = await firstCell(page, oral)
  const other = await school.asStaff('admin')
  const set = (n: number, score: number) =>
    other(enteredResultsAdmin.set, { task_id, user_id: students[n]!.user_id, base_version: 0, score })
  await set(0, 78)
  await page.keyboard.type('87')
  await page.keyboard.press('Enter')
  const asked = page.getByRole('region', { name: /有两个分/ })
  await expect(asked).toContainText('78')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('90')
  await page.keyboard.press('Enter')
  await expect.poll(cells).toEqual(expect.arrayContaining([90]))
  await expectAccessible(page)
  await asked.getByRole('button', { name: '用87' }).click()
  await expect(asked).toBeHidden()
  await expect.poll(async () => (await cells())[0]).toBe(87)
  await grid.nth(4).click()
  await set(4, 60)
  await page.keyboard.type('70')
  await page.keyboard.press('Enter')
  await asked.getByRole('button', { name: '留60' }).click()
  await expect(grid.nth(4)).toHaveText(/60/)
  expect((await cells())[4]).toBe(60)
})

test('a teacher corrects a released result with a reason @desktop', async ({ page, school }) => {
  const oral = await anOralTest(school, { hold: false })
  const { task_id, students, cells, staff } = oral
  await staff(enteredResultsAdmin.set, { task_id, user_id: students[0]!.user_id, base_version: 0, score: 50 })
  const grid = await firstCell(page, oral)
  await page.keyboard.type('65')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('改成65')
  await dialog.getByLabel('为什么改').fill('登错了行')
  await dialog.getByRole('button', { name: '更正' }).click()
  await expect.poll(async () => (await cells())[0]).toBe(65)
  await expect(grid.first()).toHaveText(/65/)
})

test('a teacher on a phone taps a cell to type a score, and enters 免做 by a button @phone', async ({
  page,
  school,
}) => {
  const { guild_id, task_id, cells } = await anOralTest(school)
  await page.goto(`/admin/grades?guild=${guild_id}`)
  const column = page.locator(`tbody td[data-entered="${task_id}"]`)
  const cell = column.first()
  await cell.scrollIntoViewIfNeeded()
  await cell.tap()
  await page.keyboard.type('88')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await cells())[0]).toBe(88)
  await page.getByRole('button', { name: '免做', exact: true }).click()
  await expect.poll(async () => column.allInnerTexts()).toContainEqual(expect.stringMatching(/免做$/))
  await expectNoSideways(page)
})

test('a teacher imports results from the template, decides where others changed one meanwhile, and takes the import back @desktop', async ({
  page,
  school,
}) => {
  const oral = await anOralTest(school)
  const { task_id, students, cells } = oral
  await firstCell(page, oral)
  await page.getByRole('link', { name: '用Excel登分' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '用Excel登分' })).toBeVisible()
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载模板', exact: true }).click()
  expect((await arriving).suggestedFilename()).toMatch(/登分.*\.xlsx$/)
  await expectAccessible(page)
  const other = await school.asStaff('admin')
  await other(enteredResultsAdmin.set, { task_id, user_id: students[0]!.user_id, base_version: 0, score: 78 })
  // As copied from a spreadsheet: the hidden columns are still included.
  const scores = students
    .slice(0, 45)
    .map((_, n) => (n === 1 ? '７６．５' : n === 2 ? '90分' : n === 3 ? '优' : String(50 + n)))
  const lines = students.slice(0, 45).map(({ student_no }, n) => `${student_no},,,${scores[n]},,${task_id},0`)
  const buffer = Buffer.from(['学号,姓名,班级,分数,评语,任务号,版本', ...lines].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: '口语.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: '核对', exact: true }).click()
  const rows = page.getByRole('table', { name: '核对结果' })
  await expect(rows).toContainText('50')
  await rows.getByRole('button', { name: '用表里的50' }).click()
  await expect(rows.getByRole('button', { name: '用表里的50' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^有问题/ }).click()
  await page.getByLabel('第5行的分数').fill('88')
  await page.getByRole('button', { name: '改好' }).click()
  await expect(page.getByRole('button', { name: /^有问题/ })).toBeHidden()
  await expect(page.getByRole('button', { name: /^写入\d+个结果$/ })).toBeVisible()
  await page.getByRole('button', { name: /^写入/ }).click()
  await expect(page.getByRole('heading', { name: /个结果$/ })).toBeVisible()
  expect((await cells()).slice(0, 5)).toEqual([50, 76.5, 90, 88, 54])
  await expectAccessible(page)
  await page.getByRole('button', { name: '撤销这次' }).click()
  await expect(page.getByText('已撤销')).toBeVisible()
  expect((await cells()).slice(0, 3)).toEqual([78, null, null])
})
