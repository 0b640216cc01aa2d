import type { Page } from '@playwright/test'
import { banners } from '@tongchuang/contract/banners.ts'
import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'

const test = testsInNewSchool()

const widths = { 'zh-CN': 1280, 'en-US': 820 }
const words = {
  'zh-CN': { up: '往前', down: '往后', banners: '活动', next: '下一张', categories: '公会分类' },
  'en-US': { up: 'up', down: 'down', banners: 'Events', next: 'Next', categories: 'Categories' },
}

const namesOf = (page: Page): Promise<string[]> => page.locator('main li b').allTextContents()

/** One of the two arrows of a row, found by the row’s name. */
const arrow = (page: Page, name: string, way: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`${name}.*${way}$`) })

for (const language of ['zh-CN', 'en-US'] as const) {
  test.describe(language, () => {
    test.use({ language })
    const { up, down, ...student } = words[language]

    test('an administrator moves a category by keyboard, and students find it in its new place @desktop', async ({
      page,
      school,
      logIn,
      logInStaff,
    }) => {
      await page.setViewportSize({ width: widths[language], height: 900 })
      const before = (await (await school.asStaff('admin'))(categoriesAdmin.list)).map(({ name }) => name)
      const [first = '', second = '', third = ''] = before
      await logInStaff('admin')
      await page.goto('/admin/categories')
      await expect.poll(() => namesOf(page)).toEqual(before)
      const button = arrow(page, third, up)
      await button.focus()
      // As fast as fingers are: the second press does not wait for the answer to the first.
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expect.poll(() => namesOf(page)).toEqual([third, first, second, ...before.slice(3)])
      await expect(button, 'at the top, its button still has the focus').toBeFocused()
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await expect(arrow(page, third, down)).toBeFocused()
      await page.keyboard.press('Space')
      await expect.poll(() => namesOf(page)).toEqual([first, third, second, ...before.slice(3)])
      await expect(arrow(page, third, down)).toBeFocused()
      await expect
        .poll(async () => (await (await school.asStaff('admin'))(categoriesAdmin.list)).map(({ name }) => name))
        .toEqual(await namesOf(page))
      await page.reload()
      await expect.poll(() => namesOf(page)).toEqual([first, third, second, ...before.slice(3)])

      await logIn('student')
      await page.goto('/tradeunion/index')
      const chips = page.getByRole('group', { name: student.categories }).getByRole('button')
      await expect(chips.nth(3)).toContainText(second)
      expect((await chips.allTextContents()).slice(1, 4).map((text) => text.replace(/\s*\d+$/, ''))).toEqual([
        first,
        third,
        second,
      ])
    })

    test('an administrator moves a banner by keyboard, and the square begins with it @desktop', async ({
      page,
      school,
      logIn,
      logInStaff,
    }) => {
      await page.setViewportSize({ width: widths[language], height: 900 })
      const before = (await (await school.asStaff('admin'))(bannersAdmin.list)).map(({ title }) => title)
      const last = before.at(-1) ?? ''
      const after = [last, ...before.slice(0, -1)]
      await logInStaff('admin')
      await page.goto('/admin/banners')
      await expect.poll(() => namesOf(page)).toEqual(before)
      const button = arrow(page, last, up)
      await button.focus()
      for (const _ of before.slice(1)) await page.keyboard.press('Enter')
      await expect.poll(() => namesOf(page)).toEqual(after)
      await expect(button).toBeFocused()
      await expect
        .poll(async () => (await (await school.asStudent('student'))(banners.active)).map(({ title }) => title))
        .toEqual(after)
      await page.reload()
      await expect.poll(() => namesOf(page)).toEqual(after)

      await logIn('student')
      await page.goto('/square/index')
      const shown = page.getByRole('region', { name: student.banners })
      for (const title of after) {
        await expect(shown.getByRole('heading')).toHaveText(title)
        await pressEnter(shown.getByRole('button', { name: student.next }))
      }
    })
  })
}

test('an administrator whose new order was not saved sees the category back in its place, with the focus on its button @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const before = (await (await school.asStaff('admin'))(categoriesAdmin.list)).map(({ name }) => name)
  await logInStaff('admin')
  await page.goto('/admin/categories')
  await expect.poll(() => namesOf(page)).toEqual(before)
  await page.route('**/api/admin/category/arrange', (route) => route.abort())
  const button = arrow(page, before[1] ?? '', '往前')
  await pressEnter(button)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect.poll(() => namesOf(page)).toEqual(before)
  await expect(button).toBeFocused()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
})

test('a teacher moves a chapter by keyboard, and it stays where it was put @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const teacher = await school.asStaff('teacher')
  const { list } = await teacher(guildSettings.list, {})
  const guild_id = list.find(({ name }) => name === '代码工坊')?.id ?? 0
  const titles = async () => (await teacher(taskListsAdmin.chapters, { guild_id })).map(({ title }) => title)
  const [first = '', second = ''] = await titles()
  await logInStaff('teacher')
  await page.goto(`/admin/guilds/${guild_id}`)
  await pressEnter(page.getByRole('button', { name: '管理章节' }))
  const dialog = page.getByRole('dialog')
  const names = dialog.getByRole('listitem').getByRole('textbox')
  await expect(names.first()).toHaveValue(first)
  const button = dialog.getByRole('button', { name: `${first}往后` })
  await pressEnter(button)
  await expect(names.first()).toHaveValue(second)
  await expect(button).toBeFocused()
  await expect.poll(titles).toEqual([second, first])
  await page.reload()
  await pressEnter(page.getByRole('button', { name: '管理章节' }))
  await expect(names.first()).toHaveValue(second)
})
