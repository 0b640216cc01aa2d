import { accounts } from '@tongchuang/contract/accounts.ts'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { gbk } from '../gbk.ts'
import { expect, test as base, newSchool } from '../journey.ts'
import { startSchool } from '../start-school.ts'
import type { School } from '../start-school.ts'
import { createHttpSend } from '../transport.ts'

/** A school nobody has been to: what `npm start` gives on an empty data folder. */
const test = base.extend({
  school: newSchool(() => startSchool({}, { sample: false })),
})

const students = 40
const marked = 30
const guild = '高一（3）班'
const task = '校园里的一平方米'
const surnames = [...'林王李张刘陈杨赵黄周吴徐孙胡朱高何郭马罗']
const given = ['雨桐', '思源']
const names = surnames.flatMap((surname) => given.map((name) => surname + name))
const words = '观察得细，洞口的数目要写上是哪天数的。'

/** The password a student chooses in place of the one on the slip. */
const chosenPassword = (username: string) => `绿豆芽要晒太阳${username}`

type Student = { slip: Slip; send: Send }
type Slip = Output<typeof rosterAdmin.slips>['list'][number]

/** The list as the school office writes it: forty students, and three rows nobody can be made of. */
const list = gbk(
  [
    '学号,姓名,班级',
    ...names.map((name, at) => `${String(at + 1).padStart(4, '0')},${name},${guild}`),
    `,王一,${guild}`,
    `0001,林同,${guild}`,
    `2.02601E+11,马力,${guild}`,
  ].join('\r\n'),
)

const setUp = async (page: Page, school: School) => {
  const link = /http:\S+\/admin\/setup#k=\S+/.exec(school.log())?.[0] ?? ''
  expect(link, 'the link the terminal shows').not.toBe('')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('创建学校')
  await page.getByLabel('学校或组织名称').fill('春晖中学')
  await page.getByLabel('管理员账号').fill('office')
  await page.getByLabel('密码', { exact: true }).fill('春眠不觉晓1024')
  await expectAccessible(page)
  await page.getByRole('button', { name: '创建', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/?$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('春晖中学').first()).toBeVisible()
}

/** Creates the guild; returns its id. */
const makeGuild = async (page: Page): Promise<number> => {
  // On a phone the pages are behind a button.
  if ((page.viewportSize()?.width ?? 0) <= 640) await page.getByRole('button', { name: '菜单', exact: true }).click()
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '公会', exact: true }).click()
  await page.getByRole('button', { name: '新建公会' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名字').fill(guild)
  await dialog.getByRole('button', { name: '新建公会' }).click()
  await expect(page).toHaveURL(/\/admin\/guilds\/\d+\/settings$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(guild)
  return Number(/guilds\/(\d+)/.exec(page.url())?.[1])
}

/** Imports the list; returns the slips the page shows. */
const importStudents = async (page: Page, school: School, guild_id: number): Promise<readonly Slip[]> => {
  await page.goto(`/admin/people/import?guild=${guild_id}`)
  await expect(page.getByLabel('导入到')).toHaveValue(String(guild_id))
  await page.locator('input[type=file]').setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer: list })
  await expect(page.getByText(/文字编码GBK/)).toBeVisible()
  await expect(page.getByRole('cell', { name: '林雨桐' })).toBeVisible()
  await page.getByRole('button', { name: '核对名单' }).click()
  const rows = page.getByRole('region', { name: '名单的每一行' })
  for (const problem of ['没有学号', /同一学号在第2行/, /科学计数/]) await expect(rows.getByText(problem)).toBeVisible()
  await page.getByText('学校已取得这些学生').click()
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 820, height: 600 })
  await page.getByRole('button', { name: `导入${students}人` }).click()
  await expect(page.getByText('导入完成')).toBeVisible({ timeout: 45_000 })
  // The last step starts at its top, and a screen reader is told the current step.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('list', { name: '导入的步骤' })).toBeFocused()
  await expect(page.getByRole('heading', { name: '导入的结果' })).toBeInViewport()
  if (usual) await page.setViewportSize(usual)
  await page.getByRole('link', { name: '打印账号条' }).click()
  await expect(page.getByText(`${students}名学生从未登录`, { exact: false })).toBeVisible()
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const token = await page.evaluate(() => localStorage.getItem('admin_token'))
  const slips = await createHttpSend(school.url, token ?? '')(rosterAdmin.slips, { id })
  await expect(page.getByText(slips.list[0]?.password ?? '–', { exact: true })).toBeVisible()
  return slips.list
}

