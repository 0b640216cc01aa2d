import type { Page } from '@playwright/test'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { TOTP } from 'otpauth'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { samplePassword } from '../start-school.ts'

const logInAt = async (page: Page, username: string, password: string): Promise<void> => {
  await page.goto('/admin/login')
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

const leave = async (page: Page): Promise<void> => {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
}

test('a teacher comes over from the student site without a password, and no ticket stays behind @desktop', async ({
  page,
  school,
}) => {
  const send = await school.asStudent('teacher')
  const { url } = await send(accounts.roleTicket, { role: 'teacher' })
  const ticket = new URL(url, school.url).searchParams.get('token') ?? ''
  expect(ticket).not.toBe('')
  await page.goto('/login')
  await page.goto(new URL(url, school.url).href)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('陈立群')
  await expect(page).toHaveURL(/\/admin\/?$/)
  expect(
    await page.evaluate(() =>
      JSON.stringify([location.href, performance.getEntriesByType('resource').map(({ name }) => name)]),
    ),
  ).not.toContain(ticket)
  await page.goBack()
  expect(page.url()).not.toContain(ticket)
  // The link is used up: anyone who finds it in a log gets only a way back.
  await page.evaluate(() => localStorage.clear())
  await page.goto(new URL(url, school.url).href)
  await expect(page.getByRole('heading', { name: '没能进入' })).toBeVisible()
})

test('an administrator makes an account, its owner changes the password given, and the record tells of both @desktop', async ({
  page,
}) => {
  await logInAt(page, 'admin', samplePassword)
  await page.getByRole('link', { name: '教职账号' }).click()
  await page.getByRole('button', { name: '新建账号' }).click()
  await page.getByRole('dialog').getByLabel('用户名').fill('wenjing')
  await page.getByRole('dialog').getByLabel('姓名').fill('温静')
  await page.getByRole('dialog').getByRole('button', { name: '新建账号' }).click()
  const given = (await page.getByRole('dialog').locator('code').last().textContent()) ?? ''
  await page.getByRole('button', { name: '已经记下' }).click()
  await page.getByRole('button', { name: '修改温静的账号' }).click()
  await page.getByRole('dialog').getByLabel(/^助教/).check()
  await page.getByRole('button', { name: '保存角色' }).click()
  await expect(page.getByRole('row', { name: /温静/ })).toContainText('助教')
  await leave(page)

  await logInAt(page, 'wenjing', given)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('先换一个密码')
  await expectAccessible(page)
  await page.goto('/admin/review')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('先换一个密码')
  await page.getByLabel('当前密码').fill(given)
  await page.getByLabel('新密码').fill('short')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByText('密码至少8个字符')).toBeVisible()
  await page.getByLabel('新密码').fill('a-garden-in-april')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('批阅')
  await expect(page).toHaveTitle(/^批阅/)
  await leave(page)

  await logInAt(page, 'admin', samplePassword)
  await page.getByRole('link', { name: '操作记录' }).click()
  await page.getByLabel('操作人').fill('温静')
  const change = page.getByRole('row', { name: /修改了自己的密码/ })
  await expect(change).toContainText('wenjing')
  await expect(change).not.toContainText('a-garden-in-april')
  await page.getByLabel('操作人').fill('')
  await page.getByLabel('操作', { exact: true }).selectOption({ label: '新建了教职账号' })
  await expect(page.getByRole('row', { name: /新建了教职账号/ }).first()).toContainText('管理员')
})

test('a teacher turns the second factor on and comes in once by a recovery code @desktop', async ({ page }) => {
  await logInAt(page, 'teacher3', samplePassword)
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('link', { name: '我的账号' }).click()
  await page.getByRole('button', { name: '打开两步验证' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('当前密码').fill(samplePassword)
  await dialog.getByRole('button', { name: '打开两步验证' }).click()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('动态码').fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: '验证' }).click()
  const codes = dialog.locator('li')
  await expect(codes.first()).toBeVisible()
  const recovery = ((await codes.first().textContent()) ?? '').trim()
  await dialog.getByRole('button', { name: '已经保存' }).click()
  await leave(page)

  await logInAt(page, 'teacher3', samplePassword)
  await expect(page.getByRole('heading', { name: '输入6位动态码' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '手机不在身边，用备用码' }).click()
  await page.getByLabel('备用码').fill(recovery)
  await page.getByRole('button', { name: '验证', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('何静')
  await page.goto('/admin/account')
  await expect(page.getByText('已开启，还有9个备用码')).toBeVisible()
})

test('two administrators change the same setting: the second sees both values and loses neither @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  await logInStaff('admin')
  await page.goto('/admin/settings')
  const name = page.getByLabel('学校名称')
  await name.fill('河东中学')
  const send = await school.asStaff('admin')
  const { versions, settings } = await send(settingsAdmin.read)
  await send(settingsAdmin.change, { settings: { site_name: '河西中学' }, versions: { site_name: versions.site_name } })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '「学校名称」刚刚被别人改过' })
  await expect(dialog).toContainText('河西中学')
  await expect(dialog).toContainText('河东中学')
  await dialog.getByRole('button', { name: '用我的' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(async () => (await send(settingsAdmin.read)).settings.site_name).toBe('河东中学')
  const now = (await send(settingsAdmin.read)).versions.site_name
  await send(settingsAdmin.change, { settings: { site_name: settings.site_name }, versions: { site_name: now } })
})
