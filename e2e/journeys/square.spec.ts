import { tasks } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'

/** The list of tasks; the works below it are articles too. */
const newTasks = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: '新任务' }) })

// Once in each language and at each width: what is said differs by language, what is drawn by width.
for (const [language, width] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })

    test('a student sees what is due next, what is going on and what is new', async ({ page, logIn, school }) => {
      // Another journey may have handed one of them in.
      const toDo = (await (await school.asStudent('student'))(tasks.listDoing, {})).filter(({ state }) => state !== 'submitted')
      expect(toDo.length).toBeGreaterThan(1)
      await logIn('student')
      await page.goto('/square/index')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('林雨桐')
      const due = page.getByRole('region', { name: language === 'zh-CN' ? '接下来要交的' : 'Due next' })
      await expect(due.getByRole('listitem')).toHaveCount(Math.min(toDo.length, 3))
      await expect(page.getByRole('heading', { name: '第三届校园科技节作品征集' })).toBeVisible()
      await expect(page.getByRole('article').first()).toBeVisible()
      await expectAccessible(page)
    })
  })
}

test('the earliest deadline leads to its task', async ({ page, logIn, school }) => {
  await logIn('student')
  const list = await (await school.asStudent('student'))(tasks.listDoing, {})
  const [first] = list.filter(({ state }) => state !== 'submitted').toSorted((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9'))
  await page.goto('/square/index')
  await page.getByRole('region', { name: '接下来要交的' }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`task=${first?.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '')
})

test('tasks are filtered by state, and the address keeps it', async ({ page, logIn }) => {
  await logIn('student')
  await page.goto('/square/index')
  await page.getByRole('button', { name: /^待修改/ }).click()
  await expect(newTasks(page).getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('button', { name: /^待修改/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(newTasks(page).getByRole('article')).toHaveCount(1)
})

test('the banner changes by its buttons and never by itself', async ({ page, logIn }) => {
  await logIn('student')
  await page.goto('/square/index')
  const banner = page.getByRole('region', { name: '活动' })
  await banner.getByRole('button', { name: '下一张' }).press('Enter')
  await expect(banner.getByRole('heading')).toHaveText('公会招新周')
  await banner.getByRole('button', { name: '第3张，共3张' }).click()
  await expect(banner.getByRole('heading')).toHaveText('带着尺子看豆芽')
})

test('the page lives on where banners and tasks cannot be had', async ({ page, logIn }) => {
  await logIn('student')
  await page.route('**/api/index/getBanner', (route) => route.abort())
  await page.route('**/api/student/tasks_by_guild_id**', (route) => route.abort())
  await page.goto('/square/index')
  await expect(page.getByText('任务没有加载出来')).toBeVisible()
  await expect(page.getByRole('region', { name: '活动' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: '接下来要交的' })).toBeVisible()
  await page.unroute('**/api/student/tasks_by_guild_id**')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})
