import { accounts } from '@tongchuang/contract/accounts.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Locator, Page } from '@playwright/test'
import { dateInDays } from '../coming-days.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import type { School } from '../start-school.ts'
import { workbookOfSheets } from '../workbook.ts'

const classes = ['初一（1）班', '初一（2）班', '初一（3）班'] as const
const title = '一座桥怎么站得住'
const each = 45
// The number of works to review; WORKS=100 for the evening before a release.
const works = Number(process.env.WORKS ?? 24)

const numberOf = (place: number): string => `2027${String(place + 1).padStart(4, '0')}`
const nameOf = (place: number): string => `${'赵钱孙李周吴郑王冯'[place % 9]}桥${'一二三四五六七八九十'[place % 10]}`

/**
 * The year as the office keeps it: a sheet for the first class, one for the two others under a title, with two
 * mistakes.
 */
const theYear = (): Promise<Buffer> => {
  const rows = Array.from({ length: 3 * each }, (_, place) => [
    numberOf(place),
    nameOf(place),
    classes[Math.floor(place / each)] ?? '',
  ])
  const heads = ['学号', '姓名', '公会']
  const [first, others] = [rows.slice(0, each), rows.slice(each)]
  const forgotten = others.map((row, at) => (at === 3 ? ['', ...row.slice(1)] : row))
  return workbookOfSheets({
    初一1班: [heads, ...first, ['', '', '']],
    初一2班和3班: [['初一年级 2、3班名单'], heads, ...forgotten, [first[0]?.[0] ?? '', '多出来的', classes[2]]],
  })
}

/**
 * Imports both sheets, corrects one mistake in place, leaves out the other, and assigns the teacher to all three
 * classes.
 */
const importTheYear = async (page: Page, school: School): Promise<Map<string, string>> => {
  const office = await school.asStaff('admin')
  await page.goto(`/admin${adminPaths.rosterImport()}`)
  const buffer = await theYear()
  await page.locator('input[type=file]').setInputFiles({
    name: '初一.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })
  await page.getByLabel('工作表').selectOption({ label: '全部工作表' })
  await page.getByRole('button', { name: '核对名单' }).click()
  const rows = page.getByRole('region', { name: '名单的每一行' })
  await expect(rows.getByText('没有学号')).toBeVisible()
  await rows.getByRole('button', { name: '修改' }).first().click()
  await rows.getByLabel('学号').fill(numberOf(each + 3))
  await rows.getByRole('button', { name: '保存这一行' }).click()
  await expect(page.getByText('还有1行会跳过', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '按公会看' }).click()
  for (const name of classes) {
    // A class without a leader is expanded, because it needs attention.
    const guild = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `展开或收起${name}` }) })
    await expect(guild).toContainText('还没有负责人')
    await guild.getByLabel('负责人').selectOption({ label: '陈立群' })
    await expect(guild.getByText('还没有负责人')).toHaveCount(0)
  }
  await page.getByText('学校已取得这些学生').click()
  await page.getByRole('button', { name: `导入${3 * each}人` }).click()
  // The outcome is scrolled into view from any position in the long list.
  await expect(page.getByText('导入完成')).toBeInViewport({ timeout: 45_000 })
  await page.getByRole('link', { name: '打印账号条' }).click()
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const { list } = await office(rosterAdmin.slips, { id })
  expect(list).toHaveLength(3 * each)
  return new Map(list.map(({ username, password }) => [username, password]))
}

/** Fills a field after clicking it, as a mouse user does. */
const write = async (field: Locator, text: string): Promise<void> => {
  await field.click()
  await field.fill(text)
}

/**
 * Writes the task in the first class and gives it to the two others, each with a date of its own; answers how often was
 * clicked.
 */
