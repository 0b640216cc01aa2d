import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import { dateInDays } from '../coming-days.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import type { School } from '../start-school.ts'

test.beforeEach(async ({ logInStaff }) => logInStaff('teacher'))

/** Three classes of the teacher with unique names. */
const makeClasses = async (school: School, year: string) => {
  const send = await school.asStaff('teacher')
  const made: { id: number; name: string }[] = []
  for (const n of [1, 2, 3])
    made.push(
      await send(guildSettings.create, {
        name: `${year}（${n}）班`,
        hue: 'science',
        glyph: 'book',
        join_policy: 'open',
      }),
    )
  return { send, classes: made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]] }
}

test('a task goes to three classes with dates of their own, in at most 22 clicks @phone', async ({ page, school }) => {
  const { send, classes } = await makeClasses(school, '初一')
  const [due, later] = [dateInDays(30), dateInDays(33)]
  await page.goto(`/admin${adminPaths.guild(classes[0].id, 'tasks')}`)
  await page.evaluate(() => {
    const counter = window as unknown as { clicks: number }
    counter.clicks = 0
    window.addEventListener('click', (event) => event.isTrusted && (counter.clicks += 1), true)
  })
  await page.getByRole('button', { name: '新建任务' }).click()
  await page.getByRole('dialog').getByLabel('标题').fill('垃圾分类小调查')
  await page.getByRole('dialog').getByRole('button', { name: '新建任务' }).click()
  await expect(page.getByRole('heading', { name: '编辑任务' })).toBeVisible()
  await page.getByRole('textbox', { name: '说明' }).click()
  await page.getByRole('textbox', { name: '说明' }).fill('在投放点站20分钟，记下看到的。')
  await page.getByLabel(`${classes[0].name}的截止时间`).fill(`${due}T22:00`)
  await page.getByRole('button', { name: '加班级或公会' }).focus()

  await page.getByRole('button', { name: '加班级或公会' }).click()
  const dialog = page.getByRole('dialog')
  for (const { name } of classes.slice(1)) await dialog.getByRole('checkbox', { name }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '加入2个班' }).click()
  await expect(page.getByRole('button', { name: `不发给${classes[1].name}` })).toBeVisible()
  await page.getByLabel(`${classes[2].name}的截止时间`).fill(`${later}T22:00`)
  await page.getByRole('button', { name: '加班级或公会' }).focus()
  await expect(page.getByText('晚3天')).toBeVisible()
  await expect(page.getByText('相同', { exact: true })).toBeVisible()
  await expect(page.getByText('改动写到3个班')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)

  await page.getByRole('button', { name: '发到3个班' }).click()
  await expect(page.getByText('已发布')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { clicks: number }).clicks)).toBeLessThanOrEqual(22)
  const given = []
  for (const { id } of classes) given.push(...(await send(taskListsAdmin.tasks, { guild_id: id })).list)
  expect(given.map(({ title, status, due_at }) => [title, status, due_at])).toEqual([
    ['垃圾分类小调查', 'open', `${due}T14:00:00.000Z`],
    ['垃圾分类小调查', 'open', `${due}T14:00:00.000Z`],
    ['垃圾分类小调查', 'open', `${later}T14:00:00.000Z`],
  ])

  // A change visible to students is previewed for each class before it is saved.
  await page.getByRole('textbox', { name: '说明' }).fill('在投放点站半小时，记下看到的。')
  await page.getByRole('button', { name: '保存修改' }).click()
  await expect(page.getByRole('dialog')).toContainText(classes[2].name)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: '改这3个班' }).click()
  const last = given[2]!
  const contentOfThird = async () => (await send(taskEditing.form, { id: last.id })).content
  await expect.poll(contentOfThird).toBe('在投放点站半小时，记下看到的。')
  await expect(page.getByText(/^已保存/)).toBeVisible()

  // In the list of all tasks the three are one row, which opens.
  await page.goto('/admin/tasks')
  const opener = page.getByRole('button', { name: '展开「垃圾分类小调查」的各班' }).first()
  await opener.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('link', { name: `垃圾分类小调查 ${classes[2].name}` })).toBeVisible()
  await expect(page.getByRole('row', { name: /一次布置/ }).first()).toContainText('3个班')
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: '收起「垃圾分类小调查」的各班' }).first().click()
  await expect(page.getByRole('link', { name: `垃圾分类小调查 ${classes[2].name}` })).toBeHidden()
})

