import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'

const test = testsInNewSchool()

test('before a release a teacher reads who has handed in nothing, and which picks of an assistant wait', async ({
  page,
  school,
  logInStaff,
}, info) => {
  test.slow()
  const [admin, teacher] = [await school.asStaff('admin'), await school.asStaff('teacher')]
  const make = (n: number) =>
    teacher(guildSettings.create, {
      ...{ name: `初五（${n}）班 ${info.project.name}`, hue: 'science', glyph: 'book', join_policy: 'open' },
    })
  const [first, second] = [await make(1), await make(2)]
  await admin(guildPeople.saveStaff, {
    ...{ guild_id: second.id, who: 'ta', role: 'assistant' },
    ...{ can_review: true, can_moderate: false, can_admit: false, can_see_grades: false },
  })
  const task = await teacher(taskEditing.create, { guild_id: first.id, title: '河水的颜色' })
  await teacher(taskEditing.update, {
    id: task.id,
    base_version: 0,
    content: '写下看到的颜色。',
    hold: true,
    points: 10,
  })
  await teacher(taskSetsAdmin.spread, { id: task.id, guild_ids: [second.id] })
  const { set } = await teacher(taskEditing.publish, { id: task.id, now: true, also: 'set' })
  const [one, other] = set!.members
  const come = async (username: string, guild_id: number) => {
    const send = await school.asStudent(username)
    await send(guilds.join, { guild_id })
    return send
  }
  // One hands in, one is at work, one has not begun.
  const done = await come('student', second.id)
  await done(tasks.accept, { id: other!.task_id })
  const text = { content: '早上是灰的，中午是绿的。', statement: true, key: 'river-colour' }
  await done(submissions.submit, { task_id: other!.task_id, ...text })
  const atWork = await come('s002', second.id)
  await atWork(tasks.accept, { id: other!.task_id })
  await come('s003', first.id)
  const [work] = (await teacher(reviewsAdmin.queue, { task_id: other!.task_id })).list
  const submit_id = work!.submit_id
  const assistant = await school.asStaff('ta')
  await assistant(reviewsAdmin.open, { submit_id })
  await assistant(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 })
  await assistant(worksAdmin.pick, { submit_id, reason: '看得细' })

  await logInStaff('teacher')
  await page.goto(`/admin/review/set?set=${set!.id}`)
  const missing = page.getByRole('region', { name: '未交的2人' })
  await expect(missing.getByRole('listitem').filter({ hasText: second.name })).toContainText(/欧阳思源.*在做.*没提醒过/)
  await expect(missing.getByRole('listitem').filter({ hasText: first.name })).toContainText('没有开始')
  await expectAccessible(page)
  await pressEnter(page.getByRole('button', { name: '公布1份' }))
  const dialog = page.getByRole('dialog', { name: '公布成绩' })
  await expect(dialog).toContainText(`${second.name}有1份评优是许安然提的，还没确认`)
  await expectAccessible(page)
  // An excluded class is not mentioned.
  await dialog.getByRole('checkbox', { name: `公布${second.name}` }).press('Space')
  await expect(dialog.getByText('还没确认', { exact: false })).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: `公布${second.name}` }).press('Space')
  await dialog.getByRole('link', { name: '林雨桐' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/review\\?.*work=${submit_id}`))
  await expect(page.getByRole('heading', { name: '林雨桐' })).toBeVisible()
  expect(one!.guild_id).toBe(first.id)
})
