import { accounts } from '@tongchuang/contract/accounts.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { expect, test } from '../journey.ts'

test('a student reads how much experience is missing to the next level @desktop', async ({ page, logIn, school }) => {
  const me = await (await school.asStudent('student'))(profile.get)
  const next = me.experience + (me.to_next_level ?? 0)
  await logIn('student')
  await page.goto('/square/mycenter')
  await expect(page.getByRole('heading', { level: 1, name: me.nickname })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`还差${me.to_next_level}经验到${me.level + 1}级`)
  await expect(page.getByRole('main')).toContainText(`${me.experience} / ${next}`)
  const bar = page.getByRole('progressbar')
  expect(await bar.evaluate((element: HTMLProgressElement) => element.value / element.max)).toBeCloseTo(
    (me.experience - me.level_from) / (next - me.level_from),
  )
})

test('a student sees the counts of the server on the tabs, and a reload opens the same tab @phone', async ({
  page,
  logIn,
  school,
}) => {
  const send = await school.asStudent('student')
  const underWay = (await send(tasks.listDoing, { limit: 100 })).list
  const { list } = await send(submissions.mine, { limit: 100 })
  const reviewed = list.filter(({ state }) => state === 'passed' || state === 'failed')
  const reviewedTasks = new Set(reviewed.map(({ task_id }) => task_id))
  const newest = list.filter(
    ({ status, task_id }, at) =>
      status !== 'withdrawn' && list.findIndex((one) => one.task_id === task_id && one.status !== 'withdrawn') === at,
  )
  const waiting = newest.filter(({ state }) => state === 'submitted')
  const returned = underWay.filter(({ state }) => state === 'returned')
  await logIn('student')
  await page.goto('/square/mycenter')
  const tabs = page.getByRole('navigation', { name: '我的任务' })
  await expect(tabs.getByRole('link', { name: '进行中' })).toHaveText(
    `进行中 ${underWay.filter(({ state }) => state === 'doing').length}`,
  )
  await expect(tabs.getByRole('link', { name: '已提交' })).toHaveText(`已提交 ${waiting.length}`)
  await expect(tabs.getByRole('link', { name: '被退回' })).toHaveText(`被退回 ${returned.length}`)
  await tabs.getByRole('link', { name: '已评' }).press('Enter')
  await expect(page).toHaveURL(/\?tab=reviewed$/)
  // Two tabs of one page are told apart.
  await expect(page).toHaveTitle('个人中心 · 已评 · 同窗公会')
  await page.reload()
  await expect(page).toHaveTitle('个人中心 · 已评 · 同窗公会')
  await expect(tabs.getByRole('link', { name: '已评' })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: '已评' })).toHaveText(`已评 ${reviewedTasks.size}`)
  const rows = page.getByRole('region', { name: '我的任务' }).getByRole('listitem')
  await expect(rows).toHaveCount(reviewedTasks.size)
  await expect(rows.first()).toContainText(reviewed[0]?.receipt_no ?? 'a receipt number')
  await rows.first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(
    new RegExp(`/square/task_detail/${reviewed[0]?.guild_id}\\?task=${reviewed[0]?.task_id}$`),
  )
})

test('a student changes what classmates see, and a wrong website is said at its field @phone', async ({
  page,
  logIn,
}) => {
  await logIn('s010')
  await page.goto('/square/mycenter')
  await page.getByRole('link', { name: '设置' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeFocused()
  await page.getByRole('textbox', { name: '昵称' }).fill('  ')
  await page.getByRole('button', { name: '保存资料' }).click()
  await expect(page.getByRole('textbox', { name: '昵称' })).toBeFocused()
  await expect(page.getByText('昵称不能为空')).toBeVisible()
  await page.getByRole('textbox', { name: '昵称' }).fill('小舟')
  await page.getByLabel('个人网站').fill('javascript:alert(1)')
  await page.getByRole('button', { name: '保存资料' }).click()
  await expect(page.getByLabel('个人网站')).toBeFocused()
  await expect(page.getByLabel('个人网站')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('个人网站').fill('https://example.cn/zhou')
  await page.getByLabel('介绍').fill('在河边长大。')
  await page.getByRole('button', { name: '保存资料' }).click()
  await expect(page.getByText(/\d\d:\d\d已保存/)).toBeVisible()
  await page.getByRole('link', { name: '个人中心' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: '小舟' })).toBeFocused()
  await page.goto('/square/mycenter?tab=settings')
  await expect(page.getByLabel('个人网站')).toHaveValue('https://example.cn/zhou')
})

test('a student who changes the password ends the other devices, and the old password no longer works @desktop', async ({
  page,
  logIn,
  school,
}) => {
  await logIn('s011')
  const other = await school.asStudent('s011')
  await page.goto('/square/mycenter?tab=settings')
  await page.getByRole('button', { name: '更改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '更改密码' })
  await dialog.getByLabel('当前密码').fill('not my password')
  await dialog.getByLabel('新密码').fill('one new sentence')
  await dialog.getByRole('button', { name: '更改密码' }).click()
  await expect(dialog.getByLabel('当前密码')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('当前密码').fill('tongchuang-demo')
  await dialog.getByRole('button', { name: '更改密码' }).click()
  await expect(dialog).toBeHidden()
  await expect(other(profile.get)).rejects.toThrow()
  await expect(school.send(accounts.login, { username: 's011', password: 'tongchuang-demo' })).rejects.toThrow()
  expect(
    (await school.send(accounts.login, { username: 's011', password: 'one new sentence' })).userinfo.username,
  ).toBe('s011')
})

test('a student logs another device out and stays logged in here @desktop', async ({ page, logIn, school }) => {
  await logIn('s012')
  const first = await school.asStudent('s012')
  const second = await school.asStudent('s012')
  const third = await school.asStudent('s012')
  await page.goto('/square/mycenter?tab=settings')
  const devices = page.getByRole('region', { name: '登录设备' })
  await expect(devices.getByRole('listitem')).toHaveCount(4)
  await expect(devices.getByText('现在使用的设备')).toHaveCount(1)
  await devices
    .getByRole('button', { name: /^退出「/ })
    .first()
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(third(profile.get)).rejects.toThrow()
  expect((await first(profile.get)).username).toBe('s012')
  await devices.getByRole('button', { name: '退出其他全部设备' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(second(profile.get)).rejects.toThrow()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible()
})

test('a student changes the e-mail address with the password and a code sent to it @desktop', async ({
  page,
  logIn,
  school,
}) => {
  await logIn('s013')
  await page.goto('/square/mycenter?tab=settings')
  await page.getByRole('button', { name: '更改邮箱' }).click()
  const dialog = page.getByRole('dialog', { name: '更改邮箱' })
  await dialog.getByLabel('新邮箱').fill('zhou@example.cn')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  const code = /\d{6}/.exec((await school.mail.letterTo('zhou@example.cn')).text)?.[0] ?? ''
  await dialog.getByLabel('验证码').fill(code)
  await dialog.getByLabel('当前密码').fill('tongchuang-demo')
  await dialog.getByRole('button', { name: '更改邮箱' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: '登录和联系方式' })).toContainText('@example.cn')
})

test('a student who chooses a language keeps it on the page and in the account @phone', async ({
  page,
  logIn,
  school,
}) => {
  await logIn('s014')
  await page.goto('/square/mycenter?tab=settings')
  await page.getByRole('region', { name: '语言' }).getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect.poll(async () => (await (await school.asStudent('s014'))(profile.get)).locale).toBe('en-US')
})
