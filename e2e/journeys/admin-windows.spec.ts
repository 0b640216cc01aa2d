import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import type { Locator, Page } from '@playwright/test'
import { swipe } from '../swipe.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

const test = testsInNewSchool()

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}
const rightOf = async (one: Locator) => {
  const { x, width } = await boxOf(one)
  return x + width
}
const sized = (page: Page, width: number, height: number) => page.setViewportSize({ width, height })

const longName = async (school: School) => {
  const send = await school.asStaff('teacher')
  const [first] = (await send(guildSettings.list, {})).list
  const { id, base_version } = await send(guildSettings.detail, { guild_id: first?.id ?? 0 })
  const name = '一个名字特别特别长的公会'.repeat(5).slice(0, 60)
  await send(guildSettings.update, { guild_id: id, base_version, name })
  return { id, name, send }
}

test('a teacher of a guild with the longest name sees the queue and the titles of tasks at full width @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const { id, name, send } = await longName(school)
  await logInStaff('teacher')
  await page.goto(`/admin/review?guild=${id}`)
  const choice = page.getByLabel('公会', { exact: true })
  await expect(choice).toHaveAttribute('title', name)
  for (const width of [1280, 820]) {
    await sized(page, width, 800)
    // On a tablet they are folded away.
    if (width === 820) await page.getByText(/^筛选/).click()
    const queue = page.getByRole('list', { name: '作品' })
    for (const one of [choice, page.getByRole('searchbox', { name: /姓名、学号/ })])
      expect(await rightOf(one), `at ${width}`).toBeLessThanOrEqual(await rightOf(queue))
    const heading = await boxOf(page.getByRole('heading', { level: 1 }))
    expect(heading.height, 'the heading in one line').toBeLessThan(40)
    await expectNoSideways(page)
  }
  // With one guild chosen, tasks are listed without its name; with all guilds, each has the name of its own.
  const task = page.getByLabel('任务', { exact: true })
  await expect(task.getByRole('option', { name: `· ${name}` })).toHaveCount(0)
  await choice.selectOption('')
  const { tasks } = await send(reviewToolsAdmin.summary)
  const mine = tasks.find(({ guild_id }) => guild_id === id)
  await expect(task.getByRole('option', { name: `${mine?.title} · ${name}`, exact: true })).toHaveCount(1)

  await sized(page, 1280, 800)
  await page.goto('/admin/tasks')
  const [listed] = (await send(taskListsAdmin.tasks, { limit: 1, guild_id: id })).list
  const title = page.getByRole('link', { name: listed?.title ?? '', exact: true })
  expect((await boxOf(title)).height, 'a title takes one line').toBeLessThan(30)
})

test('an administrator at 1280 × 800 sees every page in the menu and the head of a task in one line, and switches by the label @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  await sized(page, 1280, 800)
  await logInStaff('admin')
  const send = await school.asStaff('admin')
  const { list } = await send(taskListsAdmin.tasks, { limit: 100 })
  const draft = list.find(({ status }) => status === 'scheduled') ?? list[0]
  await page.goto('/admin/review')
  const rail = page.getByRole('navigation', { name: '主导航' })
  for (const link of await rail.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
  await expect(rail.getByRole('link', { name: '横幅' })).toBeVisible()
  await expect(rail.getByRole('link', { name: '备份' })).toBeVisible()

  await page.goto(`/admin/tasks/${draft?.id}`)
  await settled(page)
  const heading = page.getByRole('heading', { level: 1 })
  const { y, height } = await boxOf(heading)
  const preview = await boxOf(page.getByRole('button', { name: '以学生身份预览' }))
  expect(Math.abs(preview.y + preview.height / 2 - (y + height / 2))).toBeLessThan(12)
  const held = page.getByRole('switch', { name: '成绩先不公布，由我统一公布' })
  // Fields beside each other start at the same height.
  const difficulty = await boxOf(page.getByText('难度', { exact: true }))
  const points = await boxOf(page.getByText('积分', { exact: true }).first())
  expect(Math.abs(points.y - difficulty.y)).toBeLessThan(1)
  const panel = page.getByRole('complementary').last()
  const words = page.getByText('成绩先不公布，由我统一公布', { exact: true })
  expect(await rightOf(words), 'no label under the panel').toBeLessThan((await boxOf(panel)).x)
  const before = await held.isChecked()
  await words.click()
  await expect(held).toBeChecked({ checked: !before })
  await words.click()
})

