import type { Page } from '@playwright/test'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { expect, test } from '../journey.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'
import type { School } from '../start-school.ts'

const guild = { invite: 'ZRGC6782', task: '一片叶子的温度', teacher: 'teacher4' }
const work = '向阳的叶子平均24.6度，背阴的21.3度。'

/** A task that allows late submission, accepted by a student who has written nothing yet. */
const untouched = async (school: School, username: string) => {
  const send = await school.asStudent(username)
  await send(guilds.join, { code: guild.invite })
  const { list } = await send(tasks.listByGuild, { limit: 100 })
  const task = list.find(({ title }) => title === guild.task)
  if (!task?.due_at) throw new Error(`the sample school has no task ${guild.task} with a deadline`)
  await send(tasks.accept, { id: task.id })
  return {
    id: task.id,
    due: Date.parse(task.due_at),
    address: `/square/task_detail/submit/${task.guild_id}?task=${task.id}`,
  }
}

/** The teacher returns what waits of this task, with one place marked. */
const returnWork = async (school: School, task_id: number): Promise<void> => {
  const teacher = await school.asStaff(guild.teacher)
  const { list } = await teacher(reviewsAdmin.queue, { task_id })
  for (const { submit_id } of list) {
    // Another reviewer may hold the lock of one of the others.
    const opened = await teacher(reviewsAdmin.open, { submit_id }).catch(() => null)
    if (!opened) continue
    if (!opened.content?.includes(work)) {
      await teacher(reviewsAdmin.leave, { submit_id })
      continue
    }
    const mark = { version: 1, quote: '平均24.6度', prefix: '', suffix: '', text: '量了几次？' }
    await teacher(reviewsAdmin.decide, {
      submit_id,
      decision: 'return',
      score: 60,
      text: '写清楚怎么量的。',
      marks: [mark],
    })
    return
  }
  throw new Error('the work is not in the queue')
}

/** The drafts stored on this device, independent of any timer. */
const onDevice = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('tongchuang-desk')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.addEventListener('success', () => resolve(JSON.stringify(reading.result)))
        })
      }),
  )

