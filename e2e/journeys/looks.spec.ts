import { adminPaths, paths } from '@tongchuang/contract/paths.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { flagCode, flagOf } from '@tongchuang/contract/flags.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { settled } from '../settled.ts'

test('a teacher composes the flag of a guild with the keyboard, is told whom it resembles, and saves it', async ({
  page,
  logInStaff,
  school,
}) => {
  const send = await school.asStaff('teacher')
  const first = (await send(guildSettings.list, {})).list.find(({ status }) => status === 'active')
  if (!first) throw new Error('the teacher of the sample school leads no guild')
  const guild = await send(guildSettings.detail, { guild_id: first.id })
  const before = flagOf(guild.flag)
  await logInStaff('teacher')
  await page.goto(`/admin${adminPaths.guild(guild.id, 'settings')}`)
  const composer = page.getByRole('region', { name: '公会标志' })
  const shapes = composer.getByRole('group', { name: '形状' })
  await shapes.getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(shapes.getByRole('radio', { checked: true })).toBeFocused()
  await page.keyboard.press('Tab')
  const patterns = composer.getByRole('group', { name: '图样' })
  await expect(patterns.getByRole('radio', { checked: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(composer.getByText(/都分得开|一样|只差一样/).first()).toBeVisible()
  await composer.getByRole('textbox', { name: '一句话' }).fill('先想清楚，再动手')
  await page.keyboard.press('Enter')
  await expect(page.getByText('标志已保存')).toBeVisible()
  await expectAccessible(page)
  const after = await send(guildSettings.detail, { guild_id: first.id })
  expect(after.motto).toBe('先想清楚，再动手')
  const { shape, pattern } = flagOf(after.flag)
  expect(shape).not.toBe(before.shape)
  expect(pattern).not.toBe(before.pattern)
  await composer.getByText('改过的标志').click()
  await expect(composer.getByRole('listitem').filter({ hasText: '先想清楚，再动手' }).first()).toBeVisible()
  expect(flagCode({ ...before, shape, pattern })).toBe(after.flag)
})

test('a student composes a head, takes it, and finds it again', async ({ page, logIn, school }) => {
  const username = test.info().project.name === 'phone' ? 's021' : 's022'
  await logIn(username)
  await page.goto(paths.center('settings'))
  await settled(page)
  // With keys alone.
  await pressEnter(page.getByRole('button', { name: '拼一个形象' }))
  const dialog = page.getByRole('dialog', { name: '我的形象' })
  await dialog.getByRole('radio', { name: '双髻' }).press('Space')
  await dialog.getByRole('radio', { name: '圆眼镜' }).press('Space')
  // The preview stays visible beside the last row.
  await dialog.getByRole('group', { name: '颜色' }).scrollIntoViewIfNeeded()
  const grounds = dialog.getByRole('group', { name: '颜色' })
  await grounds.getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(grounds.getByRole('radio', { checked: true })).toBeFocused()
  await expectAccessible(page)
  await pressEnter(dialog.getByRole('button', { name: '就用这个' }))
  await expect(page.getByText('形象已换好')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const send = await school.asStudent(username)
  const chosen = (await send(profile.get, {})).avatar
  expect(chosen).not.toBe('')
  await page.reload()
  await page.getByRole('button', { name: '拼一个形象' }).click()
  await expect(dialog.getByRole('radio', { name: '双髻' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: '圆眼镜' })).toBeChecked()
})
