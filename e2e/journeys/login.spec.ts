import { accounts } from '@tongchuang/contract/accounts.ts'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { settled } from '../settled.ts'
import { samplePassword } from '../start-school.ts'

const noName = '用户名不能为空'
const noPassword = '密码不能为空'

const formOf = (page: Page) => ({
  username: page.getByRole('textbox', { name: '用户名' }),
  password: page.locator('input[name=password]'),
  button: page.locator('button[type=submit]'),
})

/** Checks the message that belongs to a field and is read out with it. */
const expectSaid = async (field: Locator, words: string) => {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(words))
}

test('somebody who logs in is helped by the browser and told at each field what is missing @desktop', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/login')
  await settled(page)
  const { username, password, button } = formOf(page)
  await expect(username).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByText(/忘记密码？请联系老师重置，或用邮箱找回/)).toBeVisible()

  // Leaving the empty field by keyboard shows the message, whatever gets the focus next.
  await username.focus()
  await page.keyboard.press('Shift+Tab')
  await expectSaid(username, noName)
  await username.fill('s')
  await expect(page.getByText(noName)).toHaveCount(0)
  await password.focus()
  await page.keyboard.press('Tab')
  const show = page.getByRole('button', { name: '显示密码' })
  await expect(show).toBeFocused()
  await expectSaid(password, noPassword)

  // Leaving the field by a press: the pressed element stays in place until the button is released.
  await page.reload()
  await settled(page)
  await username.focus()
  await page.getByRole('button', { name: '用邮箱找回' }).click()
  const dialog = page.getByRole('dialog', { name: '用邮箱找回密码' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: '用邮箱找回' })).toBeFocused()
  await expectSaid(username, noName)

  await button.click()
  await expectSaid(password, noPassword)
  await expect(username).toBeFocused()
  await username.fill('student')
  await button.click()
  await expect(password).toBeFocused()
  await expect(page.getByText(noName)).toHaveCount(0)

  await page.evaluate(() => navigator.clipboard.writeText('春眠不觉晓 1024'))
  await password.press('Control+v')
  await expect(password).toHaveValue('春眠不觉晓 1024')
  await expect(page.getByText(noPassword)).toHaveCount(0)
  await expect(password).toHaveAttribute('type', 'password')
  await expect(show).toHaveAttribute('aria-pressed', 'false')
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(password).toHaveAttribute('type', 'text')

  const capsLock = '大写锁定开着，密码区分大小写'
  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  await expect(password).toHaveAccessibleDescription(capsLock)
  await password.dispatchEvent('keyup', { key: 'CapsLock', modifierCapsLock: false })
  await expect(page.getByText(capsLock)).toHaveCount(0)

  await page.getByRole('button', { name: '个人信息说明' }).click()
  await expect(page.getByRole('dialog', { name: '个人信息说明' })).toContainText('本公会老师')

  // Without a mail server nothing is promised that needs one.
  await page.route('**/api/user/site', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: object }
    await route.fulfill({ json: { ...envelope, data: { ...envelope.data, mail: false } } })
  })
  const told = page.waitForResponse('**/api/user/site')
  await page.reload()
  await told
  await expect(page.getByText('忘记密码？请联系老师重置。')).toBeVisible()
  await expect(page.getByRole('button', { name: '用邮箱找回' })).toHaveCount(0)
})

test('somebody who guesses is not told what was wrong, and after five times waits a minute @desktop', async ({
  page,
  school,
}) => {
  await page.clock.install()
  await page.goto('/login')
  await settled(page)
  const { username, password, button } = formOf(page)
  const name = `nobody${Date.now()}`
  const refused = page.getByRole('main').getByText('用户名或密码不正确')
  await username.fill(name)
  await password.fill('guessed wrong')
  await button.click()
  await expect(refused).toBeVisible()
  // Once on the whole page, toasts included.
  await expect(page.getByText('用户名或密码不正确')).toHaveCount(1)
  await expect(username).toHaveValue(name)
  await expect(password).toBeFocused()
  expect(
    await password.evaluate((field: HTMLInputElement) =>
      field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
    ),
  ).toBe('guessed wrong')

  for (let again = 2; again <= 5; again += 1)
    await expect(school.send(accounts.login, { username: name, password: 'guessed wrong' })).rejects.toMatchObject({
      reason: 'CREDENTIALS',
    })
  await page.keyboard.press('Enter')
  const slowed = page.getByText(/^尝试次数过多，请\d\d秒后再试$/)
  // Once, above the form until the minute is over.
  await expect(slowed).toHaveCount(1)
  await expect(button).toHaveText(/^(1:00|0:5\d)后可以再试$/)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward(30_000)
  await expect(slowed).toHaveCount(1)
  await expect(button).toHaveText(/^0:[23]\d后可以再试$/)
  await page.clock.fastForward(31_000)
  await expect(button).toHaveText('登录')
  await expect(slowed).toHaveCount(0)
  await expect(button).not.toHaveAttribute('aria-disabled')
})

