import { accounts } from '@tongchuang/contract/accounts.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { expect, test } from '../journey.ts'
import { createHttpSend } from '../transport.ts'

test('staff who press a number of a task see as many students or works as it says @desktop', async ({
  page,
  logInStaff,
}) => {
  await logInStaff('admin')
  for (const [name, rows] of [
    ['接取', () => page.getByRole('main').getByRole('table').getByRole('rowheader')],
    ['已交', () => page.getByRole('main').getByRole('table').getByRole('rowheader')],
    ['待批', () => page.getByRole('list', { name: '作品' }).getByRole('listitem')],
  ] as const) {
    await page.goto('/admin/tasks')
    const number = page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${name}\\S* \\d+$`) })
      .first()
    const count = Number(await number.textContent())
    await number.click()
    await expect(page).not.toHaveURL(/\/tasks$/)
    await expect(rows(), name).toHaveCount(count)
  }
})

test('an administrator narrows tasks to a guild and works to a class, and each task names its guild @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const { list } = await (await school.asStaff('admin'))(guildSettings.list, {})
  const guild = list.find(({ name }) => name === '代码工坊')
  await logInStaff('admin')
  await page.goto('/admin/tasks')
  await page.getByLabel('公会', { exact: true }).selectOption({ label: guild?.name ?? '' })
  await expect(page).toHaveURL(new RegExp(`guild=${guild?.id}`))
  const rows = page
    .getByRole('main')
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
  await expect(rows.filter({ hasNotText: '代码工坊' })).toHaveCount(1)
  await page.goto('/admin/review')
  await page.getByLabel('班级', { exact: true }).selectOption('高一（2）班')
  await expect(page).toHaveURL(/class=/)
  await expect(
    page
      .getByRole('main')
      .getByText(/高一（2）班/)
      .locator('visible=true')
      .first(),
  ).toBeVisible()
})

test('an administrator makes new account slips for selected students, and their passwords log in @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const send = await school.asStaff('admin')
  const { list } = await send(peopleAdmin.list, { keyword: 's038', limit: 1 })
  await logInStaff('admin')
  await page.goto(`/admin/people?q=${list[0]?.student_no}`)
  await page.getByRole('main').getByRole('table').getByRole('checkbox').last().check()
  await page.getByRole('button', { name: '给1人重发账号条' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '生成并去打印' }).click()
  await expect(page).toHaveURL(/slips/)
  await expect(page.getByRole('main').getByText('s038', { exact: true })).toBeVisible()
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const [slip] = (await send(rosterAdmin.slips, { id })).list
  await expect(page.getByRole('main').getByText(slip?.password ?? '', { exact: true })).toBeVisible()
  const { userinfo } = await createHttpSend(school.url)(accounts.login, {
    username: slip?.username ?? '',
    password: slip?.password ?? '',
  })
  expect(userinfo.username).toBe('s038')
})

test('a teacher who prints the grade grid gets landscape sheets @desktop', async ({ page, logInStaff }) => {
  await logInStaff('teacher')
  await page.goto('/admin/grades')
  await expect(page.getByRole('grid')).toBeVisible()
  const paper = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  const sheets = [...paper.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(sheets.length).toBeGreaterThan(0)
  for (const [, width, height] of sheets) expect(Number(width)).toBeGreaterThan(Number(height))

  await page.emulateMedia({ media: 'print' })
  // Chromium draws the heads of the sheets after the first without what lies in the box of a button.
  const heads = page.getByRole('columnheader').getByRole('button', { includeHidden: true })
  const boxes = await heads.evaluateAll((all) => all.map((one) => getComputedStyle(one).display))
  expect([...new Set(boxes)]).toEqual(['contents'])
  const words = page.getByRole('grid').getByText('待批阅', { exact: true })
  const breaks = await words.evaluateAll((all) => all.map((one) => getComputedStyle(one).whiteSpace))
  expect([...new Set(breaks)]).toEqual(['nowrap'])
  // A browser repeats heads on the following sheets only if they take less than a quarter of one: 178 mm without its
  // margins, so 168 px.
  const tall = await page.getByRole('grid').evaluate((grid) => {
    const title = [...grid.querySelectorAll('thead b')].at(-1)
    if (title) title.textContent = '记叙文'.repeat(20)
    return grid.querySelector('thead')?.getBoundingClientRect().height ?? 0
  })
  expect(tall).toBeLessThan(168)
})
