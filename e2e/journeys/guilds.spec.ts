import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { guildsPage } from '../pages/guilds-page.ts'
import { settled } from '../settled.ts'

test.beforeEach(async ({ logIn }) => logIn('student'))

// One run per language and width: the language changes the words, the width changes the layout.
for (const [language, width] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })

    test('a student reads the list of guilds, a guild of hers and one she is not in', async ({ page, school }) => {
      const { list } = await (await school.asStudent('student'))(catalog.guilds, { limit: 100 })
      const guilds = guildsPage(page)
      await guilds.open()
      await expect(page.getByRole('link', { name: list[0]?.name ?? '', exact: true })).toBeVisible()
      await expectAccessible(page)
      for (const status of ['member', 'none']) {
        const guild = list.find(({ my_status }) => my_status === status)
        await guilds.openGuild(guild?.id ?? 0)
        await expect(guilds.title).toHaveText(guild?.name ?? '')
        await expectAccessible(page)
      }
    })
  })
}

test('an old link to a guild is put right, and a wrong one says so inside the layout @desktop', async ({ page }) => {
  const guilds = guildsPage(page)
  await page.goto('/square/guild_details/7/%E6%97%A7%E5%90%8D%2F/9?sort=due')
  await expect(guilds.title).toHaveText('数学建模组')
  await expect(page).toHaveURL(
    new RegExp(`/square/guild_details/7/${encodeURIComponent('数学建模组')}/all\\?sort=due$`),
  )
  await expect(page).toHaveTitle(/^数学建模组/)
  await page.goto('/square/guild_details/7/x/1')
  await expect(page).toHaveURL(/\/main$/)
  await guilds.openGuild(999_999)
  await expect(guilds.title).toContainText('页面不存在')
  const menu = page.getByRole('navigation', { name: '主导航' }).first()
  await expect(menu).toBeAttached()
  // A guild is a part of 公会, a search of none.
  await guilds.openGuild(7)
  await expect(menu.locator('[aria-current=page]')).toHaveText('公会')
  await page.goto('/square/search')
  await expect(menu.getByRole('link').first()).toBeVisible()
  await expect(menu.locator('[aria-current=page]')).toHaveCount(0)
})

test('a student who comes back to the list of guilds finds the search again @phone', async ({ page }) => {
  const guilds = guildsPage(page)
  await guilds.open()
  await guilds.search.fill('合唱')
  await expect(page).toHaveURL(/keyword=/)
  await expect(guilds.row('合唱与配音')).toBeVisible()
  await expect(guilds.row('机器人社')).toHaveCount(0)
  // Two tabs of one page are told apart.
  await expect(page).toHaveTitle('公会 · 合唱 · 同窗公会')
  await guilds.row('合唱与配音').getByRole('link').click()
  await expect(guilds.title).toHaveText('合唱与配音')
  await page.goBack()
  await expect(guilds.search).toHaveValue('合唱')
  await expect(guilds.row('合唱与配音')).toBeVisible()
  // Choosing a filter before the search has run keeps both.
  await guilds.search.fill('机器人')
  await page.getByRole('button', { name: /^可加入/ }).click()
  await expect(page).toHaveURL(/(?=.*scope=joinable)(?=.*keyword=%E6%9C%BA)/)
  await guilds.search.fill('没有这样的名字')
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(guilds.search).toHaveValue('')
  await expect(guilds.row('机器人社')).toBeVisible()
})

test('a student who types a wrong invite code is told at the field @phone', async ({ page }) => {
  const guilds = guildsPage(page)
  await guilds.open()
  await guilds.code.fill('abc')
  await guilds.code.press('Enter')
  await expect(guilds.code).toHaveAccessibleDescription(/邀请码是8位/)
  await guilds.code.fill('zzzz-zzzz')
  await expect(guilds.code).toHaveValue('ZZZZZZZZ')
  await guilds.code.press('Enter')
  await expect(guilds.code).toHaveAttribute('aria-invalid', 'true')
  await expect(guilds.code).not.toHaveAccessibleDescription(/邀请码是8位字母或数字/)
  await expectAccessible(page)
})

test('a student who joins a guild finds the link to it in the same row, and leaves it again @desktop', async ({
  page,
}) => {
  const guilds = guildsPage(page)
  await guilds.open()
  const row = guilds.row('版画小屋')
  const join = row.getByRole('button', { name: '加入' })
  await settled(page)
  await join.scrollIntoViewIfNeeded()
  const place = await row.boundingBox()
  await join.click()
  await expect(row).toContainText('已加入')
  await expect(page.getByText('已加入「版画小屋」')).toBeVisible()
  // After the list is reloaded, nothing has moved and the keyboard focus stays in place.
  await expect(row.getByRole('link', { name: '进入公会' })).toBeFocused()
  await expect.poll(() => row.boundingBox()).toEqual(place)
  await expect(guilds.card('版画小屋')).toHaveCount(0)
  await page.reload()
  await expect(guilds.card('版画小屋')).toContainText('已加入')
  await guilds.card('版画小屋').getByRole('link').first().click()
  await page.getByRole('button', { name: '公会菜单' }).click()
  await page.getByRole('button', { name: '退出公会' }).click()
  await expect(guilds.dialog).toContainText('草稿会保留')
  await expectAccessible(page)
  await guilds.dialog.getByRole('button', { name: '退出公会' }).click()
  await expect(page.getByRole('heading', { name: '加入后可以看到任务' })).toBeVisible()
})

