import { profile } from '@tongchuang/contract/profile.ts'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { settingsAdmin, type SchoolSettings } from '@tongchuang/contract/settings.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import type { School } from '../start-school.ts'

// What is counted in the background is waited for as long as a journey usually takes.
test.setTimeout(180_000)

/** The rankings are counted in the background, within a minute. */
const counted = { timeout: 60_000, intervals: [1_000] }

test('a student who hides is in nobody’s list any more and sees their own place @phone', async ({
  page,
  logIn,
  school,
}) => {
  const reader = await school.asStudent('student')
  await expect.poll(async () => (await reader(rankings.excellent, {})).list.length, counted).toBeGreaterThan(0)
  const first = (await reader(rankings.excellent, {})).list.find(({ user_id, is_me }) => user_id !== null && !is_me)!
  await logIn('student')
  await page.goto('/square/index')
  const block = page.getByRole('region', { name: /本学期榜单/ })
  await expect(block).toContainText(first.nickname)
  await block.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('榜单')
  await expect(page.getByRole('region', { name: '优秀榜' })).toContainText(first.nickname)

  const hider = await someone(school, first.user_id!)
  await hider(profile.update, { ranking_visibility: 'hidden' })
  await page.reload()
  await expect(page.getByRole('list', { name: '前三名' })).toBeVisible()
  await expect(page.getByRole('region', { name: '优秀榜' })).not.toContainText(first.nickname)
  expect((await hider(rankings.excellent, {})).me).toMatchObject({ reason: 'HIDDEN' })
  await hider(profile.update, { ranking_visibility: 'nickname' })
})

test('in a school for minors a student sees their own place on the page and on the square, and nobody else’s @phone', async ({
  page,
  logIn,
  school,
}) => {
  const reader = await school.asStudent('student')
  await expect.poll(async () => (await reader(rankings.excellent, {})).list.length, counted).toBeGreaterThan(0)
  const names = (await reader(rankings.excellent, {})).list.filter((one) => !one.is_me).map((one) => one.nickname)
  const admin = await school.asStaff('admin')
  const change = async (settings: Partial<SchoolSettings>) =>
    admin(settingsAdmin.change, { settings, versions: (await admin(settingsAdmin.read)).versions, reason: '演示' })
  await change({ school_kind: 'minors', ranking_list: 'own', ranking_values: false })
  try {
    await expect.poll(async () => (await reader(rankings.excellent, {})).reason, counted).toBe('OWN_ONLY')
    const { me } = await reader(rankings.excellent, {})
    await logIn('student')
    await page.goto('/square/rankings')
    const board = page.getByRole('region', { name: '优秀榜' })
    await expect(board).toContainText(me.rank === null ? '上榜' : `你现在第${me.rank}名`)
    for (const name of names) await expect(board).not.toContainText(name)
    await expectAccessible(page)
    await board.getByRole('link', { name: '看看评优的作品' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('作品欣赏')
    await page.goto('/square/index')
    const block = page.getByRole('region', { name: /本学期榜单/ })
    await expect(block.getByRole('listitem')).toHaveCount(1)
    await expect(block).toContainText('我')
  } finally {
    await change({ school_kind: 'adults', ranking_list: 'names', ranking_values: true })
  }
})

/** The sample student with an id: s002, s003 … */
const someone = async (school: School, user_id: number) => {
  for (let at = 2; at <= 64; at += 1) {
    const send = await school.asStudent(`s${String(at).padStart(3, '0')}`).catch(() => null)
    if (send && (await send(profile.get, {})).user_id === user_id) return send
  }
  throw new Error(`no sample student has the id ${user_id}`)
}

// One run per language and width: the language changes the words, the width changes the layout.
for (const [language, width] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })

    test('a student finds both rankings and the search accessible', async ({ page, logIn, school }) => {
      const student = await school.asStudent('student')
      await expect.poll(async () => (await student(rankings.excellent, {})).list.length, counted).toBeGreaterThan(0)
      await logIn('student')
      await page.goto('/square/rankings')
      await expect(page.getByRole('list', { name: language === 'zh-CN' ? '前三名' : 'The first three' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: language === 'zh-CN' ? /勤奋榜/ : /Hard-working/ }).click()
      await expect(page).toHaveURL(/list=workhard/)
      await page.goto('/square/search')
      await page.getByRole('searchbox').last().fill('食堂')
      await expect(page).toHaveURL(/q=/)
      const found = page.getByRole('region', { name: language === 'zh-CN' ? '任务' : 'Tasks' })
      await expect(found.getByRole('link').first()).toContainText('食堂排队要等多久')
      await expectAccessible(page)
      await found.getByRole('link').first().press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('食堂排队要等多久')
    })
  })
}

test('a student with a screen reader hears each place of a ranking once, under the heading of its list @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const reader = await school.asStudent('student')
  await expect.poll(async () => (await reader(rankings.excellent, {})).list.length, counted).toBeGreaterThan(3)
  const { list } = await reader(rankings.excellent, { limit: 10 })
  await logIn('student')
  await page.goto('/square/rankings')
  const board = page.getByRole('region', { name: '优秀榜' })
  await expect(board.getByRole('heading', { level: 2, name: '优秀榜' })).toBeAttached()
  for (const { rank, nickname, is_me } of [list[0]!, list[3]!]) {
    const row = board.getByRole('listitem').filter({ hasText: nickname }).first()
    const heard = await row.ariaSnapshot()
    expect(heard.split(nickname).length - 1, heard).toBe(1)
    expect(heard).toContain(`第${rank}名，${nickname}${is_me ? '（我）' : ''}`)
  }
})
