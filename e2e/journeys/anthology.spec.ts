import { adminPaths, paths } from '@tongchuang/contract/paths.ts'
import { works } from '@tongchuang/contract/works.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { guildsPage } from '../pages/guilds-page.ts'

const test = testsInNewSchool()

// 数学建模组 of the sample school has excellent works of this month or the last; how many depends on the day.
const guild = 7

test('a student opens the anthology from the guild, prints it on A4, and finds a month without works; a work taken back is gone', async ({
  page,
  logIn,
  school,
}) => {
  const staff = await school.asStaff('admin')
  const [picked] = (await (await school.asStudent('student'))(works.list, { guild_id: guild, featured: true })).list
  if (!picked) throw new Error('no work of the guild is excellent')
  await logIn('student')
  await guildsPage(page).openGuild(guild)
  await page.getByRole('region', { name: '作品集' }).getByRole('link').click()
  await expect(page).toHaveURL(paths.anthology(guild))
  await expect(page.getByRole('heading', { level: 1, name: '作品集' })).toBeFocused()
  const work = page.getByRole('article').filter({ has: page.getByRole('heading', { name: picked.title }) })
  await expect(work).toContainText(picked.author.nickname)
  // The cover counts all students and names none.
  const cover = page.getByRole('article').filter({ has: page.getByRole('heading', { name: '这个月的优' }) })
  await expect(cover.getByText('23位同学，一人一扇窗')).toBeVisible()
  await expect(cover).not.toContainText('林雨桐')
  await expectAccessible(page)
  await expectNoSideways(page)

  const paper = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  // The cover, and at most one page per work.
  const sheets = paper.match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(sheets).toBeGreaterThanOrEqual(2)
  expect(sheets).toBeLessThanOrEqual(await page.getByRole('article').count())
  for (const [, width, height] of paper.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g))
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842])

  const month = page.getByRole('combobox', { name: '月份' })
  const shown = await month.inputValue()
  await page.getByRole('button', { name: '上个月' }).click()
  await expect(month).not.toHaveValue(shown)
  // Before the first work of the sample.
  await month.selectOption({ index: (await month.getByRole('option').count()) - 1 })
  await expect(page.getByText(/^\d{4}年\d{1,2}月还没有作品$/)).toBeVisible()
  await expectAccessible(page)
  await staff(worksAdmin.unpick, { submit_id: picked.id })
  await month.selectOption(shown)
  await expect(month).toHaveValue(shown)
  await expect(page.getByRole('heading', { level: 2, name: picked.title })).toHaveCount(0)
  await staff(worksAdmin.pick, { submit_id: picked.id, reason: '错的地方也写出来了，这很难得。' })
})

test('a teacher reads the anthology of a guild and opens a work from it @desktop', async ({ page, logInStaff }) => {
  await logInStaff('teacher')
  await page.goto(`/admin${adminPaths.guild(guild, 'tasks')}`)
  await page.getByRole('link', { name: '作品集' }).click()
  await expect(page.getByText('23位同学，一人一扇窗')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /^看全文/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/review\?/)
})
