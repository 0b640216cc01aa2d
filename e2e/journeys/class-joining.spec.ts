import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import type { School } from '../start-school.ts'

const test = testsInNewSchool()
test.setTimeout(180_000)

/** A new guild of the sample’s teacher, and one in which the sample’s student learns with that teacher. */
const clubAndClass = async (school: School, name: string) => {
  const [teacher, student] = [await school.asStaff('teacher'), await school.asStudent('student')]
  const mine = await student(guilds.names)
  const { list } = await teacher(guildSettings.list, { limit: 100, status: 'active' })
  const form = list.find((guild) => guild.name === '数学建模组' && mine.some(({ id }) => id === guild.id))
  if (!form) throw new Error('the sample’s student learns with the sample’s teacher')
  const club = await teacher(guildSettings.create, {
    name,
    hue: 'math',
    glyph: 'book',
    join_policy: 'approval',
  })
  return { student, form, club }
}

test('a teacher asks a whole class into a guild by keyboard alone, and a student comes in with one press', async ({
  page,
  school,
  logIn,
  logInStaff,
}) => {
  const { student, form, club } = await clubAndClass(school, '晨读小组')
  await logIn('student')
  await logInStaff('teacher')
  await page.goto(`/admin/guilds/${club.id}/members`)
  const opener = page.getByRole('button', { name: '整班加入' })
  await pressEnter(opener)
  const dialog = page.getByRole('dialog', { name: '整班加入「晨读小组」' })
  await dialog.getByRole('searchbox').fill(form.name)
  const choice = dialog.getByRole('radio', { name: `${form.name} 公会` })
  await choice.focus()
  await page.keyboard.press('Space')
  const what = dialog.getByRole('region', { name: '加入后会怎样' })
  await expect(what).toContainText('会收到邀请')
  await expectAccessible(page)
  await pressEnter(dialog.getByRole('button', { name: /^邀请\d+人$/ }))
  await expect(page.getByText(/^已邀请\d+人$/)).toBeVisible()
  await expect(opener).toBeFocused()
  const invited = page.getByRole('region', { name: '邀请', exact: true })
  await expect(invited.getByRole('listitem').filter({ hasText: '等待答复' }).first()).toBeVisible()

  // On a second attempt nobody is asked twice.
  await pressEnter(opener)
  await dialog.getByRole('searchbox').fill(form.name)
  await dialog.getByRole('radio', { name: `${form.name} 公会` }).check()
  await expect(what).toContainText('这个班没有要加入的学生')

  await page.goto('/square/index')
  const row = page.getByRole('region', { name: '公会邀请' }).getByRole('listitem').filter({ hasText: club.name })
  await pressEnter(row.getByRole('button', { name: '接受' }))
  await expect(row).toContainText('已接受')
  expect((await student(guilds.names)).map(({ id }) => id)).toContain(club.id)
})

test('an administrator reads how many come, makes room, and the class is in at once', async ({
  page,
  school,
  logInStaff,
}) => {
  const { student, form, club } = await clubAndClass(school, '晚读小组')
  const admin = await school.asStaff('admin')
  await admin(guildSettings.update, { guild_id: club.id, base_version: 0, capacity: 1 })
  await logInStaff('admin')
  await page.goto(`/admin/guilds/${club.id}/members`)
  await page.getByRole('button', { name: '整班加入' }).click()
  const dialog = page.getByRole('dialog', { name: '整班加入「晚读小组」' })
  await dialog.getByRole('searchbox').fill(form.name)
  await dialog.getByRole('radio', { name: `${form.name} 公会` }).check()
  await expect(dialog.getByRole('region', { name: '加入后会怎样' })).toContainText('会加入')
  await expect(dialog).toContainText('超过上限1人')
  await expect(dialog.getByRole('button', { name: /^加入\d+人$/ })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^上限改成\d+人$/ }).click()
  await expect(page.getByText(/^上限已改成\d+人$/)).toBeVisible()
  await expect(dialog.getByRole('region', { name: '加入后会怎样' })).toBeFocused()
  await dialog.getByRole('button', { name: /^加入\d+人$/ }).click()
  await expect(page.getByText(/^\d+人已加入$/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /林雨桐/ })).toBeVisible()
  expect((await student(guilds.names)).map(({ id }) => id)).toContain(club.id)

  // By mistake: all of them go again, by keyboard alone.
  const undo = page.getByRole('button', { name: '整批撤回' })
  await expect(page.getByText('「数学建模组」整班加入', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await pressEnter(undo)
  const sure = page.getByRole('dialog', { name: '撤回「数学建模组」的整班加入？' })
  await expect(sure.getByText('会离开公会')).toBeVisible()
  await expectAccessible(page)
  await pressEnter(sure.getByRole('button', { name: '取消' }))
  await expect(undo).toBeFocused()
  await pressEnter(undo)
  await pressEnter(sure.getByRole('button', { name: '撤回' }))
  await expect(page.getByText(/^\d+人离开了公会$/)).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('region', { name: '成员', exact: true })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: /林雨桐/ })).toHaveCount(0)
  expect((await student(guilds.names)).map(({ id }) => id)).not.toContain(club.id)
})
