import { guilds } from '@tongchuang/contract/guilds.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { TaskState } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import type { School } from '../start-school.ts'
import { taskPage } from '../pages/task-page.ts'

const test = testsInNewSchool()

/** A task of the sample school's student in a state, and its guild; tests take different ones by title. */
const taskOf = async (school: School, state: TaskState, title?: string) => {
  const send = await school.asStudent('student')
  const { list } = await send(tasks.listByGuild, { state, limit: 100 })
  const found = list.find((task) => title === undefined || task.title === title)
  if (!found) throw new Error(`the sample school has no task in the state ${state}`)
  return found
}

/** A guild in which this student has no task in progress. */
const guildWithoutWork = async (send: Awaited<ReturnType<School['asStudent']>>): Promise<number> => {
  for (const { id } of await send(guilds.names))
    if ((await send(tasks.listDoing, { guild_id: id })).total === 0) return id
  throw new Error('something is under way in every guild of this student')
}

test.beforeEach(async ({ logIn }) => logIn('student'))

const states = [
  'available',
  'doing',
  'submitted',
  'returned',
  'passed',
  'failed',
  'expired',
  'locked',
  'aborted',
] as const

// One run per language and width: the language changes the words, the width changes the layout.
for (const [language, width] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(language, () => {
    test.use({ language })

    test(`a student reads a task in each of its states ${width}`, async ({ page, school }) => {
      test.setTimeout(120_000)
      const send = await school.asStudent('student')
      const { list } = await send(tasks.listByGuild, { limit: 100 })
      for (const state of states) {
        const task = list.find((one) => one.state === state)
        expect(task, `a task of the sample school that is ${state}`).toBeDefined()
        await taskPage(page).open(task?.guild_id ?? 0, task?.id)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(task?.title ?? '')
        await expectAccessible(page)
      }
    })
  })
}

test('an old link without a task opens what the student works on, and one with the wrong guild is put right @desktop', async ({
  page,
  school,
}) => {
  const task = await taskOf(school, 'returned')
  const detail = taskPage(page)
  await detail.open(task.guild_id)
  await expect(detail.title).toHaveText(task.title)
  await detail.open(999_999, task.id)
  await expect(detail.title).toHaveText(task.title)
  await expect(page).toHaveURL(new RegExp(`/square/task_detail/${task.guild_id}\\?task=${task.id}$`))
})

test('an address for handing in that names no task opens the first under way there, and the guild’s tasks where there is none @phone', async ({
  page,
  school,
}) => {
  const send = await school.asStudent('student')
  const task = await taskOf(school, 'returned')
  await page.goto(`/square/task_detail/submit/${task.guild_id}`)
  await expect(page).toHaveURL(new RegExp(`/submit/${task.guild_id}\\?task=\\d+$`))
  await expect(page.locator('[contenteditable="true"]')).toBeVisible()
  const free = await guildWithoutWork(send)
  await page.goto(`/square/task_detail/submit/${free}`)
  await expect(page).toHaveURL(new RegExp(`/square/guild_details/${free}/`))
  await expect(page.getByText('这个公会里没有正在做的任务，先从下面选一个')).toBeVisible()
  // The page of a missing guild says that it does not exist.
  await page.goto('/square/task_detail/submit/999999')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('页面不存在')
})

