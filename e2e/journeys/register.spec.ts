import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { minuteAfterCode } from '../advance-clock.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

const codeIn = async (school: School, address: string, since = 0): Promise<string> =>
  /\d{6}/.exec((await school.mail.letterTo(address, since)).text)?.[0] ?? ''

/** Six digits that differ from the code. */
const otherThan = (code: string): string => code.replace(/\d$/, (last) => String((Number(last) + 1) % 10))

const expectSaid = async (field: Locator, words: string | RegExp) => {
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(typeof words === 'string' ? new RegExp(words) : words)
}

const logInWith = async (page: Page, username: string, password: string) => {
  await page.getByRole('textbox', { name: '用户名' }).fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

const leave = async (page: Page) => {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  await settled(page)
}

test('somebody new comes in by a code from a mail, back in by another, and by a password from the school @desktop', async ({
  page,
  school,
}) => {
  const now = Date.now()
  const address = `new${now}@example.cn`
  const name = `新来的${now}`
  const form = page.getByRole('main')
  const field = (label: string) => form.getByRole('textbox', { name: label })
  const doors = page.getByRole('group', { name: '选择注册方式' }).getByRole('radio')

  await page.goto('/register')
  await expect(doors).toHaveCount(2)
  await expect(field('邀请码')).toBeVisible()
  await expect(field('邮箱')).toHaveCount(0)
  await page.getByRole('radio', { name: /^邮箱验证码/ }).check()
  await expect(field('邀请码')).toHaveCount(0)
  // The rules for a name and a password are shown before anything is typed.
  await expect(field('用户名')).toHaveAccessibleDescription(/2–30个字.*汉字、字母、数字/)
  await expect(field('密码')).toHaveAccessibleDescription(/8–64个字符，什么字符都可以/)
  const code = field('验证码')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')

  await page.getByRole('button', { name: '获取验证码' }).click()
  await expectSaid(field('邮箱'), '邮箱不能为空')
  await field('邮箱').fill(address)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const resend = page.getByRole('button', { name: /^\d+秒后可重发$/ })
  await expect(resend).toHaveAttribute('aria-disabled', 'true')
  const left = async () => Number.parseInt((await resend.textContent()) ?? '', 10)
  const before = await left()
  expect(before).toBeGreaterThan(30)
  expect(before).toBeLessThanOrEqual(60)
  const mailed = await codeIn(school, address)
  await page.reload()
  await page.getByRole('radio', { name: /^邮箱验证码/ }).check()
  expect(await left()).toBeLessThanOrEqual(before)
  await expect(page.getByText(/已发到n•+\d@example\.cn/)).toBeVisible()

  await field('邮箱').fill(address)
  await code.fill(mailed)
  await field('用户名').fill('student')
  await field('密码').fill('12345678')
  await expect(form.getByText('强度：弱')).toBeVisible()
  await field('密码').fill('一句只有我知道的话，还挺长的')
  await expect(form.getByText('强度：一般')).toBeVisible()
  await field('密码').fill('Moon-river-26')
  await expect(form.getByText('强度：好')).toBeVisible()
  await page.getByRole('button', { name: '个人信息说明' }).click()
  const kept = page.getByRole('dialog', { name: '个人信息说明' })
  await expect(kept).toContainText('本公会老师')
  await expect(kept).toContainText('邮箱、完整手机号')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '个人信息说明' })).toBeFocused()
  await page.getByRole('checkbox').check()

  await field('昵称').fill('小新')
  await field('手机号').fill('138 0013 8000')
  const register = form.getByRole('button', { name: '注册', exact: true })
  await register.click()
  await expectSaid(field('用户名'), '这个用户名已有人用')
  await field('用户名').fill(name)
  await expect(page.getByText('这个用户名已有人用').and(form.locator('p'))).toHaveCount(0)
  await code.fill(otherThan(mailed))
  await register.click()
  await expectSaid(code, '验证码不正确或已失效')
  await code.fill(mailed)
  await register.click()
  await expect(page).toHaveURL(/\/square\/index$/)

  await leave(page)
  minuteAfterCode(school.dataDir, address)
  const asked = Date.now()
  await page.getByRole('button', { name: '用邮箱找回' }).click()
  const dialog = page.getByRole('dialog', { name: '用邮箱找回密码' })
  await dialog.getByLabel('邮箱').fill(address)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  const again = await codeIn(school, address, asked)
  await dialog.getByLabel('验证码').fill(otherThan(again))
  await dialog.getByLabel('新密码').fill('another moon over the river')
  await dialog.getByRole('button', { name: '重置密码' }).click()
  await expectSaid(dialog.getByLabel('验证码'), '验证码不正确或已失效')
  await dialog.getByLabel('验证码').fill(again)
  await dialog.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByText('密码已重置，请用新密码登录')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await logInWith(page, address, 'another moon over the river')
  await expect(page).toHaveURL(/\/square\/index$/)

  const { id, mobile, nickname } = await (await school.asStudent(name, 'another moon over the river'))(profile.get)
  expect(mobile).toBe('138****8000')
  expect(nickname).toBe('小新')
  // An unconfirmed number cannot be used to log in.
  await expect(
    school.send(accounts.login, { username: '13800138000', password: 'another moon over the river' }),
  ).rejects.toMatchObject({ reason: 'CREDENTIALS' })
  const { password } = await (await school.asStaff('admin'))(accountsAdmin.resetPassword, { user_id: id })
  await leave(page)
  await logInWith(page, name, password)
  await expect(page.getByText('这个密码是学校给的，请换成只有你知道的密码。')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('当前密码').fill(password)
  await page.getByLabel('新密码').fill('a third moon over the river')
  await page.getByRole('button', { name: '保存并继续' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('小新')
})

test('somebody new sees only the ways to register that are open @desktop', async ({ page }) => {
  const open = { invite: true, code: false }
  await page.route('**/api/user/site', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: { doors: object } }
    await route.fulfill({
      json: { ...envelope, data: { ...envelope.data, doors: { ...envelope.data.doors, ...open } } },
    })
  })
  const invite = page.getByRole('textbox', { name: '邀请码' })
  const mail = page.getByRole('textbox', { name: '邮箱' })
  for (const only of ['invite', 'code'] as const) {
    Object.assign(open, { invite: only === 'invite', code: only === 'code' })
    await page.goto('/register')
    await expect(page.getByRole('textbox', { name: '用户名' })).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(invite).toHaveCount(only === 'invite' ? 1 : 0)
    await expect(mail).toHaveCount(only === 'code' ? 1 : 0)
  }
  Object.assign(open, { invite: false, code: false })
  await page.goto('/register')
  await expect(page.getByText('现在没有开放注册，请联系老师开通账号。')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})
