import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'

const test = testsInNewSchool()

/** Writes one question with its key, the way a teacher does. */
const writeChoice = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '加一题' }).click()
  await page.getByLabel('第1题', { exact: true }).fill('函数y=−2(x−5)²+50的顶点是')
  await page.getByLabel('题型').selectOption({ label: '单选' })
  await page.getByLabel('分值').fill('4')
  await page.getByLabel('选项A', { exact: true }).fill('(5, 50)')
  await page.getByLabel('选项B', { exact: true }).fill('(2, 0)')
  await page.getByRole('radio', { name: '选项A正确' }).check()
  await page.getByLabel('解析').fill('括号里是减号，h就取5。')
}

/** As if the task had closed ten minutes ago. */
const closeEarlier = (dataDir: string, id: number): void => {
  const db = new DatabaseSync(join(dataDir, 'app.db'), { timeout: 5_000 })
  db.prepare("update tasks set status = 'closed', closed_at = ? where id = ?").run(Date.now() - 600_000, id)
  db.close()
}

test('a teacher writes questions, a student answers them, the machine proposes points, and the student reads the right answers after the end', async ({
  page,
  school,
  logInStaff,
  browser,
}) => {
  const staff = await school.asStaff('teacher')
  const [guild] = (await staff(guildSettings.list, {})).list
  const guild_id = guild?.id ?? 0
  const { id } = await staff(taskEditing.create, { guild_id, title: `小测${crypto.randomUUID().slice(0, 4)}` })
  await logInStaff('teacher')
  await page.goto(`/admin/tasks/${id}`)
  await expect(page.getByRole('heading', { name: '编辑任务' })).toBeVisible()
  await writeChoice(page)
  await expect(page.getByText('1题，4分，其中系统批4分')).toBeVisible()
  await expect
    .poll(async () => (await staff(taskEditing.form, { id })).keys[0]?.explanation)
    .toBe('括号里是减号，h就取5。')
  await expectAccessible(page)
  await expectNoSideways(page)
  const form = await staff(taskEditing.form, { id })
  const area = { id: 'area', label: '菜园的最大面积', kind: 'number', unit: 'm²', required: false, points: 6 } as const
  await staff(taskEditing.update, {
    id,
    base_version: form.base_version,
    content: '做完再交。',
    questions: [...form.questions, area],
    keys: [...form.keys, { question_id: 'area', accepted: ['50'], tolerance: 0.5, explanation: '' }],
  })
  await staff(taskEditing.publish, { id, now: true })

  const { invite_code } = await staff(guildSettings.detail, { guild_id })
  const student = await school.asStudent('student')
  await student(guilds.join, { code: invite_code }).catch(() => undefined)
  await student(tasks.accept, { id })
  const token = await school.studentToken('student')
  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'zh-CN', baseURL: school.url })
  await context.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  const theirs = await context.newPage()
  await theirs.addInitScript((mine) => localStorage.setItem('token', mine), token)
  await theirs.goto(`/square/task_detail/submit/${guild_id}?task=${id}`)
  const choice = theirs.getByRole('group', { name: /顶点是/ })
  await choice.getByRole('radio', { name: /\(5, 50\)/ }).check()
  await expectAccessible(theirs)
  await expectNoSideways(theirs)
  await theirs.getByRole('button', { name: /^提交/ }).first().click()
  const asked = theirs.getByRole('dialog', { name: '还有1题没答' })
  await asked.getByRole('button', { name: '回去补上' }).click()
  const number = theirs.getByLabel(/菜园的最大面积/)
  await expect(number).toBeFocused()
  await number.fill('４９．６')
  await theirs.getByRole('button', { name: /^提交/ }).first().click()
  await expect(theirs.getByText(/^R-/).first()).toBeVisible()

  const [work] = (await staff(reviewsAdmin.queue, { task_id: id })).list
  await page.goto(`/admin/review?work=${work?.submit_id ?? 0}`)
  await expect(page.getByText('合计10/10分')).toBeVisible()
  await page.getByLabel('第2题的分').fill('5')
  await expect(page.getByText('合计9/10分')).toBeVisible()
  await expect(page.getByLabel(/^分数/)).toHaveValue('90')
  await expectAccessible(page)
  await expectNoSideways(page)
  const decided = page.waitForResponse('**/api/admin/review/decide')
  await page.getByRole('button', { name: /保存并下一份/ }).click()
  await decided
  await expect(page.getByText(/90分/).first()).toBeVisible()

  await theirs.goto(`/square/task_detail/${guild_id}?task=${id}`)
  const results = theirs.getByRole('region', { name: '每题结果' })
  await expect(results).toContainText('所有人都不能再交以后给出')
  await expect(results).not.toContainText('括号里是减号')
  await page.goto(`/admin/tasks/lecture?task=${id}`)
  const stage = page.getByRole('dialog', { name: /^讲评/ })
  await expect(stage.getByRole('heading', { name: /顶点是/ })).toBeVisible()
  await expect(stage).toContainText('不画分布')
  await page.keyboard.press('Space')
  await expect(stage.getByText('还有同学能交')).toBeVisible()
  await expect(stage).not.toContainText('括号里是减号')
  await page.keyboard.press('Space')
  await expect(stage).toContainText('括号里是减号')
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.keyboard.press('ArrowRight')
  await expect(stage.getByRole('heading', { name: '菜园的最大面积' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/statistics/)
  await expectAccessible(page)
  closeEarlier(school.dataDir, id)
  await theirs.reload()
  await expect(results).toContainText('9分，满分10')
  await expect(results).toContainText('你选的，正确')
  await expect(results).toContainText('括号里是减号，h就取5。')
  await expect(results).toContainText('49.5到50.5都算对')
  await expectAccessible(theirs)
  await expectNoSideways(theirs)
  await context.close()
})

const pasted = `一、选择题（每题2分）
1. x²的系数是正数时，图象开口（ A ）
A. 向上\tB. 向下

2. y=−x²有最小值（1分）
答案：错

3. 对称轴是
A. x=5
B. x=2
答案：D`

test('a teacher checks pasted questions, reads which line does not fit, and imports the others by keyboard alone', async ({
  page,
  school,
  logInStaff,
}) => {
  const staff = await school.asStaff('teacher')
  const [guild] = (await staff(guildSettings.list, {})).list
  const { id } = await staff(taskEditing.create, { guild_id: guild?.id ?? 0, title: '粘贴的小测' })
  await logInStaff('teacher')
  await page.goto(`/admin/tasks/${id}`)
  const opener = page.getByRole('button', { name: '粘贴或导入…' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '导入题目' })
  const words = dialog.getByRole('textbox')
  await words.focus()
  await page.keyboard.insertText(pasted)
  // Closed by mistake, the dialog still has the pasted text.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(words).toHaveValue(pasted)
  await dialog.getByRole('button', { name: '核对' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: '1处有问题' })).toContainText('第11行：选项里没有D')
  const found = dialog.getByRole('list', { name: /2题/ })
  await expect(found.getByRole('listitem')).toHaveCount(2)
  await expect(found.getByRole('listitem').first()).toContainText('图象开口（　）')
  await expect(found.getByRole('listitem').first()).toContainText('正确答案：向上')
  await expect(dialog.getByText('第1行是标题，不当作题目。')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await dialog.getByRole('button', { name: '导入2题' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2题，3分，其中系统批3分')).toBeVisible()
  await expect
    .poll(async () => (await staff(taskEditing.form, { id })).questions.map(({ kind }) => kind))
    .toEqual(['one', 'truefalse'])
})
