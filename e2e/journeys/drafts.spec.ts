import { accounts } from '@tongchuang/contract/accounts.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'
import { samplePassword } from '../start-school.ts'
import { createHttpSend } from '../transport.ts'

const logInOnScreen = async (page: Page, username: string) => {
  await page.getByLabel('用户名', { exact: false }).first().fill(username)
  await page.getByLabel('密码', { exact: true }).fill(samplePassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** A text that is sent in two parts. */
const twoParts = Buffer.concat([Buffer.from('# '), Buffer.alloc(9 * 2 ** 20, 'a')])

test('what is typed is there after a reload, whether the server had it or not @phone', async ({
  page,
  school,
  logIn,
}) => {
  const { address } = await openTaskFor(school, 's002')
  await logIn('s002')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await editor.typeAndSave('第一段已经在服务器上。')
  await page.reload()
  await expect(editor.text).toContainText('第一段已经在服务器上。')
  await editor.type('第二段还没来得及。')
  await page.reload()
  await expect(editor.text).toContainText('第一段已经在服务器上。第二段还没来得及。')
  await expectAccessible(page)
  await expectNoSideways(page)
})

test('a student who closed the tab is offered the text and puts it back @desktop', async ({
  page,
  school,
  logIn,
  context,
}) => {
  const { address } = await openTaskFor(school, 's003')
  await logIn('s003')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await page.route('**/api/student/tasks_submit', (route) => route.abort())
  await editor.type('关掉以前写的。')
  await expect(page.getByText('保存失败，重试中').locator('visible=true')).toBeVisible()
  await page.close({ runBeforeUnload: true })
  const again = new SubmitPage(await context.newPage())
  await again.open(address)
  await expect(again.page.getByText(/发现未提交的内容（\d\d:\d\d，这台设备）/)).toBeVisible()
  // The text begun here is kept instead, until it is discarded.
  await again.type('新写的一句。')
  await again.button('恢复').click()
  await expect(again.text).toContainText('关掉以前写的。')
  await expect(again.page.getByText(/有一份旧草稿/)).toBeVisible()
  await again.button('丢弃').click()
  await expect(again.page.getByText(/有一份旧草稿/)).toHaveCount(0)
  await expect(again.saved).toBeVisible()
  await again.page.reload()
  await expect(again.text).toContainText('关掉以前写的。')
  await expect(again.page.getByRole('region', { name: '找回内容' })).toHaveCount(0)
})

test('a student whose text was replaced from another window is told so without the page moving', async ({
  page,
  school,
  logIn,
  context,
}, info) => {
  const student = info.project.name === 'phone' ? 's026' : 's027'
  const { address } = await openTaskFor(school, student)
  await logIn(student)
  const [here, there] = [new SubmitPage(page), new SubmitPage(await context.newPage())]
  await here.open(address)
  await there.open(address)
  // Nothing of this window reaches the server: what it holds is its own.
  await page.route('**/api/student/tasks_submit', (route) => route.abort())
  await page.bringToFront()
  await here.type('这边写的一段。')
  await expect(there.text).toContainText('这边写的一段。')
  const top = async () => (await here.text.boundingBox())?.y
  const before = await top()
  await there.page.bringToFront()
  await there.type('那边接着写。')
  await expect(here.text).toContainText('那边接着写。')
  await page.bringToFront()
  const notice = page.getByRole('region', { name: '找回内容' })
  await expect(notice).toContainText(/另一个窗口改了这份草稿，你在这里写的另外留着（\d\d:\d\d）/)
  await expect.poll(top).toBe(before)
  await expect(notice).toBeInViewport({ ratio: 1 })
  // The submit button and the notice do not overlap.
  const [said, submit] = [await notice.boundingBox(), await here.button(/^提交/).last().boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(submit?.y ?? 0)
  await expectNoSideways(page)
  await notice.getByRole('button', { name: '恢复' }).click()
  await expect(here.text).not.toContainText('那边接着写。')
})

test('800 characters and half a file survive an ended session; another user of the machine never sees them @desktop', async ({
  page,
  school,
  logIn,
}) => {
  const { address, id } = await openTaskFor(school, 's004')
  const other = await openTaskFor(school, 's005')
  await logIn('s004')
  const editor = new SubmitPage(page)
  await editor.open(address)
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  let parts = 0
  await page.route('**/api/files/*', async (route) => {
    if (route.request().method() === 'PATCH') parts += 1
    await (parts < 2 ? route.continue() : route.abort())
  })
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: '记录.txt', mimeType: 'text/plain', buffer: twoParts })
  await expect(page.getByText('网络断开了，传到一半停下来了')).toBeVisible()
  const long = '写了很久的内容。'.repeat(100)
  // The text is in the editor before the session ends, and on its way to the server when it does.
  const ending = Promise.withResolvers<void>()
  await page.route('**/tasks_submit', async (route) => {
    await ending.promise
    await route.continue()
  })
  await editor.type(long)
  await expect(editor.text).toContainText(long)
  await createHttpSend(school.url, token)(accounts.logout)
  ending.resolve()
  await page.getByRole('dialog').getByRole('button', { name: '重新登录' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)

  await logInOnScreen(page, 's005')
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto(`/square/task_detail/submit/1?task=${id}`)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.getByText('写了很久的内容')).toHaveCount(0)
  await page.goto(other.address)
  await expect(editor.text).toBeVisible()
  await expect(page.getByText(/发现未提交的内容/)).toHaveCount(0)
  await expect(page.getByText('记录.txt')).toHaveCount(0)
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login/)

  await logInOnScreen(page, 's004')
  await expect(page).not.toHaveURL(/\/login/)
  await page.unroute('**/api/files/*')
  const resumed = page.waitForRequest(
    (request) => request.method() === 'PATCH' && Number(request.headers()['upload-offset']) > 0,
  )
  await page.goto(address)
  await resumed
  await expect(page.getByText('已上传')).toBeVisible()
  await expect(page.getByText(/发现未提交的内容/)).toBeVisible()
  await editor.button('恢复').click()
  await expect(editor.text).toContainText(long)
})