test('a teacher who follows a reminder finds the student selected, and inserts a saved comment by its number @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const send = await school.asStaff('teacher')
  await logInStaff('teacher')
  await page.goto('/admin/')
  const person = page.getByRole('link', { name: /^催交：/ }).first()
  await person.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('未交名单')
  await expect(page.getByText('选了1人')).toBeVisible()
  await expect(page.getByRole('row').getByRole('checkbox', { checked: true })).toHaveCount(1)

  const { guilds } = await send(reviewToolsAdmin.summary)
  const saved = '步骤写全了，单位别忘。'
  await send(reviewToolsAdmin.addComment, { text: saved, guild_id: guilds[0]?.id ?? null })
  await page.goto(`/admin/review?guild=${guilds[0]?.id}`)
  await expect(page.getByRole('button', { name: /保存并下一份/ })).toBeVisible()
  await page.keyboard.press('q')
  await expect(page.getByRole('button', { name: new RegExp(`^${saved}`) })).toHaveAttribute('aria-keyshortcuts', '1')
  await page.keyboard.press('1')
  await expect(page.getByLabel('评语', { exact: true })).toHaveValue(saved)
})

test('a teacher on a phone reaches every page by the menu, sees the state beside a name, and finds the work at the top @phone', async ({
  page,
  logInStaff,
}) => {
  await logInStaff('teacher')
  await page.goto('/admin/')
  await page.getByRole('button', { name: '菜单', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '菜单' })
  for (const name of ['讨论与作品', '学生'])
    await expect(drawer.getByRole('link', { name, exact: true })).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /陈立群/ }).click()
  await expect(page.getByRole('link', { name: '我的账号' })).toBeInViewport()
  await page.keyboard.press('Escape')

  await page
    .getByRole('link', { name: /^催交：/ })
    .first()
    .click()
  const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { checked: true }) })
  await expect(row.getByText(/未接取|进行中|待修改|已过期|已放弃/)).toBeInViewport()
  await expectNoSideways(page)

  await page.goto('/admin/review')
  const work = page.locator('[data-work]')
  await expect(work).toBeVisible()
  await expect.poll(async () => (await boxOf(work)).y, 'heads above the work').toBeLessThan(120)
  await page.getByRole('button', { name: '作品', exact: true }).click()
  await expect(page.getByRole('dialog', { name: '作品' }).getByRole('list', { name: '作品' })).toBeInViewport()
  await page.keyboard.press('Escape')
  const name = page.getByRole('heading', { level: 2 }).first()
  const first = (await name.textContent()) ?? ''
  const next = page.getByRole('button', { name: /^下一份/ })
  await next.click()
  await expect(name).not.toHaveText(first)
  await expect(next, 'the work goes, the button stays').toBeFocused()
  await expect(work).toBeVisible()
  await swipe(page, work, 0.2, 0.8)
  await expect(name).toHaveText(first)
})

test('an administrator who prints a page gets no toolbar and no boxes around words, and sees two dates side by side @phone', async ({
  page,
  school,
  logInStaff,
}) => {
  const send = await school.asStaff('admin')
  const [task] = (await send(taskListsAdmin.tasks, { limit: 1 })).list
  await logInStaff('admin')
  for (const path of ['/grades', `/tasks/missing?task=${task?.id}`, `/tasks/${task?.id}`, '/audit']) {
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('main').getByRole('toolbar').filter({ visible: true }), path).toHaveCount(0)
    const drawn = () =>
      page
        .locator('main :is(select, input:not([type=checkbox], [type=radio]), textarea)')
        .filter({ visible: true })
        .evaluateAll((all) => all.filter((one) => getComputedStyle(one).borderTopColor !== 'rgba(0, 0, 0, 0)').length)
    await expect.poll(drawn, path).toBe(0)
    if (path === '/grades') {
      // A landscape sheet has room for this much, including the name of the last task.
      await page.setViewportSize({ width: 1017, height: 640 })
      await expectNoSideways(page)
      await page.setViewportSize({ width: 390, height: 844 })
    }
    await page.emulateMedia({ media: 'screen' })
  }
  const from = await boxOf(page.getByLabel('从', { exact: true }))
  expect((await boxOf(page.getByLabel('到', { exact: true }))).y).toBe(from.y)
})

