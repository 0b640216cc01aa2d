import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test as base, newSchool } from '../journey.ts'
import { startSchool } from '../start-school.ts'

/** A sample school of its own: in the archive a guild's tasks close for good. */
const test = base.extend({
  school: newSchool(() => startSchool()),
})

test('a teacher sees why nothing is picked in an archived guild, and can still hide a work @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const teacher = await school.asStaff('teacher')
  const { list: guilds } = await teacher(guildSettings.list, { limit: 100 })
  const picked = await Promise.all(
    guilds.map(({ id: guild_id }) => teacher(worksAdmin.list, { guild_id, show: 'picked' })),
  )
  const work = picked.flatMap(({ list }) => list)[0]
  await teacher(termsAdmin.archiveGuild, { guild_id: work?.guild_id ?? 0 })
  await logInStaff('teacher')
  await page.goto(`/admin/moderation/works?guild=${work?.guild_id}&show=picked`)
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="work=${work?.submit_id}"]`) })
  const unpick = row.getByRole('button', { name: /^取消优秀/ })
  await expect(unpick).toHaveAttribute('aria-disabled', 'true')
  await expect(unpick).toHaveAccessibleDescription(/公会已归档/)
  await expectAccessible(page)
  await row.getByRole('button', { name: /^隐藏/ }).click()
  await page.getByRole('dialog').getByLabel('原因').fill('照片里有门牌')
  await page.getByRole('dialog').getByRole('button', { name: '隐藏' }).click()
  await expect(row).toContainText('照片里有门牌')
})
