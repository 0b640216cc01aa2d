import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import type { School } from '../start-school.ts'

/** A new guild of the sample’s teacher with the sample’s student in it. */
const aClub = async (school: School, name: string) => {
  const [teacher, student] = [await school.asStaff('teacher'), await school.asStudent('student')]
  const club = await teacher(guildSettings.create, { name, hue: 'art', glyph: 'camera', join_policy: 'open' })
  await student(guilds.join, { guild_id: club.id })
  return { teacher, club }
}

test('by keyboard alone a teacher asks for replies to an announcement, and a student replies, changes the reply and takes it back', async ({
  page,
  school,
  logIn,
  logInStaff,
}, info) => {
  test.slow()
  const { teacher, club } = await aClub(school, `晨拍小组 ${info.project.name}`)
  await teacher(messagesAdmin.read, {})
  await logIn('student')
  await logInStaff('teacher')
  await page.goto(`/admin/guilds/${club.id}/announcements`)
  await pressEnter(page.getByRole('button', { name: '写公告' }))
  await page.getByRole('textbox', { name: '标题' }).fill('周六外拍')
  await page.getByRole('textbox', { name: '内容' }).fill('来不了的，周五前在下面回复一声。')
  await page.getByRole('switch', { name: '可以回复' }).press('Space')
  await pressEnter(page.getByRole('button', { name: '现在发出' }))
  const row = page.getByRole('listitem').filter({ hasText: '周六外拍' })
  await expect(row.getByRole('button', { name: '0条回复' })).toBeVisible()

  await page.goto(paths.guild({ id: club.id }))
  const announced = page.getByRole('region', { name: '公告' })
  const words = announced.getByRole('textbox', { name: '你的回复' })
  await pressEnter(announced.getByRole('button', { name: '回复', exact: true }))
  await expect(words).toBeFocused()
  await words.fill('我来不了')
  await expectAccessible(page)
  // The unsent reply is there again after a reload.
  await page.reload()
  await expect(words).toHaveValue('我来不了')
  await pressEnter(announced.getByRole('button', { name: '发出' }))
  await expect(announced.getByText('我来不了', { exact: true })).toBeVisible()
  await pressEnter(announced.getByRole('button', { name: '改回复' }))
  await expect(words).toHaveValue('我来不了')
  await words.fill('我来不了，那天有比赛')
  await pressEnter(announced.getByRole('button', { name: '发出' }))
  await expect(announced.getByText('我来不了，那天有比赛', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin')
  const bell = page.getByRole('button', { name: /^提醒/ })
  // The teacher may have received other notifications meanwhile.
  await expect(bell).toHaveAccessibleName(/[1-9]\d*条未读/)
  await pressEnter(bell)
  await page
    .getByRole('dialog', { name: '提醒' })
    .getByRole('link', { name: /公告有1条回复/ })
    .press('Enter')
  await expect(page).toHaveURL(new RegExp(`/guilds/${club.id}/announcements`))
  const opener = row.getByRole('button', { name: '1条回复' })
  await pressEnter(opener)
  const dialog = page.getByRole('dialog', { name: '「周六外拍」的回复' })
  await expect(dialog.getByRole('listitem')).toHaveText(/林雨桐.*我来不了，那天有比赛/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await page.goto(paths.guild({ id: club.id }))
  await pressEnter(announced.getByRole('button', { name: '收回' }))
  await expect(announced.getByRole('button', { name: '回复', exact: true })).toBeVisible()
  await expect(announced.getByText('我来不了')).toHaveCount(0)
  expect((await teacher(announcementsAdmin.list, { guild_id: club.id })).list[0]).toMatchObject({ replied: 0 })
})

test('a reply that does not arrive stays where it was typed, and one that comes too late says so', async ({
  page,
  school,
  logIn,
}, info) => {
  const { teacher, club } = await aClub(school, `夜拍小组 ${info.project.name}`)
  const said = { guild_id: club.id, title: '周日外拍', content: '来不了的说一声。' }
  const { id } = await teacher(announcementsAdmin.save, { ...said, takes_replies: true })
  await logIn('student')
  await page.goto(paths.guild({ id: club.id }))
  const announced = page.getByRole('region', { name: '公告' })
  const words = announced.getByRole('textbox', { name: '你的回复' })
  const send = announced.getByRole('button', { name: '发出' })
  await announced.getByRole('button', { name: '回复', exact: true }).click()
  await words.fill('我晚到')
  const reply = '**/api/student/reply_to_announcement'
  await page.route(reply, (route) => route.abort())
  await send.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(words).toHaveValue('我晚到')
  await page.unroute(reply)
  await teacher(announcementsAdmin.save, { guild_id: said.guild_id, id, base_version: 0, takes_replies: false })
  await send.click()
  await expect(page.getByText('这条公告不收回复')).toBeVisible()
  await expect(words).toHaveValue('我晚到')
})
