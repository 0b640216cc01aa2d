import { directory } from '@tongchuang/contract/directory.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { guildsPage } from '../pages/guilds-page.ts'

test.beforeEach(async ({ logIn }) => logIn('student'))

// Once in each language and at each width: what is said differs by language, what is drawn by width.
for (const [language, width] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })

    test('a student reads the list of guilds, a guild of hers and one she is not in', async ({ page, school }) => {
      const { list } = await (await school.asStudent('student'))(directory.guilds, { limit: 100 })
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

test('an old link to a guild is put right, and a wrong one says so inside the layout', async ({ page }) => {
  const guilds = guildsPage(page)
  await page.goto('/square/guild_details/7/%E6%97%A7%E5%90%8D%2F/9?sort=due')
  await expect(guilds.title).toHaveText('数学建模组')
  await expect(page).toHaveURL(new RegExp(`/square/guild_details/7/${encodeURIComponent('数学建模组')}/all\\?sort=due$`))
  await expect(page).toHaveTitle(/^数学建模组/)
  await page.goto('/square/guild_details/7/x/1')
  await expect(page).toHaveURL(/\/main$/)
  await guilds.openGuild(999_999)
  await expect(guilds.title).toContainText('页面不存在')
  await expect(page.getByRole('navigation', { name: '主导航' }).first()).toBeAttached()
})

test('what was looked for is still there on the way back', async ({ page }) => {
  const guilds = guildsPage(page)
  await guilds.open()
  await guilds.search.fill('合唱')
  await expect(page).toHaveURL(/keyword=/)
  await expect(guilds.row('合唱与配音')).toBeVisible()
  await expect(guilds.row('机器人社')).toHaveCount(0)
  await guilds.row('合唱与配音').getByRole('link').click()
  await expect(guilds.title).toHaveText('合唱与配音')
  await page.goBack()
  await expect(guilds.search).toHaveValue('合唱')
  await expect(guilds.row('合唱与配音')).toBeVisible()
  // A filter chosen before the words are looked for undoes neither.
  await guilds.search.fill('机器人')
  await page.getByRole('button', { name: /^可加入/ }).click()
  await expect(page).toHaveURL(/(?=.*scope=joinable)(?=.*keyword=%E6%9C%BA)/)
  await guilds.search.fill('没有这样的名字')
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(guilds.search).toHaveValue('')
  await expect(guilds.row('机器人社')).toBeVisible()
})

test('a code that opens nothing is told at the field', async ({ page }) => {
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

test('a student joins an open guild and leaves it again @desktop', async ({ page }) => {
  const guilds = guildsPage(page)
  await guilds.open()
  await guilds.row('版画小屋').getByRole('button', { name: '加入' }).click()
  await expect(guilds.card('版画小屋')).toContainText('已加入')
  await page.reload()
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
  await guilds.dialog.getByRole('button', { name: '提交申请' }).press('Enter')
  await expect(row).toContainText('等待老师通过')
  await row.getByRole('button', { name: '取消申请' }).press('Enter')
  await expect(row.getByRole('button', { name: '申请加入' })).toBeVisible()
})

test('a closed guild says why its button does nothing', async ({ page }) => {
  const guilds = guildsPage(page)
  await guilds.open()
  const button = guilds.row('志愿者小队').getByRole('button', { name: '加入' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/暂不招新/)
})
