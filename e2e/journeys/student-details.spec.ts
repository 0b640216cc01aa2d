import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { dueSince } from '../advance-clock.ts'
import { expect, test } from '../journey.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

/** A task accepted by the student before it was due, a moment ago. */
const soonLate = async (school: School, username: string) => {
  const student = await school.asStudent(username)
  const [own] = await student(guilds.names)
  const admin = await school.asStaff('admin')
  const { list } = await admin(guildSettings.list, {})
  const guild_id = list.find(({ id }) => id === own?.id)?.id ?? 0
  const { id, base_version } = await admin(taskEditing.create, { guild_id, title: `量一量影子${Date.now()}` })
  const due = Date.now() + 3_600_000
  await admin(taskEditing.update, {
    id,
    base_version,
    content: '中午十二点量一次。',
    due_at: new Date(due).toISOString(),
    close_at: new Date(due + 3 * 86_400_000).toISOString(),
    late_rule: 'percent',
    late_percent: 30,
    late_cap: 90,
  })
  await admin(taskEditing.publish, { id, now: true })
  await student(tasks.accept, { id })
  dueSince(school.dataDir, id, Date.now() - 1_000)
  return { guild: guild_id, task: id }
}

test('a student who is late reads what that costs, in the same words wherever the task shows @phone', async ({
  page,
  logIn,
  school,
}) => {
  const place = await soonLate(school, 's041')
  await logIn('s041')
  const said = page.getByRole('main').getByText('已截止，现在交扣30%').locator('visible=true').first()
  await page.goto(paths.square())
  await expect(said).toBeVisible()
  const amber = await said.evaluate((one) => getComputedStyle(one).color)
  for (const address of [paths.task(place), paths.submit(place), paths.guild({ id: place.guild }), paths.center()]) {
    await page.goto(address)
    await expect(said, address).toBeVisible()
    expect(await said.evaluate((one) => getComputedStyle(one).color), address).toBe(amber)
  }
})

test('a student on a tablet sees cards in two columns, none as wide as the page @desktop', async ({ page, logIn }) => {
  await logIn('student')
  for (const width of [700, 820]) {
    await page.setViewportSize({ width, height: 1180 })
    for (const [address, cards] of [
      [paths.square({ state: 'all' }), page.getByRole('region', { name: /^新任务/ }).getByRole('article')],
      [paths.works(), page.getByRole('region', { name: /^新分享/ }).getByRole('listitem')],
    ] as const) {
      await page.goto(address)
      await settled(page)
      await cards.nth(1).waitFor()
      const boxes = await cards.evaluateAll((all) =>
        all.map((one) => {
          const { x, width } = one.getBoundingClientRect()
          return { x, width }
        }),
      )
      expect(new Set(boxes.map(({ x }) => x)).size, `columns of ${address} at ${width}`).toBeGreaterThanOrEqual(2)
      for (const box of boxes) expect(box.width, `${address} at ${width}`).toBeLessThan(width / 2)
    }
  }
})

test('a student sees in amber that there is no file, is told of one that is in the list already, and keeps the page while a work is sent @phone', async ({
  page,
  logIn,
  school,
}) => {
  const { address } = await openTaskFor(school, 's042')
  await logIn('s042')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await expect(page.getByRole('button', { name: '0个文件' })).toHaveCSS('color', 'rgb(166, 69, 0)')
  const choose = () =>
    page
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: '影子.txt', mimeType: 'text/plain', buffer: Buffer.from('中午最短') })
  const part = page.getByRole('region', { name: '文件' })
  await choose()
  await expect(part.getByText('已上传', { exact: true })).toHaveCount(1)
  await choose()
  await expect(part.getByRole('alert')).toContainText('这个文件已经在列表里了')

  await editor.type('中午的影子最短。')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/tasks_submit', async (route) => {
    if (/"key":/.test(route.request().postData() ?? '')) await held
    await route.continue()
  })
  const submit = editor.button('提交第1版').locator('visible=true')
  await submit.click()
  await expect(page.locator('main [aria-busy=true]').locator('visible=true').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: '正文' })).toContainText('中午的影子最短。')
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: '已提交，等待老师批阅' })).toBeFocused()
})

test('somebody in no guild sees the ranking that the school shows to all @phone', async ({ page, logIn, school }) => {
  const username = `newcomer${Date.now()}`
  const password = '绿豆芽要晒太阳9'
  await school.send(registration.userRegister, { username, password, invite: 'CDGF2345', consent_version: 1 })
  const send = await school.asStudent(username, password)
  const [own] = await send(guilds.names)
  await send(guilds.leave, { guild_id: own?.id ?? 0 })
  await logIn(username, password)
  await page.goto(paths.rankings())
  await expect(page.getByRole('list', { name: '前三名' }).getByRole('listitem')).toHaveCount(3)
})

test('a student who pastes a table of fourteen columns on a phone reads words in it, and scrolls the table alone @phone', async ({
  page,
  logIn,
  school,
}) => {
  const { address } = await openTaskFor(school, 's043')
  await logIn('s043')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await editor.type('观察记录')
  const row = `<tr>${Array.from({ length: 14 }, (_, at) => `<td>第${at + 1}天的数据</td>`).join('')}</tr>`
  await page.getByRole('textbox', { name: '正文' }).evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', '.')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `<table>${row}${row}</table>`)
  const table = page.locator('[contenteditable="true"] table')
  const widths = await table.locator('td, th').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  expect(widths).toHaveLength(28)
  expect(Math.min(...widths)).toBeGreaterThan(80)
  expect(await table.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