test('a teacher sees the latest discussion, an assistant cannot make tasks or change settings, and a teacher without a guild is led to make one @desktop', async ({
  page,
  school,
}) => {
  const admin = await school.asStaff('admin')
  const username = `newcomer${Date.now()}`
  const password = '绿豆芽要晒太阳9'
  const made = await admin(staffAdmin.create, { username, nickname: '新老师', roles: ['teacher'] })
  const first = await school.asStaff(username, made.password)
  await first(accountsAdmin.changePassword, { password: made.password, new_password: password })
  const open = async (who: string, path: string, secret?: string) => {
    const token = await school.staffToken(who, secret)
    await page.goto('/admin/login')
    await page.evaluate((mine) => localStorage.setItem('admin_token', mine), token)
    await page.goto(`/admin${path}`)
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  }

  await open('teacher', '/moderation/posts')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('里还没有人发言')).toHaveCount(0)

  await open('ta', '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: '新任务' })).toHaveCount(0)
  await page.goto('/admin/tasks')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: '新建任务' })).toHaveCount(0)
  const [guild] = (await (await school.asStaff('ta'))(guildSettings.list, {})).list
  await page.goto(`/admin/guilds/${guild?.id}/settings`)
  const fields = page.getByRole('main').locator('form :is(input, select, textarea)')
  await expect(fields.first()).toBeVisible()
  for (const field of await fields.all()) await expect(field).toBeDisabled()

  await open(username, '/tasks?new=1', password)
  const dialog = page.getByRole('dialog', { name: '新建任务' })
  await expect(dialog).toContainText('任务要放在公会里')
  await expect(dialog.getByRole('combobox')).toHaveCount(0)
  await dialog.getByRole('link', { name: '去建公会' }).click()
  await expect(page).toHaveURL(/\/admin\/guilds$/)
})

const linesOf = (one: Locator): Promise<number> =>
  one.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

test('an administrator on a phone reads in one line each since when works wait and when tasks are due @phone', async ({
  page,
  logInStaff,
}) => {
  await logInStaff('admin')
  await page.goto('/admin/')
  const waiting = page.getByText(/^最早：/)
  const due = page.getByRole('region', { name: /^即将截止/ }).getByText(/\d+月\d+日 周/)
  await expect(waiting.first()).toBeVisible()
  await expect(due.first()).toBeVisible()
  for (const one of [...(await waiting.all()), ...(await due.all())])
    expect(await linesOf(one), (await one.textContent()) ?? '').toBe(1)
})

test('a teacher sees the arrow of a question on the line of its text', async ({ page, school, logInStaff }) => {
  const send = await school.asStaff('teacher')
  const [guild] = (await send(guildSettings.list, {})).list
  const { id, base_version } = await send(taskEditing.create, { guild_id: guild?.id ?? 0, title: '二次函数小测' })
  const asked = {
    kind: 'number',
    label: '用三十米篱笆围成的菜园的最大面积',
    unit: 'm²',
    required: false,
    points: 6,
  } as const
  await send(taskEditing.update, {
    id,
    base_version,
    questions: [{ id: 'area', ...asked }],
    keys: [{ question_id: 'area', accepted: ['50'], tolerance: 0.5, explanation: '' }],
  })
  await logInStaff('teacher')
  await page.goto(`/admin/tasks/${id}`)
  const row = page.getByRole('button', { name: /最大面积/, expanded: false })
  const apart = async () => {
    const [line, arrow] = await Promise.all([boxOf(row), boxOf(row.locator('svg').last())])
    return Math.abs(arrow.y + arrow.height / 2 - (line.y + line.height / 2))
  }
  await expect.poll(apart).toBeLessThan(2)
})
