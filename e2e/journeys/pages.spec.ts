import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { studentAddresses } from '../pages/student-addresses.ts'
import { settled } from '../settled.ts'

/** The width of the smallest phone, and a window of 1280 at 200% zoom. */
const narrow = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]

const read = async (page: Page, path: string, status: number): Promise<void> => {
  await test.step(path, async () => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(status)
    await settled(page)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page).toHaveTitle(/^.+ · 同窗公会$/)
    await expectAccessible(page)
  })
}

// Each page at each width, and in each language at the one where words have the least room.
for (const [language, width] of [
  ['zh-CN', ''],
  ['en-US', '@phone'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })

    test('a student finds one heading and a title on every page, accessible and within the window', async ({
      page,
      logIn,
      school,
    }) => {
      test.setTimeout(180_000)
      for (const path of ['/login', '/register', '/nowhere']) {
        await read(page, path, path === '/nowhere' ? 404 : 200)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      }
      const paths = await studentAddresses(school)
      await logIn('student')
      for (const path of paths) await read(page, path, 200)
    })
  })
}

test('a student on the smallest phone, or at twice the size, never scrolls sideways @desktop', async ({
  page,
  logIn,
  school,
}) => {
  test.setTimeout(120_000)
  const paths = ['/login', '/register', ...(await studentAddresses(school))]
  const walk = async (path: string) => {
    await page.goto(path)
    await settled(page)
    for (const size of narrow) {
      await page.setViewportSize(size)
      await expectNoSideways(page)
    }
  }
  for (const path of paths.slice(0, 2)) await walk(path)
  await logIn('student')
  for (const path of paths.slice(2)) await walk(path)
})

test('a person who opens the address of a guild or task that does not exist is told so, on both sites @desktop', async ({
  page,
  school,
  logIn,
  logInStaff,
}) => {
  const [doing] = (await (await school.asStudent('student'))(tasks.listByGuild, { state: 'doing', limit: 1 })).list
  const expectNothing = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(/^页面不存在/)
  }
  const ids = ['new', '999999', '99999999999']
  await logIn('student')
  for (const id of ids)
    for (const path of [
      `guild_details/${id}/-/all`,
      `task_detail/${id}`,
      `task_detail/submit/${doing?.guild_id}?task=${id}`,
    ])
      await expectNothing(`/square/${path}`)
  await expectNothing(`/square/task_detail/${doing?.guild_id}?task=999999`)
  await page.getByRole('link', { name: '返回任务广场' }).click()
  await expect(page).toHaveURL(/\/square\/index$/)
  await expect(page.getByRole('region', { name: /^新任务/ })).toBeVisible()
  await expectNothing('/nowhere')
  const field = page.getByRole('main').getByRole('searchbox')
  await field.fill('食堂')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/square\/search\?q=/)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /食堂排队/ })
      .first(),
  ).toBeVisible()
  await logInStaff('admin')
  for (const id of ids)
    for (const path of [`guilds/${id}`, `guilds/${id}/invite`, `tasks/${id}`]) await expectNothing(`/admin/${path}`)
})
