import { tasks } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { swipe } from '../swipe.ts'

/** The list of tasks; the works below it are articles too. */
const newTasks = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: '新任务' }) })

// One run per language and width: the language changes the words, the width changes the layout.
for (const [language, width] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })

    test('a student sees what is due next, what is going on and what is new', async ({ page, logIn, school }) => {
      // Another journey may have handed one of them in.
      const toDo = (await (await school.asStudent('student'))(tasks.listDoing, { limit: 100 })).list.filter(
        ({ state }) => state !== 'submitted',
      )
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

test('the earliest deadline leads to its task @phone', async ({ page, logIn, school }) => {
  await logIn('student')
  const { list } = await (await school.asStudent('student'))(tasks.listDoing, { limit: 100 })
  const [first] = list
    .filter(({ state }) => state !== 'submitted')
    .toSorted((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9'))
  await page.goto('/square/index')
  await page.getByRole('region', { name: '接下来要交的' }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`task=${first?.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '')
})

test('tasks are filtered by state, and the address keeps it @desktop', async ({ page, logIn }) => {
  await logIn('student')
  await page.goto('/square/index')
  const filters = page.getByRole('group', { name: '按状态筛选任务' }).getByRole('button')
  // Compared as rendered: a count that is still loading reserves its place invisibly.
  await expect(filters).toHaveText([/^可接取 \d+$/, /^进行中 \d+$/, /^待修改 \d+$/, /^已完成 \d+$/, /^全部 \d+$/], {
    useInnerText: true,
  })
  const doing = page.getByRole('button', { name: /^进行中/ })
  // The list begins with six; other journeys of the same student may have accepted more.
  const count = Math.min(6, Number(/\d+/.exec(await doing.innerText())?.[0]))
  await doing.click()
  await expect(doing).toHaveAttribute('aria-pressed', 'true')
  await expect(newTasks(page).getByRole('article')).toHaveCount(count)
  await page.reload()
  await expect(doing).toHaveAttribute('aria-pressed', 'true')
  await expect(newTasks(page).getByRole('article')).toHaveCount(count)
})

test('the banner changes by its buttons, its dots and a finger, never by itself, and fetches one picture at a time @phone', async ({
  page,
  logIn,
}) => {
  await page.clock.install()
  await logIn('student')
  const fetched: string[] = []
  await page.route('**/banner-*.svg', (route) => {
    fetched.push(new URL(route.request().url()).pathname)
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>',
    })
  })
  await page.route('**/api/index/getBanner', async (route) => {
    const answer = await (await route.fetch()).json()
    const data = answer.data.map((banner: object, at: number) => ({
      ...banner,
      image: `/banner-${at + 1}.svg`,
      alt: `第${at + 1}张图`,
    }))
    await route.fulfill({ json: { ...answer, data } })
  })
  await page.goto('/square/index')
  const banner = page.getByRole('region', { name: '活动' })
  const title = banner.getByRole('heading')
  await expect(title).toHaveText('第三届校园科技节作品征集')
  await expect(banner.getByRole('img', { name: '第1张图' })).toHaveAttribute('fetchpriority', 'high')
  await page.clock.fastForward('01:00')
  await page.clock.runFor(1_000)
  await expect(title).toHaveText('第三届校园科技节作品征集')
  expect(fetched).toEqual(['/banner-1.svg'])
  for (const button of await banner.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  }

  await pressEnter(banner.getByRole('button', { name: '下一张' }))
  await expect(title).toHaveText('公会招新周')
  await banner.getByRole('button', { name: '第3张，共3张' }).click()
  await expect(title).toHaveText('带着尺子看豆芽')
  await swipe(page, banner, 0.2, 0.7)
  await expect(title).toHaveText('公会招新周')
  await swipe(page, banner, 0.7, 0.2)
  await expect(title).toHaveText('带着尺子看豆芽')
})

test('a student sees the parts of the square in the order of a day, both rankings and recent excellent works among them', async ({
  page,
  logIn,
}) => {
  // Fixed places from the server, independent of what has been counted so far: the student’s own place is behind the
  // first three.
  const place = (rank: number) => ({
    rank,
    change: 0,
    user_id: 9_000 + rank,
    nickname: `第${rank}位`,
    avatar: null,
    level: null,
    guild_name: '文学社',
    value: 100 - rank,
    detail: 3,
    is_me: false,
  })
  const ranking = (list: number[], value: number) => ({
    period: 'term-2026-09-01',
    period_name: '',
    from: '2026-09-01T00:00:00.000Z',
    to: '2027-01-20T00:00:00.000Z',
    earlier: null,
    scope: { guild_id: null, guild_name: null },
    updated_at: null,
    eligible: 40,
    list: list.map(place),
    neighbours: [],
    me: { rank: 12, change: 0, value, detail: 3, to_next: 1 },
  })
  const lists = { excellent: ranking([1, 1, 2], 81.5), workhard: ranking([1, 2, 3], 64) }
  await page.route('**/api/student/getExecllentStudentList**', (route) =>
    route.fulfill({ json: { code: 1, msg: '', time: 1, data: lists.excellent } }),
  )
  await page.route('**/api/student/getWorkHardStudentList**', (route) =>
    route.fulfill({ json: { code: 1, msg: '', time: 1, data: lists.workhard } }),
  )
  await logIn('student')
  await page.goto('/square/index')
  const block = page.getByRole('region', { name: /榜单$/ })
  const works = page.getByRole('region', { name: /^近期优秀作品/ })
  await expect(works.getByText('优秀作品', { exact: true }).first()).toBeAttached()
  await expect(newTasks(page).getByRole('article').first()).toBeVisible()
  const parts = [
    page.getByRole('region', { name: '接下来要交的' }),
    page.getByRole('region', { name: '活动' }),
    newTasks(page),
    block,
    works,
  ]
  const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
  // At the side of a wide window the rankings begin higher up, and still before the works.
  const wide = (page.viewportSize()?.width ?? 0) > 900
  const inColumn = wide ? tops.toSpliced(3, 1) : tops
  expect(inColumn).toEqual(inColumn.toSorted((one, other) => one - other))
  expect(tops[3]).toBeLessThan(tops[4] ?? 0)

  await expect(block.getByRole('listitem')).toHaveCount(4)
  await expect(block.getByRole('listitem').nth(1)).toContainText('第1名')
  await expect(block.getByRole('listitem').last()).toContainText(/第12名.*我.*81\.5分/)
  await expect(block.getByText('81.5分', { exact: true })).toHaveCSS('font-variant-numeric', 'tabular-nums')
  await block.getByRole('button', { name: '勤奋榜' }).click()
  await expect(block.getByRole('listitem').last()).toContainText(/第12名.*我.*64经验/)
  await block.getByRole('link', { name: '规则与完整榜单' }).click()
  await expect(page).toHaveURL(/\/square\/rankings\?list=workhard$/)
  const rules = page.getByRole('complementary', { name: '规则' })
  await expect(rules).toContainText('每天最多计80经验')
  await expect(rules).toContainText('数值相同就是同一名次')
})

test('where the school shows no rankings there is neither the block nor the page @phone', async ({ page, logIn }) => {
  await page.route('**/api/user/site', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data: { ...answer.data, rankings: 'off' } } })
  })
  await logIn('student')
  await page.goto('/square/rankings')
  await expect(page).toHaveURL(/\/square\/index$/)
  await expect(page.getByRole('region', { name: /^近期优秀作品/ })).toBeVisible()
  await expect(page.getByRole('region', { name: /榜单$/ })).toHaveCount(0)
})

test('a student loads more tasks by a button and comes back to the same place in them @phone', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index?state=all')
  const cards = newTasks(page).getByRole('article')
  await expect(cards).toHaveCount(6)
  await pressEnter(newTasks(page).getByRole('button', { name: '加载更多' }))
  await expect(cards).toHaveCount(12)
  // The keyboard goes on where the new ones begin.
  await expect(cards.nth(6).getByRole('link')).toBeFocused()
  const last = cards.last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const far = await page.evaluate(() => scrollY)
  expect(far).toBeGreaterThan(600)
  await last.press('Enter')
  await expect(page).toHaveURL(/task_detail/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(cards).toHaveCount(12)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(far)
})

test('a student sees the rest of the square when banners and tasks cannot be loaded @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.route('**/api/index/getBanner', (route) => route.abort())
  const fault = { code: 0, msg: '服务器开小差了', time: 0, data: { reason: 'FAULT', request_id: '8f3a' } }
  await page.route('**/api/student/tasks_by_guild_id**', (route) => route.fulfill({ status: 500, json: fault }))
  await page.goto('/square/index')
  // The error, its cause, the number to quote and a retry replace the tasks.
  const failed = page.getByRole('alert').filter({ hasText: '任务加载失败' })
  await expect(failed).toContainText('服务器开小差了')
  await expect(failed).toContainText('错误编号8f3a')
  await expect(page.getByRole('region', { name: '活动' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: '接下来要交的' })).toBeVisible()
  await page.unroute('**/api/student/tasks_by_guild_id**')
  await failed.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(failed).toHaveCount(0)
})