test('without a network the text stays on the device and is saved when it is back @phone', async ({
  page,
  school,
  logIn,
  context,
}) => {
  const { address } = await openTaskFor(school, 's006')
  await logIn('s006')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await context.setOffline(true)
  await editor.type('没有网络的时候写的。')
  await expect(page.getByText('仅保存在本机').locator('visible=true')).toBeVisible()
  await expect(editor.button('联网后提交')).toBeVisible()
  await context.setOffline(false)
  await expect(editor.saved).toBeVisible()
})

test('a student goes on with a text on a second device, and keeps both texts when two devices write at once @desktop', async ({
  page,
  school,
  logIn,
  browser,
}) => {
  const { address, id } = await openTaskFor(school, 's007')
  await logIn('s007')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await editor.typeAndSave('在电脑上写的。')

  const phone = await browser.newContext({ baseURL: school.url, viewport: { width: 390, height: 844 } })
  const token = await school.studentToken('s007')
  await phone.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  await phone.addInitScript((mine) => localStorage.setItem('token', mine), token)
  const there = new SubmitPage(await phone.newPage())
  await there.open(address)
  await expect(there.text).toContainText('在电脑上写的。')
  await there.typeAndSave('在手机上接着写的。')
  await phone.close()

  await editor.type('电脑上又写了一句。')
  const dialog = page.getByRole('dialog', { name: '这份内容在别处改过' })
  await expect(dialog.getByText('在手机上接着写的。')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '两份合在一起' }).click()
  await expect(editor.text).toContainText('电脑上又写了一句。')
  await expect(editor.text).toContainText('在手机上接着写的。')
  await expect(editor.saved).toBeVisible()
  const { draft } = await (await school.asStudent('s007'))(submissions.draft, { task_id: id })
  expect(draft?.content).toContain('电脑上又写了一句。')
})

test('an upload that broke in the middle goes on after a reload, and is handed in with the text @phone', async ({
  page,
  school,
  logIn,
}) => {
  const { address } = await openTaskFor(school, 's008')
  await logIn('s008')
  const editor = new SubmitPage(page)
  await editor.open(address)
  let parts = 0
  await page.route('**/api/files/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    parts += 1
    return parts === 1 ? route.continue() : route.abort()
  })
  // The upload of the second part fails.
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: '记录.txt', mimeType: 'text/plain', buffer: twoParts })
  await expect(page.getByText('网络断开了，传到一半停下来了')).toBeVisible()
  const resumed = page.waitForRequest(
    (request) => request.method() === 'PATCH' && Number(request.headers()['upload-offset']) > 0,
  )
  await page.unroute('**/api/files/*')
  await page.reload()
  await resumed
  await expect(page.getByText('已上传')).toBeVisible()
  await editor.type('正文。')
  const statement = page.getByRole('checkbox', { name: /这是我自己完成的/ })
  if (await statement.count()) await statement.check()
  await editor.button(/^提交第\d+版$/).click()
  await expect(page.getByRole('heading', { name: '已提交，等待老师批阅' })).toBeVisible()
  await expect(page.getByText(/^R-/)).toBeVisible()
  await expectAccessible(page)
  await editor.button('撤回提交').click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回提交' }).click()
  await expect(editor.text).toContainText('正文。')
  await expect(page.getByText('记录.txt')).toBeVisible()
})

test('a student’s open window sends nothing as another student who logged in beside it @desktop', async ({
  page,
  school,
  logIn,
  context,
}) => {
  const { address } = await openTaskFor(school, 's063')
  await logIn('s063')
  const [here, there] = [new SubmitPage(page), new SubmitPage(await context.newPage())]
  // One of the two windows is kept from hearing of the other log-in.
  await page.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true))
  await here.open(address)
  await here.typeAndSave('这是第一位同学写的。')
  await there.open(address)
  await expect(there.text).toContainText('这是第一位同学写的。')

  const third = await context.newPage()
  await third.goto('/square/index?operate=logout')
  await expect(third).toHaveURL(/\/login/)
  await logInOnScreen(third, 's064')
  await expect(third).not.toHaveURL(/\/login/)
  const token = await third.evaluate(() => localStorage.getItem('token'))

  await expect(there.page.getByText('这是第一位同学写的。')).toHaveCount(0)
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => void (request.method() === 'GET' || tokens.push(request.headers().token)))
  await page.bringToFront()
  await here.type('又写了一句。')
  await here.button(/^提交第\d+版$/).click()
  const anyway = page.getByRole('dialog').getByRole('button', { name: /提交/ })
  const ended = page.getByRole('dialog').getByRole('button', { name: '重新登录' })
  await expect(anyway.or(ended).first()).toBeVisible()
  if (await anyway.count()) await anyway.last().click()
  await expect(ended).toBeVisible()
  expect(tokens).not.toContain(token)
  expect(await third.evaluate(() => localStorage.getItem('token'))).toBe(token)
})