test('a student takes a task with two clicks and gives it up with a reason @desktop', async ({ page, school }) => {
  const task = await taskOf(school, 'available', '绿豆发芽观察日记（7天）')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  // The review criteria can be read before submission.
  const criteria = page.getByRole('table').filter({ hasText: '标准' })
  await expect(criteria.getByRole('row')).toHaveCount(4)
  await expect(criteria).toContainText('%')
  // Shown before the server has answered, and two clicks are one.
  const line = { asked: 0, answer: Promise.withResolvers<void>() }
  await page.route('**/api/student/accept_task', async (route) => {
    line.asked += 1
    await line.answer.promise
    await route.continue()
  })
  await detail.button('接取任务').dblclick()
  await expect(detail.state).toContainText('进行中')
  await expect(detail.link('去提交')).toBeVisible()
  expect(line.asked).toBe(1)
  // The pressed button is gone, so the focus moves to the next thing to do.
  await expect(detail.link('去提交')).toBeFocused()
  // Nor does a page that is looked at again while the answer is on its way go back to what was before.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(detail.link('去提交')).toBeFocused()
  line.answer.resolve()
  await expect(page.getByText('已接取，开始做吧')).toBeVisible()
  expect(line.asked).toBe(1)
  await detail.choose('放弃任务')
  await detail.dialog.getByRole('button', { name: '放弃任务' }).click()
  await expect(detail.dialog).toContainText('至少写2个字')
  await expect(detail.dialog).toContainText('草稿会保留，停止提交前、有名额就可以再接')
  await expect(detail.dialog.getByText('Ctrl + Enter')).toBeVisible()
  await detail.dialog.getByRole('textbox').fill('这周要比赛')
  await expectAccessible(page)
  await detail.dialog.getByRole('textbox').press('Control+Enter')
  await expect(detail.state).toContainText('已放弃')
  await page.reload()
  await expect(detail.state).toContainText('已放弃')
  await expect(detail.button('接取任务')).toBeVisible()
})

test('a student who cannot reach the server sees the accepted task taken back @desktop', async ({ page, school }) => {
  const task = await taskOf(school, 'available', '做一个不会输的井字棋')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  await page.route('**/api/student/accept_task', (route) => route.abort())
  await detail.button('接取任务').click()
  await expect(page.getByText('网络连接失败')).toBeVisible()
  await expect(detail.state).toContainText('可接取')
  // Another request was faster.
  await page.unroute('**/api/student/accept_task')
  await page.route('**/api/student/accept_task', (route) =>
    route.fulfill({
      json: { code: 0, msg: '名额刚刚满了', time: Math.floor(Date.now() / 1000), data: { reason: 'FULL' } },
    }),
  )
  await detail.button('接取任务').click()
  await expect(page.getByRole('alert').filter({ hasText: '名额刚刚被接完' })).toBeVisible()
  await expect(detail.state).toContainText('可接取')
})