/** Writes the task and publishes it; returns its id. */
const writeTask = async (page: Page, guild_id: number): Promise<number> => {
  await page.goto(`/admin/guilds/${guild_id}/tasks`)
  await page.getByRole('button', { name: '新建任务' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('标题').fill(task)
  await dialog.getByRole('button', { name: '新建任务' }).click()
  await expect(page).toHaveURL(/\/admin\/tasks\/\d+$/)
  await page.getByRole('textbox', { name: '说明' }).fill('选一平方米的地，观察一周，写下你看到的变化。')
  await page.getByLabel('成绩先不公布，由我统一公布').check()
  await expect(page.getByText('标题、说明已填，没有截止时间')).toBeVisible()
  await expect(page.getByText(`${guild}，${students}人能看到`)).toBeVisible()
  await page.getByRole('button', { name: '现在发布' }).click()
  await expect(page.getByText('已发布').first()).toBeVisible()
  return Number(/tasks\/(\d+)/.exec(page.url())?.[1])
}

/** One student with a slip: logs in, chooses a password, takes the task and hands in. */
const handIn = async (school: School, slip: Slip, task_id: number): Promise<Student> => {
  const { username, password, real_name } = slip
  const first = await school.asStudent(username, password)
  await expect(first(tasks.accept, { id: task_id })).rejects.toMatchObject({ reason: 'PASSWORD' })
  await first(accounts.changePassword, { password, new_password: chosenPassword(username) })
  const send = await school.asStudent(username, chosenPassword(username))
  await send(tasks.accept, { id: task_id })
  const content = `${real_name}的一平方米：第${Number(username)}天，蚂蚁搬走了半片叶子，雨后又多了${Number(username) * 3}个洞口。`
  await send(submissions.submit, { task_id, content, key: crypto.randomUUID() })
  return { slip, send }
}

/** The teacher reviews by keyboard alone; returns the name of the first student, who gets four fifths and a comment. */
const mark = async (page: Page): Promise<string> => {
  await page.goto('/admin/review')
  const name = page.getByRole('heading', { level: 2 }).first()
  const foot = page.getByRole('button', { name: /保存并下一份/ })
  await expect(foot).toBeVisible()
  const first = (await name.textContent()) ?? ''
  await page.keyboard.press('4')
  await page.keyboard.press('c')
  await page.keyboard.insertText(words)
  await page.keyboard.press('Escape')
  for (let done = 0; done < marked; done += 1) {
    const now = (await name.textContent()) ?? ''
    if (done > 0) await page.keyboard.press('5')
    await page.keyboard.press('s')
    await expect(name).not.toHaveText(now)
    await expect(foot).toBeVisible()
  }
  return first
}

/** Releases the held results to the students. */
const release = async (page: Page) => {
  await page.getByRole('button', { name: `公布${marked}份成绩` }).click()
  await expect(page.getByText(`${marked}人将看到成绩和评语`)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '公布成绩' }).click()
  await expect(page.getByText(`已公布${marked}份`)).toBeVisible()
}

/** The student logs in to the student site with the chosen password and finds the teacher’s answer. */
const readAnswer = async (page: Page, username: string) => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: '用户名' }).fill(username)
  await page.getByLabel('密码', { exact: true }).fill(chosenPassword(username))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/square\/index$/)
  await page.getByRole('button', { name: /^通知/ }).click()
  await page
    .getByRole('region', { name: /^通知/ })
    .getByRole('link', { name: new RegExp(task) })
    .first()
    .click()
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(page.getByText(/80/).first()).toBeVisible()
}

test('a new school goes from an empty folder to forty works, thirty of them reviewed and released @desktop', async ({
  page,
  school,
}) => {
  test.setTimeout(240_000)
  const begun = performance.now()
  const spent: string[] = []
  const took = async <T>(what: string, step: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const made = await test.step(what, step)
    spent.push(`${what} ${((performance.now() - from) / 1000).toFixed(1)} s`)
    return made
  }

  await took('set-up', () => setUp(page, school))
  const guild_id = await took('guild', () => makeGuild(page))
  const slips = await took('list', () => importStudents(page, school, guild_id))
  expect(slips.map(({ real_name }) => real_name).sort()).toEqual([...names].sort())
  const task_id = await took('task', () => writeTask(page, guild_id))
  const handed: Student[] = []
  await took('works', async () => {
    // Four at a time, as a class sits down at its machines.
    for (let at = 0; at < slips.length; at += 4)
      handed.push(...(await Promise.all(slips.slice(at, at + 4).map((slip) => handIn(school, slip, task_id)))))
  })

  const first = await took('marks', () => mark(page))
  const { slip, send } = handed.find((student) => first.includes(student.slip.real_name))!
  const last = handed.at(-1)!
  const placeOf = async (student: Student) => (await student.send(rankings.workHard, { guild_id })).me
  const before = (await placeOf({ slip, send })).value ?? 0
  expect((await send(submissions.mine, {})).list[0], "what is held is nobody's yet").toMatchObject({
    state: 'submitted',
    score: null,
  })

  await took('release', () => release(page))
  await took('answer', () => readAnswer(page, slip.username))
  await took('ranking', async () => {
    // Rankings are computed in the background: a student who has passed overtakes those still waiting.
    await expect.poll(async () => (await placeOf(last)).rank, { timeout: 60_000, intervals: [1_000] }).toBe(2)
    expect((await placeOf({ slip, send })).value).toBeGreaterThan(before)
    await page.goto(`/square/rankings?list=workhard&guild=${guild_id}`)
    const mine = page.getByRole('region', { name: '勤奋榜' })
    // The first three are listed by name; below them the student appears as 我.
    await expect(mine).toContainText(new RegExp(`${first}|我`))
    await expect(mine).toContainText('第1名')
  })
  console.log(`a new school: ${((performance.now() - begun) / 1000).toFixed(1)} s (${spent.join(', ')})`)
})
