import { accounts } from '@tongchuang/contract/accounts.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Page } from '@playwright/test'
import { expect, expectNoSideways, test } from '../journey.ts'
import { guildsPage } from '../pages/guilds-page.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'
import { createHttpSend } from '../transport.ts'

const password = '绿豆芽要晒太阳9'

/** A user with an account and no guild. */
const newcomer = async (school: School) => {
  const username = `新同学${Date.now()}`
  await school.send(registration.userRegister, {
    username,
    password,
    nickname: '新同学',
    invite: 'CDGF2345',
    consent_version: 1,
  })
  const send = createHttpSend(school.url, (await school.send(accounts.login, { username, password })).userinfo.token)
  const [first] = await send(guilds.names)
  await send(guilds.leave, { guild_id: first?.id ?? 0 })
  return { username, send }
}

const states = { available: 0, doing: 0, returned: 0, passed: 0, all: 0 }

/** What a list answers in a school where nothing has happened yet. */
const answerNothing = (page: Page, path: string, more: object = {}) =>
  page.route(path, (route) =>
    route.fulfill({
      json: { code: 1, msg: '', time: 1, data: { list: [], total: 0, page: 1, limit: 20, next: null, ...more } },
    }),
  )

const main = (page: Page) => page.getByRole('main')

test('a student in no guild is told on every page what will be there, and an invite code lets them in at once @phone', async ({
  page,
  logIn,
  school,
}) => {
  const { username, send } = await newcomer(school)
  await logIn(username, password)
  const list = guildsPage(page)

  await page.goto('/square/index')
  await expect(main(page).getByText('加入公会后，这里会出现任务')).toBeVisible()
  await expect(list.code).toBeVisible()
  await expect(page.getByRole('heading', { name: '新任务' })).toHaveCount(0)

  await page.goto('/square/search')
  await expect(main(page).getByText('想找什么')).toBeVisible()
  await expect(main(page).getByRole('link', { name: '看全部任务' })).toHaveAttribute('href', '/square/index?state=all')
  await page.goto('/square/search?q=没有这样的东西&kind=task')
  await expect(main(page).getByText('没有找到「没有这样的东西」')).toBeVisible()
  await main(page).getByRole('button', { name: '清除筛选' }).click()
  await expect(page).not.toHaveURL(/kind=/)
  await main(page).getByRole('button', { name: '清空搜索词' }).click()
  await expect(main(page).getByRole('searchbox')).toHaveValue('')
  await expect(main(page).getByText('想找什么')).toBeVisible()

  await page.goto('/square/mycenter')
  const tabs = page.getByRole('navigation', { name: '我的任务' })
  for (const [tab, title] of [
    ['进行中', '手上没有正在做的任务'],
    ['已提交', '没有等待批阅的作品'],
    ['被退回', '没有要修改的作品'],
    ['已评', '还没有评过的作品'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(tabs.getByRole('link', { name: tab })).toHaveText(`${tab} 0`)
    const part = page.getByRole('region', { name: '我的任务' })
    await expect(part.getByText(title)).toBeVisible()
    await expect(part.getByRole('link', { name: '去任务广场' })).toHaveAttribute('href', '/square/index')
  }
  await page.goto('/square/mycenter?tab=ledger')
  await expect(main(page).getByText('还没有记录')).toBeVisible()
  await main(page).getByRole('link', { name: '去任务广场' }).click()

  await main(page).getByRole('link', { name: '浏览公会' }).click()
  await expect(page).toHaveURL(/\/tradeunion\/index$/)
  await list.code.fill('cpdk9234')
  await list.code.press('Enter')
  await expect(list.title).toHaveText('晨跑打卡团')
  await expect(page.getByRole('region', { name: '任务' }).getByRole('listitem').first()).toBeVisible()
  const [joined] = await send(guilds.names)
  expect(joined?.name).toBe('晨跑打卡团')

  // The request to delete the account, and taking it back: nobody has to answer it.
  await page.goto('/square/mycenter?tab=settings')
  await page.getByRole('button', { name: '申请注销账号' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('原因').fill('转学了')
  await dialog.getByRole('textbox', { name: '当前密码' }).fill(password)
  await dialog.getByRole('button', { name: '申请注销账号' }).click()
  await expect(page.getByText(/提交了注销申请，等待管理员处理/)).toBeVisible()
  expect((await send(privacy.deletion)).status).toBe('open')
  await page.getByRole('button', { name: '撤回注销申请' }).click()
  await expect(page.getByRole('button', { name: '申请注销账号' })).toBeVisible()
  expect((await send(privacy.deletion)).status).not.toBe('open')
  await send(guilds.leave, { guild_id: joined?.id ?? 0 })
})

test('a student reads on an empty list what will be there and what to do, and clears a filter that leaves nothing @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const [own] = (await (await school.asStudent('student'))(tasks.listDoing, {})).list
  await logIn('student')

  await test.step('the square', async () => {
    await page.goto('/square/index')
    const filters = page.getByRole('group', { name: '按状态筛选任务' })
    await expect(filters.getByRole('button', { name: /^全部 [1-9]/ })).toBeVisible()
    await answerNothing(page, '**/api/student/tasks_by_guild_id**', { states: { ...states, all: 3 } })
    await page.reload()
    const section = page.getByRole('region', { name: /^新任务/ })
    await expect(section.getByText('今天没有新任务，去作品区看看吧')).toBeVisible()
    await expect(section.getByRole('link', { name: '去作品欣赏' })).toHaveAttribute('href', '/works/index')
    await section.getByRole('button', { name: '看全部任务' }).click()
    await expect(page).toHaveURL(/state=all$/)
    await filters.getByRole('button', { name: /^已完成/ }).click()
    await expect(section.getByText('没有符合条件的任务')).toBeVisible()
    await section.getByRole('button', { name: '清除筛选' }).click()
    await expect(page).toHaveURL(/\/square\/index$/)
    await expect(filters.getByRole('button', { name: /^可接取/ })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('a guild', async () => {
    const list = guildsPage(page)
    await list.openGuild(own?.guild_id ?? 0)
    const part = page.getByRole('region', { name: '任务', exact: true })
    await expect(part.getByText('这里还没有任务')).toBeVisible()
    await expect(part.getByRole('link', { name: '去任务广场' })).toHaveAttribute('href', '/square/index')
    await part.getByRole('link', { name: /^主线/ }).click()
    await expect(part.getByText('没有符合条件的任务')).toBeVisible()
    await part.getByRole('link', { name: '清除筛选' }).click()
    await expect(page).toHaveURL(/\/all$/)
    await expect(part.getByText('这里还没有任务')).toBeVisible()
  })

  await test.step('the list of guilds', async () => {
    await answerNothing(page, '**/api/guild/guilds_by_student**')
    const list = guildsPage(page)
    await list.open()
    await expect(main(page).getByText('还没有公会，去问老师要邀请码')).toBeVisible()
    await main(page).getByRole('button', { name: '输入邀请码' }).click()
    await expect(list.code).toBeFocused()
    await page.getByRole('button', { name: /^可加入/ }).click()
    await expect(main(page).getByText('没有符合条件的公会')).toBeVisible()
    await main(page).getByRole('button', { name: '清除筛选' }).click()
    await expect(page).toHaveURL(/\/tradeunion\/index$/)
  })

  await test.step('the works', async () => {
    await answerNothing(page, '**/api/submit/submits_for_student**')
    await page.goto('/works/index')
    await expect(main(page).getByText('第一件作品等你来交')).toBeVisible()
    await expect(main(page).getByRole('link', { name: '去任务广场' })).toHaveAttribute('href', '/square/index')
    await page.getByRole('button', { name: '视频', exact: true }).click()
    await expect(main(page).getByText('没有符合条件的作品')).toBeVisible()
    await main(page).getByRole('button', { name: '清除筛选' }).click()
    await expect(page).toHaveURL(/\/works\/index$/)
    await page.goto('/works/index?student=2')
    await expect(main(page).getByText('还没有分享的作品')).toBeVisible()
    await main(page).getByRole('link', { name: '看全部作品' }).click()
    await expect(page).toHaveURL(/\/works\/index$/)
  })
  await expectNoSideways(page)
})

test('a student reads in its place what could not be read, is told once for the page, and gets it by a retry @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  const refused = { code: 0, msg: '服务器开小差了', time: Math.floor(Date.now() / 1000), data: { reason: 'FAULT' } }
  const calls =
    /\/api\/(index\/getBanner|index\/getGonHuiCate|submit\/submits_for_student|guild\/guild_names_by_student|guild\/guilds_by_student)/
  const said = page.locator('[role=alert]:not(main *)')
  const missing = main(page).getByRole('alert')
  // Every page and every read: states.spec.ts.
  await page.route(calls, (route) => route.fulfill({ json: refused }))
  await page.goto('/square/index')
  await expect(said).toHaveText('服务器开小差了')
  await expect(missing.first()).toContainText('服务器开小差了')
  for (const words of ['我的公会加载失败', '横幅加载失败'])
    await expect(missing.filter({ hasText: words })).toBeVisible()
  await expectNoSideways(page)
  await page.unroute(calls)
  // A part that comes into the page late may have been refused as well.
  await expect(async () => {
    while ((await missing.count()) > 0)
      await missing.first().getByRole('button', { name: '重试' }).click({ timeout: 1_000 })
    await settled(page)
    await expect(missing).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
})
