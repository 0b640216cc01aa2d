import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { robotsAdmin } from '@tongchuang/contract/robots.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, newSchool, test as journey } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { openRobotServer, type RobotServer } from '../robot-server.ts'
import { startSchool } from '../start-school.ts'

let remote: RobotServer
journey.afterAll(() => remote.close())

/** A school that may speak to a server on this machine. */
const test = journey.extend({
  school: newSchool(async () => {
    remote = await openRobotServer()
    return startSchool({ OUTBOUND_ALLOW: remote.host })
  }),
})

test('an administrator connects a group, and its robot speaks there', async ({ page, school, logInStaff }) => {
  // Messages leave every ten seconds.
  test.slow()
  const admin = await school.asStaff('admin')
  const [guild] = (await admin(guildSettings.list, {})).list
  if (!guild) throw new Error('the sample school has no guild')
  remote.isGone = false
  await logInStaff('admin')
  await page.goto(`/admin/guilds/${guild.id}/settings`)
  const block = page.getByRole('region', { name: '班级群机器人' })
  await expect(block.getByText('还没有接群')).toBeVisible()

  await block.getByRole('button', { name: '接一个群' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '钉钉' }).click()
  await dialog.getByRole('textbox', { name: '群的名字' }).fill('家校群')
  await dialog.getByRole('textbox', { name: '机器人地址' }).fill('https://oapi.dingtalk.com/')
  await dialog.getByRole('button', { name: '接上' }).click()
  await expect(dialog.getByText('地址不对，请从群机器人的设置里整条复制')).toBeVisible()
  await dialog.getByRole('textbox', { name: '机器人地址' }).fill(remote.address)
  await dialog.getByRole('button', { name: '试发一条' }).click()
  await expect(dialog.getByText(/^群里收到了/)).toBeVisible()
  expect(remote.group.at(-1)).toContain('这是一条测试消息')
  await expectAccessible(page)
  await expectNoSideways(page)
  await dialog.getByRole('button', { name: '接上' }).click()
  const row = block.getByRole('listitem').filter({ hasText: '家校群' })
  await expect(row.getByText('正常')).toBeVisible()
  await expectAccessible(page)

  await row.getByRole('button', { name: '修改家校群' }).click()
  await dialog.getByLabel('从', { exact: true }).fill('00:00')
  await dialog.getByLabel('到', { exact: true }).fill('00:00')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)
  await admin(announcementsAdmin.save, { guild_id: guild.id, title: '周六下午汇报', content: '各讲10分钟。' })
  await expect.poll(() => remote.group.at(-1), { timeout: 90_000 }).toContain('有1条新公告')
  expect(remote.group.at(-1)).not.toContain('汇报')

  const opener = row.getByRole('button', { name: '家校群的发送记录' })
  const told = page.getByRole('dialog', { name: '家校群的发送记录' })
  // The message is recorded a moment after the group receives it.
  await expect(async () => {
    await page.reload()
    await opener.press('Enter')
    await expect(told.getByRole('listitem')).toHaveText(/有新公告.*已发出/, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('a robot that was taken out of its group stops, goes on once it is back, and is removed', async ({
  page,
  school,
  logInStaff,
}) => {
  test.slow()
  const admin = await school.asStaff('admin')
  const [, guild] = (await admin(guildSettings.list, {})).list
  if (!guild) throw new Error('the sample school has one guild')
  await admin(robotsAdmin.save, {
    ...{ guild_id: guild.id, kind: 'dingtalk', name: '家校群', events: ['announcement'], titles: false },
    ...{ language: 'zh-CN', quiet_from: 0, quiet_until: 0, secret_address: remote.address },
  })
  remote.isGone = true
  await admin(announcementsAdmin.save, { guild_id: guild.id, title: '再说一件事', content: '各讲10分钟。' })
  await logInStaff('admin')
  await page.goto(`/admin/guilds/${guild.id}/settings`)
  const row = page.getByRole('region', { name: '班级群机器人' }).getByRole('listitem')
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    await page.reload()
    await expect(row.getByText('已自己停下')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  await expect(row.getByText('钉钉回复「token is not exist」')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await pressEnter(row.getByRole('button', { name: '家校群的发送记录' }))
  await expect(dialog.getByRole('listitem')).toHaveText(/有新公告.*钉钉回复「token is not exist」.*没有发/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  remote.isGone = false
  await row.getByRole('button', { name: '再试一次' }).click()
  await expect(row.getByText('正常')).toBeVisible()
  await expect(row.getByRole('switch')).toBeChecked()

  await row.getByRole('button', { name: '修改家校群' }).click()
  await dialog.getByRole('button', { name: '移除' }).click()
  await dialog.getByRole('button', { name: '移除' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '班级群机器人' })).toBeFocused()
})

test('a teacher is told that other addresses are for administrators', async ({ page, school, logInStaff }) => {
  const teacher = await school.asStaff('teacher')
  const [guild] = (await teacher(guildSettings.list, {})).list
  await logInStaff('teacher')
  await page.goto(`/admin/guilds/${guild?.id}/settings`)
  await pressEnter(page.getByRole('button', { name: '接一个群' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'JSON' })).toHaveCount(0)
  await dialog.getByRole('textbox', { name: '群的名字' }).fill('家校群')
  await dialog.getByRole('textbox', { name: '机器人地址' }).fill(remote.address)
  await pressEnter(dialog.getByRole('button', { name: '接上' }))
  await expect(dialog.getByText('JSON和不在名单里的地址，要由管理员来接')).toBeVisible()
  // The address is kept nowhere: a stray key does not take it away, the cross does.
  await page.keyboard.press('Escape')
  await expect(page.getByText('还没有保存')).toBeVisible()
  await pressEnter(dialog.getByRole('button', { name: '关闭' }).first())
  await expect(page.getByRole('button', { name: '接一个群' })).toBeFocused()
})

test('a teacher whose robots cannot be read is told so, and sees them after a retry', async ({
  page,
  school,
  logInStaff,
}) => {
  const teacher = await school.asStaff('teacher')
  const [guild] = (await teacher(guildSettings.list, {})).list
  await logInStaff('teacher')
  const blocked = '**/api/admin/robot/list*'
  await page.route(blocked, (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto(`/admin/guilds/${guild?.id}/settings`)
  const block = page.getByRole('region', { name: '班级群机器人' })
  await expect(block.getByText('机器人加载失败')).toBeVisible()
  await page.unroute(blocked)
  await block.getByRole('button', { name: '重试' }).click()
  await expect(block.getByText('还没有接群')).toBeVisible()
})