test('a student asks to be let in and takes it back, by keyboard @desktop', async ({ page }) => {
  const guilds = guildsPage(page)
  await guilds.open()
  const row = guilds.row('合唱与配音')
  await row.getByRole('button', { name: '申请加入' }).focus()
  await page.keyboard.press('Enter')
  await guilds.dialog.getByRole('textbox').fill('我喜欢唱歌')
  await expectAccessible(page)
  await guilds.dialog.getByRole('textbox').press('Control+Enter')
  await expect(row).toContainText('等待老师通过')
  await pressEnter(row.getByRole('button', { name: '取消申请' }))
  await expect(row.getByRole('button', { name: '申请加入' })).toBeVisible()
})

test('a student reads of each guild who leads it, how many are in it and what is open; a join that fails is taken back @phone', async ({
  page,
  school,
}) => {
  const { list } = await (await school.asStudent('student'))(catalog.guilds, { limit: 100 })
  const guilds = guildsPage(page)
  await guilds.open()
  const urgent = page.getByRole('region', { name: '我的公会' }).getByRole('listitem').first()
  await expect(urgent.getByRole('heading')).toBeVisible()
  for (const guild of list) {
    const isMine = guild.my_status === 'member'
    const one = isMine ? guilds.card(guild.name) : guilds.row(guild.name)
    await expect(one.locator('svg[viewBox="0 0 48 48"]'), guild.name).toBeVisible()
    await expect(one).toContainText(`${guild.teacher}老师`)
    await expect(one).toContainText(
      guild.capacity === null || isMine ? `${guild.member_count}人` : `${guild.member_count} / ${guild.capacity}人`,
    )
    // The most urgent one shows its task in that place.
    if (guild.open_task_count > 0 && (await urgent.getByRole('heading').innerText()) !== guild.name)
      await expect(one).toContainText(`${guild.open_task_count}个任务开放`)
  }

  let drop = () => {}
  const dropped = new Promise<void>((resolve) => {
    drop = resolve
  })
  await page.route('**/api/student/join_guild', async (route) => {
    await dropped
    await route.abort()
  })
  await guilds.row('版画小屋').getByRole('button', { name: '加入' }).click()
  await expect(guilds.row('版画小屋')).toContainText('已加入')
  drop()
  await expect(guilds.row('版画小屋').getByRole('button', { name: '加入' })).toBeVisible()
  await expect(guilds.card('版画小屋')).toHaveCount(0)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a student filters the tasks of a guild by type, sorts them, and reads one that is over @desktop', async ({
  page,
  school,
}) => {
  const send = await school.asStudent('student')
  const [over] = (await send(tasks.listByGuild, { state: 'expired', limit: 1 })).list
  const guild_id = over?.guild_id ?? 0
  const { task_counts } = await send(catalog.guild, { guild_id })
  const titles = async (wanted: object) =>
    (await send(tasks.listByGuild, { guild_id, limit: 50, ...wanted })).list.map(({ title }) => title)
  const [byDue, byDate] = [await titles({ sort: 'due' }), await titles({ sort: 'new' })]
  expect(byDue).not.toEqual(byDate)
  const guilds = guildsPage(page)
  await guilds.openGuild(guild_id)
  const part = page.getByRole('region', { name: '任务', exact: true })
  const tabs = part.getByRole('navigation', { name: '任务类型' }).getByRole('link')
  await expect(tabs.first()).toHaveText(`全部 ${task_counts.reduce((sum, { count }) => sum + count, 0)}`)
  const main = task_counts.find(({ type }) => type === 'main')
  await tabs.filter({ hasText: /^主线/ }).click()
  await expect(page).toHaveURL(/\/main$/)
  await expect(tabs.filter({ hasText: /^主线/ })).toHaveText(`主线 ${main?.count}`)
  await expect(tabs.filter({ hasText: /^主线/ })).toHaveAttribute('aria-current', 'page')
  await expect(part.getByRole('listitem')).toHaveCount(main?.count ?? 0)
  await tabs.first().click()

  const headings = part.getByRole('listitem').getByRole('heading').getByRole('link')
  await part.getByRole('button', { name: '截止时间' }).click()
  await expect(page).toHaveURL(/\/all\?sort=due$/)
  await expect(headings).toHaveText(byDue)
  await part.getByRole('button', { name: '最新' }).click()
  await expect(headings).toHaveText(byDate)

  const row = part
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: over?.title ?? '', exact: true }) })
  await expect(row).toContainText('已过期')
  const other = part
    .getByRole('listitem')
    .filter({ hasText: /进行中|可接取|待修改/ })
    .first()
  const colour = (one: typeof row) =>
    one
      .getByRole('heading')
      .getByRole('link')
      .evaluate((link) => getComputedStyle(link).color)
  expect(await colour(row)).not.toBe(await colour(other))
  await expectAccessible(page)
  await row.getByRole('heading').getByRole('link').click()
  await expect(guilds.title).toHaveText(over?.title ?? '')
})

test('a student reads why the button of a closed or a full guild does nothing @desktop', async ({ page }) => {
  // The sample has no full guild that is open.
  await page.route('**/api/guild/guilds_by_student**', async (route) => {
    const answer = await (await route.fetch()).json()
    const list = answer.data.list.map((guild: GuildCard) =>
      guild.name === '版画小屋' ? { ...guild, capacity: guild.member_count } : guild,
    )
    await route.fulfill({ json: { ...answer, data: { ...answer.data, list } } })
  })
  const guilds = guildsPage(page)
  await guilds.open()
  const full = guilds.row('版画小屋').getByRole('button', { name: '加入' })
  await expect(full).toHaveAttribute('aria-disabled', 'true')
  await expect(full).toHaveAccessibleDescription(/^已满.*名额已满/)
  const button = guilds.row('志愿者小队').getByRole('button', { name: '加入' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/暂不招新/)
})
