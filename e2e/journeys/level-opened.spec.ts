import { paths } from '@tongchuang/contract/paths.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { openTaskFor } from '../pages/submit-page.ts'
import type { School } from '../start-school.ts'

const test = testsInNewSchool()

/** Moves this user to just below the next level; returns its number. */
const nextLevelIsNear = async (school: School, username: string): Promise<number> => {
  const { experience, level } = await (await school.asStudent(username))(profile.get, {})
  const admin = await school.asStaff('admin')
  const { settings, versions } = await admin(settingsAdmin.read)
  const near = { from: experience + 1, zh: '近处', en: 'Near' }
  const later = settings.levels.slice(level).filter(({ from }) => from > near.from + 200)
  const levels = [...settings.levels.slice(0, level), near, ...later]
  await admin(settingsAdmin.change, { settings: { levels }, versions: { levels: versions.levels } })
  return level + 1
}

const openFrom = async (school: School, guild_id: number, min_level: number, title: string) => {
  const admin = await school.asStaff('admin')
  const { id, base_version } = await admin(taskEditing.create, { guild_id, title })
  await admin(taskEditing.update, { id, base_version, content: '想好再动手。', min_level })
  await admin(taskEditing.publish, { id, now: true })
}

test('on the day a level is reached the square says what it has opened, and leads there', async ({
  page,
  logIn,
  school,
}) => {
  const username = test.info().project.name === 'phone' ? 's021' : 's022'
  const { id: task_id } = await openTaskFor(school, username)
  const send = await school.asStudent(username)
  const guild = (await send(tasks.listByGuild, { limit: 100 })).list.find(({ id }) => id === task_id)?.guild_id ?? 0
  const level = await nextLevelIsNear(school, username)
  await openFrom(school, guild, level, '策划一次个人小展')
  await openFrom(school, guild, level, '替班刊写一篇')
  await openFrom(school, guild, level + 1, '还要再高一级')
  await logIn(username)
  await page.goto(paths.square())
  const aside = page.getByRole('complementary')
  await expect(aside.getByText(/还差1经验/)).toBeVisible()
  await expect(page.getByText(/新解锁/)).toHaveCount(0)
  await send(submissions.submit, {
    task_id,
    title: '',
    content: '量了三次。',
    statement: true,
    key: `near-${username}`,
  })
  await page.reload()
  const opened = aside.getByText(/^新解锁「(策划一次个人小展|替班刊写一篇)」等2个任务$/)
  await expect(opened).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  const link = opened.getByRole('link')
  const title = (await link.innerText()).slice(1, -1)
  await link.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})
