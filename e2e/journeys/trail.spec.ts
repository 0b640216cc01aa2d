import { catalog } from '@tongchuang/contract/catalog.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { guildsPage } from '../pages/guilds-page.ts'

// 数学建模组 of the sample school: three chapters with eight tasks, three of them passed.
const guild = 7

test.beforeEach(async ({ logIn }) => logIn('student'))

test('a student sees the chapters of a guild as a trail, opens a task from a stop, and hears the list alone with a screen reader', async ({
  page,
}) => {
  await guildsPage(page).openGuild(guild)
  const trail = page.getByRole('region', { name: '任务路线' })
  await expect(trail).toContainText('一共8站，走过3站。')
  await pressEnter(trail.getByRole('button', { name: '看整条路' }))
  await expect(trail.getByRole('button', { name: '收起' })).toBeFocused()
  await expect(trail.getByRole('heading', { level: 3 })).toHaveText([
    '第一章 学会数 3 / 3',
    '第二章 立一个模型 0 / 3',
    '第三章 说服别人 0 / 2',
  ])
  // The drawing shows what the last chapter requires and that the first chapter is finished.
  await expect(trail.getByText('未解锁 · 先通过「校门口该开几扇门」')).toBeVisible()
  await expect(trail.getByText('「学会数」章')).toBeVisible()
  await expect(trail.getByText(/^\d+月\d+日得到$/)).toHaveCount(1)
  await expect(trail.getByText('再走3站得到')).toBeVisible()
  // For a screen reader each task appears once, in the list; the next stop also appears in a sentence.
  const heard = page
    .getByRole('region', { name: '任务', exact: true })
    .getByRole('link', { name: '校门口该开几扇门', exact: true })
  await expect(heard).toHaveCount(1)
  await expect(trail.getByRole('link')).toHaveCount(1)
  await expectAccessible(page)
  await trail.getByText('一节课翻了几次书').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('一节课翻了几次书')
})

test('a student sees the whole trail on a tablet and a desktop, and no stop takes the keyboard focus @desktop', async ({
  page,
}) => {
  for (const width of [820, 1000, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await guildsPage(page).openGuild(guild)
    const trail = page.getByRole('region', { name: '任务路线' })
    await trail.getByRole('button', { name: '看整条路' }).click()
    await expect(trail.getByText('走过3站')).toBeVisible()
    const stops = trail.locator('a[data-state]')
    await expect(stops).toHaveCount(8)
    expect(await stops.evaluateAll((links) => links.filter(({ tabIndex }) => tabIndex >= 0).length)).toBe(0)
    // No stop lies on another, and none beside the page.
    const boxes = await Promise.all((await stops.all()).map((stop) => stop.boundingBox()))
    for (const [at, box] of boxes.entries()) {
      const after = boxes[at + 1]
      if (!box || !after) continue
      const apart = box.x + box.width <= after.x + 1 || box.y + box.height <= after.y + 1
      expect(apart, `${width}: stop ${at}`).toBe(true)
    }
    await expectNoSideways(page)
  }
})

test('a student of a guild without chapters sees the list of tasks alone @phone', async ({ page, school }) => {
  const send = await school.asStudent('student')
  const { list } = await send(catalog.guilds, { scope: 'mine', limit: 100 })
  const maps = await Promise.all(
    list.map(async ({ id }) => ({ id, ...(await send(studentTask.menu, { guild_id: id })) })),
  )
  const plain = maps.find(({ groups }) => groups.length > 0 && !groups.some(({ key }) => key.startsWith('chapter:')))
  await guildsPage(page).openGuild(plain?.id ?? 0)
  await expect(page.getByRole('heading', { level: 2, name: '任务', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: '任务路线' })).toHaveCount(0)
})