const giveTheTask = async (page: Page, guild_id: number): Promise<number> => {
  await page.goto(`/admin${adminPaths.guild(guild_id, 'tasks')}`)
  await page.evaluate(() => {
    const counter = window as unknown as { clicks: number }
    counter.clicks = 0
    window.addEventListener('click', (event) => event.isTrusted && (counter.clicks += 1), true)
  })
  await page.getByRole('button', { name: '新建任务' }).click()
  await page.getByRole('dialog').getByLabel('标题').fill(title)
  await page.getByRole('dialog').getByRole('button', { name: '新建任务' }).click()
  await write(page.getByRole('textbox', { name: '说明' }), '用20根吸管搭一座桥，写下它为什么站得住。')
  await write(page.getByLabel(`${classes[0]}的截止时间`), `${dateInDays(30)}T22:00`)
  await page.getByRole('button', { name: '加班级或公会' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of classes.slice(1)) await dialog.getByRole('checkbox', { name }).click()
  await dialog.getByRole('button', { name: '加入2个班' }).click()
  await write(page.getByLabel(`${classes[1]}的截止时间`), `${dateInDays(31)}T22:00`)
  await write(page.getByLabel(`${classes[2]}的截止时间`), `${dateInDays(33)}T22:00`)
  for (const [at, label] of ['站得住', '说得清'].entries()) {
    await page.getByRole('button', { name: '加一条' }).click()
    await write(page.getByLabel(`第${at + 1}条标准`, { exact: true }), label)
  }
  await write(page.getByLabel('第1条权重'), '60')
  await write(page.getByLabel('第2条权重'), '40')
  await page.getByLabel('成绩先不公布，由我统一公布').check()
  await page.getByRole('button', { name: '发到3个班' }).click()
  await expect(page.getByText('已发布')).toBeVisible()
  return page.evaluate(() => (window as unknown as { clicks: number }).clicks)
}

/** Retries the log-in: a hundred log-ins from one address exceed the rate limit. */
const patiently = async (logIn: () => Promise<Send>): Promise<Send> => {
  let send: Send | null = null
  await expect(async () => {
    send = await logIn()
  }).toPass({ timeout: 90_000, intervals: [2_000] })
  if (!send) throw new Error('nobody is logged in')
  return send
}

/** Students of all three classes choose a password, accept the task and submit; returns their senders. */
const handIn = async (school: School, passwords: ReadonlyMap<string, string>, taskOf: ReadonlyMap<string, number>) => {
  const students: { place: number; task_id: number; send: Send }[] = []
  const places = Array.from({ length: works }, (_, at) => Math.floor((at * 3 * each) / works)).values()
  const lane = async () => {
    for (const place of places) {
      const username = numberOf(place)
      const password = passwords.get(username) ?? ''
      const chosen = `桥 ${username} 站得住`
      await (
        await school.asStudent(username, password)
      )(accounts.changePassword, { password, new_password: chosen })
      const send = await patiently(() => school.asStudent(username, chosen))
      const task_id = taskOf.get(classes[Math.floor(place / each)] ?? '') ?? 0
      await send(tasks.accept, { id: task_id })
      const content = `${nameOf(place)}：三角形的地方不会变形，第${place + 1}座桥放得住${place + 3}本书。`
      await send(submissions.submit, { task_id, content, statement: true, key: `bridge-${place}` })
      students.push({ place, task_id, send })
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
  return students
}

/** Reviews every work by keyboard alone, whatever its class. */
const markAll = async (page: Page, set_id: number): Promise<void> => {
  await page.goto(`/admin/review?set=${set_id}`)
  const save = page.getByRole('button', { name: /^保存(并下一份)?/ })
  const name = page.getByRole('heading', { level: 2 }).first()
  for (let at = 0; at < works; at += 1) {
    await expect(save).toBeVisible()
    const now = await name.textContent()
    // One level for each criterion; the second goes to the next by itself.
    const fails = at % 25 === 7
    await page.keyboard.press(fails ? '1' : String(3 + (at % 3)))
    await page.keyboard.press(fails ? '2' : String(4 + (at % 2)))
    if (fails) {
      await page.keyboard.press('c')
      await page.keyboard.type('桥塌了，说说塌在哪里。')
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('s')
    if (at < works - 1) await expect(name).not.toHaveText(now ?? '')
  }
  await expect(page.getByText('都批完了', { exact: false }).first()).toBeVisible()
}

test('three classes of 45 come from one workbook, get one task, hand in, and every result is where it belongs @desktop', async ({
  page,
  school,
  logInStaff,
  browser,
}, info) => {
  test.setTimeout(300_000)
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: school.url })
  const office = await context.newPage()
  await office.addInitScript((mine) => localStorage.setItem('admin_token', mine), await school.staffToken('admin'))
  const passwords = await importTheYear(office, school)
  await context.close()
  const teacher = await school.asStaff('teacher')
  const led = (await teacher(guildSettings.list, { limit: 100 })).list.filter(({ name }) =>
    (classes as readonly string[]).includes(name),
  )
  expect(led.map(({ member_count }) => member_count)).toEqual([each, each, each])

  await logInStaff('teacher')
  const clicks = await giveTheTask(page, led.find(({ name }) => name === classes[0])?.id ?? 0)
  info.annotations.push({ type: 'clicks to publish to three classes', description: String(clicks) })
  expect(clicks).toBeGreaterThan(15)
  expect(clicks).toBeLessThanOrEqual(22)
  const taskOf = new Map<string, number>()
  let set_id = 0
  for (const { id, name } of led) {
    const [task] = (await teacher(taskListsAdmin.tasks, { guild_id: id })).list
    taskOf.set(name, task?.id ?? 0)
    set_id = task?.set_id ?? 0
  }
  const students = await handIn(school, passwords, taskOf)
  await markAll(page, set_id)

  await page.goto(`/admin/review?set=${set_id}&state=reviewed`)
  await page.getByRole('button', { name: new RegExp(`^公布.*${works}`) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`3个班，${3 * each}人`)
  await dialog.getByRole('button', { name: `公布${works}份` }).click()
  await expect(page.getByText(`已公布${works}份`)).toBeVisible()

  // Each student sees their own result; together they are what the grid over all classes says.
  const { students: grid } = await teacher(gradesAdmin.grid, { set_id, limit: 500 })
  expect(grid.total).toBe(3 * each)
  const scored = grid.list.flatMap(({ student, cells }) =>
    cells.flatMap(({ score }) => (score === null ? [] : [[student.student_no, score] as const])),
  )
  const told: (readonly [string, number])[] = []
  for (const { place, task_id, send } of students) {
    const mine = (await send(tasks.listByGuild, { limit: 50 })).list.find(({ id }) => id === task_id)
    expect(mine, numberOf(place)).toMatchObject({ state: expect.stringMatching(/^(passed|failed)$/) })
    told.push([numberOf(place), mine?.score ?? -1])
  }
  expect(told).toHaveLength(works)
  expect(new Map(scored)).toEqual(new Map(told))
  await page.goto(`/admin/grades?set=${set_id}`)
  await expect(page.getByRole('grid').getByRole('button', { name: title })).toContainText('3个班')
  await expectNoSideways(page)
})
