import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { openPart } from '../pages/review-page.ts'
import { openTaskFor } from '../pages/submit-page.ts'

const test = testsInNewSchool()

test('a teacher says what each level looks like, students read it before they hand in, and it stands beside the keys of the review page', async ({
  page,
  school,
  logIn,
  logInStaff,
}, info) => {
  const student = info.project.name === 'phone' ? 's035' : 's036'
  const send = await school.asStudent(student)
  const admin = await school.asStaff('admin')
  const { task: other } = await send(studentTask.detail, { id: (await openTaskFor(school, student)).id })
  const { id } = await admin(taskEditing.create, { guild_id: other.guild_id, title: `量一量${info.project.name}` })

  await logInStaff('admin')
  await page.goto(`/admin/tasks/${id}`)
  await page.getByRole('button', { name: '加一条' }).click()
  await page.getByLabel('第1条标准', { exact: true }).fill('过程')
  const fold = page.getByText('写每一档的样子')
  await fold.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('第1条标准5档', { exact: true }).fill('步骤和单位都有')
  await page.getByLabel('第1条标准2档', { exact: true }).fill('只有结果')
  await expect(page.getByText('每一档的样子（写了2档）')).toBeVisible()
  await page.getByRole('button', { name: '存下的评分标准' }).click()
  const sets = page.getByRole('dialog', { name: '存下的评分标准' })
  await sets.getByLabel('名称').fill('实验报告')
  await pressEnter(sets.getByRole('button', { name: '存下', exact: true }))
  await expect(sets.getByRole('listitem')).toContainText('写了每档样子的有1条')
  await pressEnter(sets.getByRole('button', { name: '给「实验报告」改名' }))
  await sets.getByLabel('「实验报告」的新名称').fill('物理实验')
  await page.keyboard.press('Enter')
  await expect(sets.getByRole('button', { name: '给「物理实验」改名' })).toBeFocused()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '删除第1条标准' }).click()
  await page.getByRole('button', { name: '存下的评分标准' }).click()
  await sets.getByRole('button', { name: '用这套「物理实验」' }).click()
  await expect(page.getByText('每一档的样子（写了2档）')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await expect
    .poll(async () => (await admin(taskEditing.form, { id })).criteria)
    .toMatchObject([{ label: '过程', weight: 100, level_words: ['', '只有结果', '', '', '步骤和单位都有'] }])
  await page.goto('/admin')
  const { base_version } = await admin(taskEditing.form, { id })
  await admin(taskEditing.update, { id, base_version, content: '量三次。', needs_review: true })
  await admin(taskEditing.publish, { id, now: true })

  await logIn(student)
  await page.goto(`/square/task_detail/${other.guild_id}?task=${id}`)
  await expect(page.getByRole('cell', { name: /过程/ })).toContainText('做到了 步骤和单位都有')
  await expectAccessible(page)
  await expectNoSideways(page)
  await send(tasks.accept, { id })
  const done = await send(submissions.submit, {
    task_id: id,
    content: '12。',
    statement: true,
    key: `levels-${student}`,
  })

  await page.goto(`/admin/review?work=${'submit_id' in done ? done.submit_id : 0}`)
  const score = page.getByRole('complementary', { name: '评分' })
  await openPart(page, '打分')
  await expect(score.getByText('只有结果')).toBeVisible()
  if (info.project.name === 'phone') await score.getByRole('button', { name: '过程：2档' }).click()
  else await page.keyboard.press('2')
  await expect(score.getByRole('listitem').filter({ hasText: '只有结果' })).toHaveAttribute('data-given', 'true')
  await expect(score.getByRole('button', { name: '过程：2档' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await expectNoSideways(page)
})
