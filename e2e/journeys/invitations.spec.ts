import type { Page } from '@playwright/test'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import type { School } from '../start-school.ts'

const test = testsInNewSchool()

/** Guilds of the sample’s teacher in which the sample’s student learns. */
const sharedGuilds = async (school: School) => {
  const [teacher, student] = [await school.asStaff('teacher'), await school.asStudent('student')]
  const mine = await student(guilds.names)
  const { list } = await teacher(guildSettings.list, { limit: 100, status: 'active' })
  const shared = list.filter(({ id }) => mine.some((one) => one.id === id))
  if (shared.length < 2) throw new Error('the sample’s teacher and student share two guilds')
  return { teacher, student, shared }
}

// Two sites and up to three examinations of a page each.
test.setTimeout(180_000)

const strip = (page: Page) => page.getByRole('region', { name: '公会邀请' })

test('a member whom a teacher asks to assist reads what it is, accepts on the square and reviews @phone', async ({
  page,
  school,
  logIn,
  logInStaff,
}) => {
  const { shared } = await sharedGuilds(school)
  const guild = shared[0]!
  await logIn('student')
  await logInStaff('teacher')
  await page.goto(`/admin/guilds/${guild.id}/members`)
  await page.getByRole('button', { name: '加人' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/将发出邀请，对方接受后生效/)).toBeVisible()
  await dialog.getByLabel('用户名或学号').fill('student')
  await dialog.getByRole('button', { name: '保存' }).click()
  const invited = page.getByRole('region', { name: '邀请', exact: true })
  await expect(invited.getByText(/^等待答复/)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/square/index')
  const row = strip(page).getByRole('listitem')
  await expect(row).toContainText(`邀请你担任「${guild.name}」的助教`)
  await expect(row).toContainText('可以批阅作品、管理讨论')
  await expectAccessible(page)
  await pressEnter(row.getByRole('button', { name: '接受' }))
  await expect(page.getByText(`你现在是「${guild.name}」的助教`)).toBeVisible()
  await expect(row).toContainText('已接受')
  await expect(row.getByRole('link', { name: `去「${guild.name}」` })).toBeFocused()
  await expectAccessible(page)

  const token = await school.staffToken('student')
  await page.evaluate((mine) => localStorage.setItem('admin_token', mine), token)
  await page.goto(`/admin/guilds/${guild.id}/tasks`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(guild.name)
})

test('a student who left is asked back, says yes, and is in again @phone', async ({
  page,
  school,
  logIn,
  logInStaff,
}) => {
  const { student, shared } = await sharedGuilds(school)
  const guild = shared[1]!
  await student(guilds.leave, { guild_id: guild.id })
  await logIn('student')
  await logInStaff('teacher')
  await page.goto(`/admin/guilds/${guild.id}/members?status=left`)
  await page.getByRole('checkbox', { name: /林雨桐/ }).check()
  await page.getByRole('button', { name: '恢复为成员' }).click()
  await expect(page.getByText('1人是自己退出的，已发出邀请')).toBeVisible()
  const invited = page.getByRole('region', { name: '邀请', exact: true })
  await expect(invited.getByRole('listitem')).toContainText('等待答复')

  await page.goto('/square/index')
  const row = strip(page).getByRole('listitem')
  await row.getByRole('button', { name: '接受' }).click()
  await expect(page.getByText(`已加入「${guild.name}」`)).toBeVisible()
  const link = row.getByRole('link', { name: `去「${guild.name}」` })
  await expect(link).toBeFocused()
  await link.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(guild.name)
  expect((await student(guilds.names)).map(({ id }) => id)).toContain(guild.id)
})

test('a student whom the list of another guild names is invited, declines and stays outside, and the teacher reads it @phone', async ({
  page,
  school,
  logIn,
  logInStaff,
}) => {
  const teacher = await school.asStaff('teacher')
  const { list } = await teacher(guildSettings.list, { limit: 100, status: 'active' })
  const student = await school.asStudent('student')
  const mine = await student(guilds.names)
  const admin = await school.asStaff('admin')
  const known = mine.find((one) => list.every(({ id }) => id !== one.id)) ?? mine[0]!
  const members = await admin(guildPeople.members, { guild_id: known.id, keyword: '林雨桐' })
  const number = members.list[0]?.student_no ?? ''
  const guild = await teacher(guildSettings.create, {
    name: '晨读小组',
    hue: 'lit',
    glyph: 'book',
    join_policy: 'code',
  })
  await logIn('student')
  await logInStaff('teacher')
  await page.goto(`/admin/people/import?guild=${guild.id}`)
  const buffer = Buffer.from(`学号,姓名\n${number},林雨桐\n`)
  await page.locator('input[type=file]').setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: '核对名单' }).click()
  await expect(page.getByRole('region', { name: '名单的每一行' }).getByRole('row').last()).toContainText('会收到邀请')
  await expectAccessible(page)
  await page.getByText('学校已取得这些学生').click()
  await page.getByRole('button', { name: '导入1人' }).click()
  await expect(page.getByText('导入完成')).toBeVisible({ timeout: 45_000 })

  await page.goto('/square/index')
  const row = strip(page).getByRole('listitem').filter({ hasText: '晨读小组' })
  await row.getByRole('button', { name: '不了' }).click()
  await expect(row.getByText('已谢绝')).toBeFocused()
  expect((await student(guilds.names)).map(({ id }) => id)).not.toContain(guild.id)

  await page.goto(`/admin/guilds/${guild.id}/members`)
  await expect(page.getByRole('region', { name: '邀请', exact: true }).getByRole('listitem')).toContainText('已谢绝')
})

test('a teacher asked to teach with another answers on the first page of the admin site @phone', async ({
  page,
  school,
  logInStaff,
}) => {
  const [teacher, admin] = [await school.asStaff('teacher'), await school.asStaff('admin')]
  const guild = await teacher(guildSettings.create, {
    name: '晚自习答疑',
    hue: 'lit',
    glyph: 'book',
    join_policy: 'code',
  })
  const { list } = await admin(staffAdmin.list, {})
  const colleague = list.find(({ username, roles }) => username !== 'teacher' && roles.includes('teacher'))
  if (!colleague) throw new Error('the sample has a second teacher')
  const none = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
  await teacher(guildPeople.saveStaff, { guild_id: guild.id, who: colleague.username, role: 'teacher', ...none })
  await logInStaff(colleague.username)
  await page.goto('/admin')
  const block = page.getByRole('region', { name: /^邀请我的公会/ })
  await expect(block).toContainText('邀请你担任「晚自习答疑」的老师')
  await expectAccessible(page)
  await pressEnter(block.getByRole('button', { name: '接受' }))
  await expect(block.getByRole('link', { name: '去「晚自习答疑」' })).toBeFocused()
  await expectAccessible(page)
  expect((await teacher(guildPeople.staff, { guild_id: guild.id })).map(({ user_id }) => user_id)).toContain(
    colleague.id,
  )
})