test('a teacher who changes a task of several classes leaves the text that one of them changed itself, and takes a class out again @desktop', async ({
  page,
  school,
}) => {
  const { send, classes } = await makeClasses(school, '初二')
  const [first, second, third] = classes
  const task = await send(taskEditing.create, { guild_id: first.id, title: '食堂排队' })
  const { classes: given } = await send(taskSetsAdmin.spread, { id: task.id, guild_ids: [second.id, third.id] })
  const other = given[0]!.task_id!
  await send(taskEditing.update, { id: other, base_version: 0, content: '二班另写的。' })
  await page.goto(`/admin${adminPaths.task(task.id)}`)
  await page.getByRole('textbox', { name: '说明' }).fill('大家一起写的。')
  await expect(page.getByText('这个班没有改。')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: '看那个班的任务' })).toHaveAttribute(
    'href',
    `/admin${adminPaths.task(other)}`,
  )
  await page.getByRole('button', { name: `不发给${third.name}` }).click()
  await expect(page.getByRole('button', { name: `不发给${third.name}` })).toBeHidden()
  await expect(page.getByText(`${first.name}`).first()).toBeVisible()
  await expect.poll(async () => (await send(taskListsAdmin.tasks, { guild_id: third.id })).list).toEqual([])
  expect((await send(taskEditing.form, { id: other })).content).toBe('二班另写的。')
})

test('a teacher reads the results of two classes by class and releases them together @phone', async ({
  page,
  school,
}) => {
  const { send, classes } = await makeClasses(school, '初三')
  const [first, second] = classes
  const task = await send(taskEditing.create, { guild_id: first.id, title: '河水的颜色' })
  const more = { content: '写下看到的颜色。', hold: true, points: 10 }
  await send(taskEditing.update, { id: task.id, base_version: 0, ...more })
  await send(taskSetsAdmin.spread, { id: task.id, guild_ids: [second.id] })
  const { set } = await send(taskEditing.publish, { id: task.id, also: 'set' })
  const student = await school.asStudent('student')
  const { invite_code } = await send(guildSettings.detail, { guild_id: second.id })
  await student(guilds.join, { code: invite_code })
  const task_id = set!.members[1]!.task_id
  await student(tasks.accept, { id: task_id })
  const key = 'release-across'
  await student(submissions.submit, { task_id, content: '早上是灰的，中午是绿的。', statement: true, key })
  const [work] = (await send(reviewsAdmin.queue, { task_id })).list
  const submit_id = work!.submit_id
  await send(reviewsAdmin.open, { submit_id })
  await send(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 })

  await page.goto(`/admin/review?set=${set!.id}&state=reviewed`)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('link', { name: '看汇总' }).click()
  const row = page.getByRole('row', { name: new RegExp(second.name) })
  await expect(row).toContainText('90分以上1人')
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: '公布1份' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2个班，1人')
  await expect(dialog.getByRole('row', { name: new RegExp(second.name) })).toContainText('1')
  await expectAccessible(page)
  await expectNoSideways(page)
  await dialog.getByRole('checkbox', { name: `公布${second.name}` }).click()
  await expect(dialog.getByRole('button', { name: '没有可公布的' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('checkbox', { name: `公布${second.name}` }).click()
  await dialog.getByRole('button', { name: '公布1份' }).click()
  await expect(page.getByText('已公布1份')).toBeVisible()
  expect((await student(tasks.listByGuild, { guild_id: second.id })).list[0]).toMatchObject({
    state: 'passed',
    score: 90,
  })
})
