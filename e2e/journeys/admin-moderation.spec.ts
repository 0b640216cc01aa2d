import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { samplePassword, type School } from '../start-school.ts'

/** A classmate's post below a task of the teacher's, reported by the sample school's student. */
const reportPost = async (school: School) => {
  const send = await school.asStudent('student')
  const task = (await send(tasks.listByGuild, { limit: 100 })).list.find(({ title }) => title === '食堂排队要等多久？')
  const { list } = await send(discussions.list, { task_id: task?.id ?? 0 })
  const post = list.find(({ author, can }) => can.report && !('anonymous' in author))
  await send(discussions.report, { target: 'discussion', id: post?.id ?? 0, reason: 'spam', note: '重复发了好几遍' })
  return { id: post?.id ?? 0, guild_id: task?.guild_id ?? 0 }
}

/** A work of the student's that waits for a teacher, in a school that asks for that. */
const askToShare = async (school: School, guild_id: number) => {
  const [teacher, admin, student] = [
    await school.asStaff('teacher'),
    await school.asStaff('admin'),
    await school.asStudent('student'),
  ]
  const { list } = await teacher(worksAdmin.list, { guild_id, keyword: '林雨桐', limit: 50 })
  const work = list.find(({ pick, hidden }) => pick === null && !hidden)
  await student(works.share, { submit_id: work?.submit_id ?? 0, share: 'none' })
  const set = async (share_approval: boolean) => {
    const { versions } = await admin(settingsAdmin.read)
    await admin(settingsAdmin.change, {
      settings: { share_approval },
      versions: { share_approval: versions.share_approval },
    })
  }
  await set(true)
  await student(works.share, { submit_id: work?.submit_id ?? 0, share: 'site' })
  await set(false)
  return work?.submit_id ?? 0
}

test('a teacher decides a report, lets a work be shared and picks it @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const reported = await reportPost(school)
  const submit_id = await askToShare(school, reported.guild_id)
  const teacher = await school.asStaff('teacher')
  await logInStaff('teacher')

  await page.goto('/admin')
  await page.getByRole('link', { name: /^举报/ }).click()
  const report = page.getByRole('listitem', { name: /的举报$/ }).filter({ hasText: '重复发了好几遍' })
  await expect(report).toContainText('1人举报')
  await expectAccessible(page)
  await report.getByRole('button', { name: '隐藏' }).click()
  await page.getByRole('dialog').getByLabel('原因').fill('同样的话发了很多遍')
  // Closed by mistake, the words are still there; of another report there are none.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page
    .getByRole('listitem', { name: /的举报$/ })
    .filter({ hasNotText: '重复发了好几遍' })
    .first()
    .getByRole('button', { name: '隐藏' })
    .click()
  await expect(page.getByRole('dialog').getByLabel('原因')).toHaveValue('')
  await page.keyboard.press('Escape')
  await report.getByRole('button', { name: '隐藏' }).click()
  await expect(page.getByRole('dialog').getByLabel('原因')).toHaveValue('同样的话发了很多遍')
  await page.getByRole('dialog').getByLabel('原因').press('Control+Enter')
  await expect(report).toHaveCount(0)
  const { list: hidden } = await teacher(discussionsAdmin.list, { guild_id: reported.guild_id, visibility: 'hidden' })
  expect(hidden.find(({ id }) => id === reported.id)?.hidden_reason).toBe('同样的话发了很多遍')

  await page.getByRole('navigation', { name: '讨论与作品' }).getByRole('link', { name: '讨论' }).click()
  await page.getByLabel('公会').selectOption(String(reported.guild_id))
  await page.getByLabel('显示').selectOption('hidden')
  await expect(page.getByText('已隐藏：同样的话发了很多遍')).toBeVisible()
  await page.setViewportSize({ width: 820, height: 900 })
  await expectAccessible(page)

  await page.getByRole('navigation', { name: '讨论与作品' }).getByRole('link', { name: '作品' }).click()
  await page.getByRole('button', { name: '等待公开' }).click()
  await page.getByRole('button', { name: /^同意公开/ }).click()
  await expect(page.getByText('没有符合的内容')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '林雨桐' }).first()).toBeVisible()
  await expectAccessible(page)
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="work=${submit_id}"]`) })
  await row.getByRole('button', { name: /^评为优秀/ }).click()
  await page.getByRole('dialog').getByLabel('理由').fill('把等的时间画成了图')
  await page.mouse.click(5, 5)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row.getByRole('button', { name: /^评为优秀/ }).click()
  await expect(page.getByRole('dialog').getByLabel('理由')).toHaveValue('把等的时间画成了图')
  await page.getByRole('dialog').getByRole('button', { name: '评为优秀' }).click()
  await expect(row).toContainText('把等的时间画成了图')
  // The list may show the change before the answer has reached the dialog.
  const keptReasons = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(':reason:')))
  await expect.poll(keptReasons, 'what was sent is forgotten').toEqual([])
  const { list } = await teacher(worksAdmin.list, { guild_id: reported.guild_id, show: 'picked', limit: 100 })
  expect(list.find((one) => one.submit_id === submit_id)).toMatchObject({
    share: 'site',
    share_state: 'open',
    pick: { status: 'agreed' },
  })
})

test('an administrator deletes an account whose owner asked for it, after typing the name @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const student = await school.asStudent('s062')
  await student(privacy.askDeletion, { action: 'ask', password: samplePassword, reason: '转学了' })
  const admin = await school.asStaff('admin')
  const asked = (await admin(privacyAdmin.list, {})).list.find(({ username }) => username === 's062')
  await logInStaff('admin')
  await page.goto('/admin/privacy')
  const row = page.getByRole('row').filter({ hasText: '转学了' })
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: /^注销/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: '注销账号' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox').fill(asked?.real_name ?? '')
  await dialog.getByRole('button', { name: '注销账号' }).click()
  await expect(page.getByText('没有注销申请')).toBeVisible()
  await page.getByRole('button', { name: '等待清除' }).click()
  await expect(page.getByRole('row').filter({ hasText: asked?.real_name ?? '' })).toContainText('清除')
  await expect(school.asStudent('s062')).rejects.toThrow()
})
