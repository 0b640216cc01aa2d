import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { settled } from '../settled.ts'
import { setUpProviders, startWithProviders, type SchoolWithProviders } from '../start-providers.ts'
import { samplePassword } from '../start-school.ts'

let own: SchoolWithProviders
test.beforeAll(async () => {
  own = await startWithProviders({ oidc: '20260002', cas: 'lin-of-the-library', app: 'nobody-here' })
  await setUpProviders(own)
})
test.afterAll(() => own.stop())

test('a student says once who they are, and comes in with an account of the school from then on @desktop', async ({
  browser,
}) => {
  const { url } = own.school
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/login?redirect=%2Fworks%2Findex`)
  await settled(page)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: '图书馆账号' }).click()
  await expect(page.getByRole('heading', { name: '认一次学号' })).toBeVisible()
  expect(page.url()).toBe(`${url}/login?redirect=%2Fworks%2Findex`)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: '学号' }).fill('student')
  await page.locator('input[name=password]').fill('not the password')
  await page.getByRole('button', { name: '认领并登录' }).click()
  await expect(page.getByText('用户名或密码不正确')).toBeVisible()
  await page.locator('input[name=password]').fill(samplePassword)
  await page.getByRole('button', { name: '认领并登录' }).click()
  await expect(page).toHaveURL(/\/works\/index$/)
  expect(
    await page.evaluate(() => [localStorage.getItem('token')?.length, /(^|; )token=/.test(document.cookie)]),
  ).toEqual([43, true])

  await page.goto(`${url}/?operate=logout`)
  await page.getByRole('button', { name: '图书馆账号' }).click()
  await expect(page).toHaveURL(/\/square\/index$/)
  await context.close()
})

test('inside the app the log-in begins by itself, and not after a log-out @desktop', async ({ browser }) => {
  const { url } = own.school
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605 wxwork/4.1' })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await expect(page.getByRole('heading', { name: '认一次学号' })).toBeVisible()
  await page.getByRole('button', { name: '换账号' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await page.goto(`${url}/login?operate=logout`)
  await settled(page)
  await expect(page.getByRole('button', { name: '企业微信' })).toBeVisible()
  await context.close()
})

test('staff who have not linked an account are told where to do it @desktop', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${own.school.url}/admin/login`)
  await settled(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: '统一身份认证' }).click()
  await expect(page.getByText('这个统一身份认证账号还没有连接')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '账号' })).toBeVisible()
  await context.close()
})

test('a student whose number the school’s log-in states comes in with one press, and nobody with what was left of it @desktop', async ({
  browser,
}) => {
  const { url } = own.school
  const context = await browser.newContext()
  const page = await context.newPage()
  // The return address is kept for another user’s browser.
  let back = ''
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('#entry=')) back = frame.url()
  })
  await page.goto(`${url}/login?redirect=%2Ftradeunion%2Findex`)
  await pressEnter(page.getByRole('button', { name: '统一身份认证' }))
  await expect(page).toHaveURL(/\/tradeunion\/index$/)
  await expect(page.getByRole('button', { name: '欧阳思源的菜单' })).toBeVisible()
  expect(page.url()).not.toContain('entry')
  await context.close()

  const other = await browser.newContext()
  const theirs = await other.newPage()
  expect(back).toContain('#entry=')
  await theirs.goto(back)
  await expect(theirs.getByText(/这次登录/)).toBeVisible()
  await expect(theirs.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  expect(await theirs.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await other.close()
})
