import { tasks } from '@tongchuang/contract/tasks.ts'
import type { TaskState } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, testInNewSchool as test } from '../journey.ts'
import type { School } from '../start-school.ts'
import { taskPage } from '../pages/task-page.ts'

/** A task of the sample school's student in a state, and its guild; tests take different ones by title. */
const taskOf = async (school: School, state: TaskState, title?: string) => {
  const send = await school.asStudent('student')
  const { list } = await send(tasks.listByGuild, { state, limit: 100 })
  const found = list.find((task) => title === undefined || task.title === title)
  if (!found) throw new Error(`the sample school has no task in the state ${state}`)
  return found
}

test.beforeEach(async ({ logIn }) => logIn('student'))

const states = ['available', 'doing', 'submitted', 'returned', 'passed', 'failed', 'expired', 'locked', 'aborted'] as const

// Once in each language and at each width: what is said differs by language, what is drawn by width.
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

test('an old link without a task opens what the student works on, and one with the wrong guild is put right', async ({ page, school }) => {
  const task = await taskOf(school, 'returned')
  const desk = taskPage(page)
  await desk.open(task.guild_id)
  await expect(desk.title).toHaveText(task.title)
  await desk.open(999_999, task.id)
  await expect(desk.title).toHaveText(task.title)
  await expect(page).toHaveURL(new RegExp(`/square/task_detail/${task.guild_id}\\?task=${task.id}$`))
})

test('a student takes a task with two clicks and gives it up with a reason @desktop', async ({ page, school }) => {
  const task = await taskOf(school, 'available', '绿豆发芽观察日记（7天）')
  const desk = taskPage(page)
  await desk.open(task.guild_id, task.id)
  await desk.button('接取任务').dblclick()
  await expect(desk.state).toContainText('进行中')
  await expect(desk.link('去提交')).toBeVisible()
  await desk.choose('放弃任务')
  await desk.dialog.getByRole('button', { name: '放弃任务' }).click()
  await expect(desk.dialog).toContainText('至少写2个字')
  await desk.dialog.getByRole('textbox').fill('这周要比赛')
  await expectAccessible(page)
  await desk.dialog.getByRole('button', { name: '放弃任务' }).click()
  await expect(desk.state).toContainText('已放弃')
  await page.reload()
  await expect(desk.state).toContainText('已放弃')
  await expect(desk.button('接取任务')).toBeVisible()
})

test('when the server cannot be reached, what was shown at once is taken back @desktop', async ({ page, school }) => {
  const task = await taskOf(school, 'available', '做一个不会输的井字棋')
  const desk = taskPage(page)
  await desk.open(task.guild_id, task.id)
  await page.route('**/api/student/accept_task', (route) => route.abort())
  await desk.button('接取任务').click()
  await expect(page.getByText('网络连接失败')).toBeVisible()
  await expect(desk.state).toContainText('可接取')
})

test('a student finds the place the teacher marked', async ({ page, school }) => {
  const task = await taskOf(school, 'returned')
  const desk = taskPage(page)
  await desk.open(task.guild_id, task.id)
  await desk.button('看这一处').click()
  await expect(desk.dialog).toContainText('每5分钟数一次人数')
  expect(await page.evaluate(() => [...(CSS.highlights.get('teacher-mark') ?? [])].map(String))).toEqual([expect.stringContaining('连续三天')])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(desk.button('看这一处')).toBeFocused()
})

test('a waiting version is taken back and becomes the draft @desktop', async ({ page, school }) => {
  const task = await taskOf(school, 'submitted')
  const desk = taskPage(page)
  await desk.open(task.guild_id, task.id)
  await desk.button('查看我的提交').click()
  await desk.dialog.getByRole('button', { name: '撤回提交' }).click()
  await desk.dialog.filter({ hasText: '会变回草稿' }).getByRole('button', { name: '撤回提交' }).click()
  await expect(desk.state).toContainText('进行中')
  await expect(desk.link('继续写')).toBeVisible()
})

test('a student appeals a result, and may not do it in a word @desktop', async ({ page, school }) => {
  const task = await taskOf(school, 'passed')
  const desk = taskPage(page)
  await desk.open(task.guild_id, task.id)
  await desk.choose('申诉')
  await desk.dialog.getByRole('textbox').fill('不公平')
  await desk.dialog.getByRole('button', { name: '发送' }).click()
  await expect(desk.dialog).toContainText('至少写20个字')
  await desk.dialog.getByRole('textbox').fill('第二点里我引用了课本第三页的原文，老师可能没有看到，请再看一遍这一段。')
  await desk.dialog.getByRole('button', { name: '发送' }).click()
  await expect(page.getByText('申诉已发出，等待老师答复')).toBeVisible()
})

test('a student asks for more time for what has expired @phone', async ({ page, school }) => {
  const task = await taskOf(school, 'expired', '给一个词写传记')
  const desk = taskPage(page)
  await desk.open(task.guild_id, task.id)
  await desk.button('申请延期').click()
  await desk.dialog.getByLabel('原因').fill('上周发烧，没有来得及写')
  await expectAccessible(page)
  await desk.dialog.getByRole('button', { name: '发送' }).click()
  await expect(page.getByText(/已申请延期到.*等待老师答复/)).toBeVisible()
})

test('on a phone the map is a sheet that leads to another task @phone', async ({ page, school }) => {
  const task = await taskOf(school, 'returned')
  const other = await taskOf(school, 'passed', '画一张会说话的折线图')
  const desk = taskPage(page)
  await desk.open(task.guild_id, task.id)
  await page.getByRole('button', { name: /任务地图/ }).click()
  await expectAccessible(page)
  await desk.dialog.getByRole('link', { name: new RegExp(other.title) }).click()
  await expect(desk.title).toHaveText(other.title)
  await expect(desk.dialog).toHaveCount(0)
})