test('a teacher who presses twice logs in once and chooses the role to go on in @desktop', async ({ page }) => {
  await page.goto('/login')
  await settled(page)
  const { username, password, button } = formOf(page)
  let requests = 0
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/user/login', async (route) => {
    requests += 1
    await held
    await route.continue()
  })
  await username.fill('teacher2')
  await password.fill(samplePassword)
  await button.dblclick()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await password.press('Enter')
  letGo()
  const enter = page.getByRole('button', { name: '以教师身份进入管理端' })
  await expect(enter).toBeVisible()
  expect(requests).toBe(1)
  await expectAccessible(page)
  await enter.click()
  await expect(page).toHaveURL(/\/admin\/?$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('罗兰')
})

test('on a phone the whole log-in stands in one column above the open keyboard @phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 450 })
  await page.goto('/login')
  await settled(page)
  const { username, password, button } = formOf(page)
  const boxes = []
  for (const one of [page.getByRole('heading', { level: 1 }), username, password, button])
    boxes.push((await one.boundingBox())!)
  for (const { x, y, height } of boxes) {
    expect(x).toBe(boxes[0]?.x)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(450)
  }
  await password.click()
  await expect(button).toBeInViewport({ ratio: 1 })
  await expectNoSideways(page)
})

test('a student logs in without the school’s details, and each part that needs them says so and can be retried @phone', async ({
  page,
}) => {
  let isDown = true
  await page.route('**/api/user/site', (route) =>
    isDown
      ? route.fulfill({ json: { code: 0, msg: '服务器忙，请稍后再试', time: 1, data: { reason: 'BUSY' } } })
      : route.continue(),
  )
  await page.goto('/login')
  const main = page.getByRole('main')
  await expect(main.getByText('学校信息加载失败，仍可登录')).toBeVisible()
  // Reported like every refused read (specification section 8), once for this page.
  await expect(page.getByRole('alert').filter({ hasText: '服务器忙' }).and(page.locator(':not(main *)'))).toHaveCount(1)
  await page.getByRole('button', { name: '个人信息说明' }).click()
  const kept = page.getByRole('dialog', { name: '个人信息说明' })
  await expect(kept.getByText('学校的说明加载失败')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.getByRole('link', { name: '注册' }).click()
  await expect(main.getByText('注册方式加载失败')).toBeVisible()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await expectAccessible(page)
  // Retried first without success, then with an answer; the focus stays on the retry button.
  const retry = main.getByRole('button', { name: '重试' })
  const refused = page.waitForResponse('**/api/user/site')
  await retry.press('Enter')
  await refused
  await expect(retry).toBeVisible()
  isDown = false
  // Pressed while the refusal is still being read, it joins the read that is about to fail.
  await expect(async () => {
    if ((await retry.count()) > 0) await retry.press('Enter', { timeout: 1_000 })
    await expect(retry).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(main.getByRole('textbox', { name: '用户名' })).toBeVisible()

  isDown = true
  await page.goto('/login')
  await expect(main.getByText('学校信息加载失败，仍可登录')).toBeVisible()
  const { username, password, button } = formOf(page)
  await username.fill('student')
  await password.fill(samplePassword)
  await button.click()
  await expect(page).toHaveURL(/\/square\/index$/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a student who types and presses before the site has loaded is logged in with it @phone', async ({ page }) => {
  let send = () => {}
  const arrived = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/assets/base-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  const noted = page.waitForRequest('**/api/user/site')
  await page.goto('/login', { waitUntil: 'commit' })
  const { username, password, button } = formOf(page)
  await username.fill('student')
  await password.fill(samplePassword)
  await page.getByRole('checkbox').check()
  // The handler that records the press is loaded: it has requested the site data.
  await noted
  await button.click()
  await expect(page).toHaveURL(/\/login$/)
  send()
  await expect(page).toHaveURL(/\/square\/index/)
  expect(await page.evaluate(() => localStorage.getItem('remembered-username'))).toBe('student')
})

test('a student logs in on a device that others have filled to the last letter, with a name that was to be remembered @desktop', async ({
  page,
}) => {
  await page.goto('/login')
  await settled(page)
  await page.evaluate(() => {
    let kept = 0
    for (let size = 2 ** 22; size > 0; size = Math.floor(size / 2))
      try {
        for (;;) localStorage.setItem(`others-${(kept += 1)}`, 'x'.repeat(size))
      } catch {
        // There is no room for so much; the next try is half the size.
      }
  })
  const { username, password, button } = formOf(page)
  await username.fill('student')
  await password.fill(samplePassword)
  await page.getByRole('checkbox').check()
  await button.click()
  await expect(page).toHaveURL(/\/square\/index/)
  await settled(page)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  // It continues across pages.
  await page.getByRole('link', { name: '作品欣赏' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('作品欣赏')
})

test.describe('in English', () => {
  test.use({ language: 'en-US' })
  test('a student who chose English sees the log-in in English before the site has loaded @phone', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await page.route('**/assets/base-*.js', (route) => route.abort())
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await page.unroute('**/assets/base-*.js')
    await page.goto('/login')
  })
})