test('a student finds the place the teacher marked @phone', async ({ page, school }) => {
  const task = await taskOf(school, 'returned')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  await detail.button('查看原文').click()
  await expect(detail.dialog).toContainText('每5分钟数一次人数')
  expect(await page.evaluate(() => [...(CSS.highlights.get('teacher-mark') ?? [])].map(String))).toEqual([
    expect.stringContaining('连续三天'),
  ])
  await expectAccessible(page)
  // A table beside it pushes no line out of sight.
  const heading = detail.dialog.getByRole('heading', { level: 3 }).first()
  expect(await heading.evaluate(({ parentElement: body }) => body && body.scrollWidth - body.clientWidth)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(detail.button('查看原文')).toBeFocused()
})

test('a student previews and downloads an attachment of a task, and prints the task alone @desktop', async ({
  page,
  school,
}) => {
  const task = await taskOf(school, 'returned')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  const file = page.getByRole('listitem').filter({ hasText: '三天记录表（模板）.csv' })
  await expect(file).toContainText(/\d+ (B|KB)/)
  await expect(file.locator('svg').first()).toBeVisible()
  await file.getByRole('button', { name: /三天记录表/ }).click()
  await expect(detail.dialog).toContainText('时间')
  await page.keyboard.press('Escape')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('link', { name: /^下载/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('三天记录表（模板）.csv')

  const [bar, discussion] = [page.getByRole('region', { name: '操作' }), page.getByRole('region', { name: /^讨论/ })]
  await expect(bar).toBeVisible()
  await expect(discussion).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const gone of [bar, discussion, page.getByRole('navigation', { name: '主导航' }).first()])
    await expect(gone).toBeHidden()
  for (const kept of [detail.title, page.getByRole('table').filter({ hasText: '标准' }), file])
    await expect(kept).toBeVisible()
})

test('on a phone a student sees first what matters, and the button stays under the thumb @phone', async ({
  page,
  school,
}) => {
  const task = await taskOf(school, 'available', '给外婆讲清楚「什么是云」')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  const accept = detail.button('接取任务')
  await expect(detail.state).toContainText('可接取')
  for (const one of [detail.title, detail.state.getByText('可接取'), detail.state.getByText(/截止/).first(), accept])
    await expect(one).toBeInViewport({ ratio: 1 })
  const place = await accept.boundingBox()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(detail.title).not.toBeInViewport()
  await expect(accept).toBeInViewport({ ratio: 1 })
  expect(await accept.boundingBox()).toEqual(place)
  await accept.click()
  await expect(detail.state).toContainText('进行中')
  // A side task may be given up without a word about why.
  await detail.choose('放弃任务')
  await expect(detail.dialog).toContainText('草稿会保留，停止提交前、有名额就可以再接')
  await expect(detail.dialog.getByRole('textbox')).toHaveCount(0)
  await detail.dialog.getByRole('button', { name: '放弃任务' }).click()
  await expect(detail.state).toContainText('已放弃')

  // A reopened task has a result to return to, so it cannot be aborted.
  const passed = await taskOf(school, 'passed', '一节课翻了几次书')
  const { id } = await (await school.asStudent('student'))(profile.get)
  const due_at = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString()
  await (
    await school.asStaff('admin')
  )(tasksAdmin.reopen, { task_id: passed.id, user_ids: [id], reason: '补一组数据', due_at })
  await detail.open(passed.guild_id, passed.id)
  await expect(detail.link('去提交').or(detail.link('修改后重交'))).toBeVisible()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  const menu = page.getByRole('region', { name: '更多' })
  await expect(menu.getByRole('button', { name: '打印任务' })).toBeVisible()
  await expect(menu.getByRole('button', { name: '放弃任务' })).toHaveCount(0)
})

test('a student takes back a waiting version, which becomes the draft @desktop', async ({ page, school }) => {
  const task = await taskOf(school, 'submitted')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  await detail.button('查看我的提交').click()
  await detail.dialog.getByRole('button', { name: '撤回提交' }).click()
  await detail.dialog.filter({ hasText: '会变回草稿' }).getByRole('button', { name: '撤回提交' }).click()
  await expect(detail.state).toContainText('进行中')
  await expect(detail.link('继续写')).toBeVisible()
})

test('a student appeals a result, in no fewer than twenty characters @desktop', async ({ page, school }) => {
  const task = await taskOf(school, 'passed')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  await detail.choose('申诉')
  await detail.dialog.getByRole('textbox').fill('不公平')
  await detail.dialog.getByRole('button', { name: '发送' }).click()
  await expect(detail.dialog).toContainText('至少写20个字')
  await detail.dialog
    .getByRole('textbox')
    .fill('第二点里我引用了课本第三页的原文，老师可能没有看到，请再看一遍这一段。')
  await detail.dialog.getByRole('textbox').press('Control+Enter')
  await expect(page.getByText('申诉已发出，等待老师答复')).toBeVisible()
})

test('a student asks for more time for what has expired @phone', async ({ page, school }) => {
  const task = await taskOf(school, 'expired', '给一个词写传记')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  await detail.button('申请延期').click()
  await detail.dialog.getByLabel('原因').fill('上周发烧，没有来得及写')
  await expectAccessible(page)
  await detail.dialog.getByLabel('原因').press('Control+Enter')
  await expect(page.getByText(/已申请延至.*等待老师答复/)).toBeVisible()
})

test('a student on a phone opens another task from the map @phone', async ({ page, school }) => {
  const task = await taskOf(school, 'returned')
  const other = await taskOf(school, 'passed', '画一张会说话的折线图')
  const detail = taskPage(page)
  await detail.open(task.guild_id, task.id)
  await page.getByRole('button', { name: /任务地图/ }).click()
  await expectAccessible(page)
  await detail.dialog.getByRole('link', { name: new RegExp(other.title) }).click()
  await expect(detail.title).toHaveText(other.title)
  await expect(detail.dialog).toHaveCount(0)
})