test('a student is told what is missing and that it is late, hands in, and meets the teacher’s words above the text @desktop', async ({
  page,
  school,
  logIn,
}) => {
  const { id, due, address } = await untouched(school, 's032')
  await page.clock.install()
  await logIn('s032')
  const editor = new SubmitPage(page)
  await editor.open(address)
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  const dialog = page.getByRole('dialog')
  await expect(head).toContainText(/还剩\d/)
  await expect(page).toHaveTitle(`${guild.task} · 提交作品 · 同窗公会`)
  await expect(page.getByText('Ctrl + Enter提交')).toBeVisible()

  // With nothing written, the dialog leads to the missing part.
  await editor.button('提交第1版').click()
  await expect(dialog.getByRole('heading')).toHaveText('还缺几样')
  await dialog.getByRole('button', { name: '正文还没写' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(editor.text).toBeFocused()

  // The clock is paused, so the draft is stored only by leaving the field and by hiding the page.
  await page.clock.pauseAt(Date.now() + 60_000)
  await editor.type(work)
  await expect(editor.text).toContainText(work)
  expect(await onDevice(page)).not.toContain(work)
  const title = page.getByRole('textbox', { name: '作品标题' })
  await title.focus()
  await expect.poll(() => onDevice(page)).toContain(work)
  await title.fill('叶子')
  expect(await onDevice(page)).not.toContain('"叶子"')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => onDevice(page)).toContain('"叶子"')
  await page.clock.resume()
  await page.clock.runFor(2000)
  await expect(editor.saved).toBeVisible()
  // Enter leads from the title into the text, where a list is one press away.
  await title.press('Enter')
  await expect(editor.text).toBeFocused()
  await expect(editor.button('项目列表')).toBeVisible()

  // The deadline passes while the student is on the page; the server, which knows better, is unreachable.
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.fastForward(due - Date.now() + 60_000)
  await expect(head).toContainText('已截止，现在交算迟交')
  await editor.button('提交第1版').click()
  await expect(dialog.getByRole('heading')).toHaveText('已经过了截止时间')
  await expect(dialog).toContainText('现在交算迟交。')
  await dialog.getByRole('button', { name: '再看看' }).click()
  await expect(editor.button('提交第1版')).toBeVisible()
  await page.unroute('**/api/**')
  await editor.text.press('Control+Enter')
  await dialog.getByRole('button', { name: '仍然提交' }).click()

  // The server decides: it was in time.
  await expect(page.getByRole('heading', { name: '已提交，等待老师批阅' })).toBeFocused()
  const slip = page.getByRole('region', { name: '提交回执' })
  await expect(slip).toContainText(/\d{4}年\d+月\d+日.*\d\d:\d\d:\d\d/)
  await expect(slip).toContainText('按时')
  await expect(page.getByRole('listitem').filter({ hasText: '老师批阅' })).toContainText(
    '开始批阅、停止提交前，可以撤回再改',
  )
  await expect(page.getByRole('listitem').filter({ hasText: '结果出来会通知你' })).toContainText(/通过后得\d+经验/)

  await returnWork(school, id)
  await page.goto(address)
  const words = page.getByRole('region', { name: '老师请你修改1处' })
  await expect(words).toContainText('写清楚怎么量的。')
  await expect(words.getByRole('listitem')).toContainText('量了几次？')
  await expect(editor.text).toContainText(work)
  const top = async (of: typeof words) => (await of.boundingBox())?.y ?? NaN
  expect(await top(words)).toBeLessThan(await top(editor.text))
  await words.getByRole('button', { name: '查看原文' }).click()
  await expect(editor.text).toBeFocused()
  // The place keeps its number, and the next key erases nothing of it.
  await page.keyboard.insertText('，量了三次')
  await expect(editor.text.locator('[data-place]')).toHaveText('平均24.6度')
  await expect(editor.text.locator('[data-place-number]')).toHaveText('1')
  await expect(editor.text).toContainText('平均24.6度，量了三次')
})

test('a server that takes nothing for now is read in its own words, and has the work once it does @phone', async ({
  page,
  logIn,
  school,
}) => {
  const says = (reason: string, msg: string) => JSON.stringify({ code: 0, msg, time: 0, data: { reason } })
  const task = await openTaskFor(school, 's056')
  await logIn('s056')
  const editor = new SubmitPage(page)
  await editor.open(task.address)
  await editor.typeAndSave('一页观察记录，写得下就交。')

  await page.route('**/api/files', (route) =>
    route.fulfill({ status: 507, contentType: 'application/json', body: says('DISK_FULL', '服务器的磁盘满了') }),
  )
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: '记录.txt', mimeType: 'text/plain', buffer: Buffer.from('24.6') })
  await expect(page.getByText('服务器的磁盘满了')).toBeVisible()
  await page
    .getByRole('button', { name: /^移除|^取消/ })
    .first()
    .click()

  let isBroken = true
  await page.route('**/tasks_submit', (route) =>
    isBroken && !(route.request().postData() ?? '').includes('"draft":true')
      ? route.fulfill({ status: 500, contentType: 'application/json', body: says('FAULT', '抱歉，服务器出了问题') })
      : route.continue(),
  )
  await editor.button(/^提交第\d+版$/).click()
  await expect(page.getByText('抱歉，服务器出了问题')).toBeVisible()
  await expect(page.getByText('过一会儿会自动再交')).toBeVisible()
  isBroken = false
  await expect(page.getByRole('heading', { name: '已提交，等待老师批阅' })).toBeVisible({ timeout: 20_000 })
})

test('a student who writes beyond the window sees the line being written, and the one they go back up to', async ({
  page,
  school,
  logIn,
}) => {
  const { address } = await openTaskFor(school, 's046')
  await logIn('s046')
  const submit = new SubmitPage(page)
  await submit.open(address)
  const bar = page.getByRole('region', { name: '提交' })
  const tools = page.getByRole('toolbar')
  const isClear = async () => {
    const line = await page.evaluate(() => {
      const anchor = getSelection()?.anchorNode ?? null
      const element = anchor instanceof Element ? anchor : anchor?.parentElement
      const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
      return { top, bottom }
    })
    const [below, above] = [await bar.boundingBox(), await tools.boundingBox()]
    return below !== null && above !== null && line.bottom <= below.y && line.top >= above.y + above.height
  }
  await submit.text.click()
  for (let line = 0; line < 40; line += 1) await page.keyboard.press('Enter')
  expect(await isClear(), 'an empty line').toBe(true)
  await page.keyboard.type('写到最下面')
  expect(await isClear(), 'a line that is typed').toBe(true)
  for (let line = 0; line < 36; line += 1) await page.keyboard.press('ArrowUp')
  expect(await isClear(), 'a line above').toBe(true)
})
