import { guildDesk } from '@tongchuang/contract/guild-desk.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { expect, test } from '../journey.ts'
import { holdAnswers, readLayout, watchLayout } from '../late-answers.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

const pagesOf = async (school: School): Promise<string[]> => {
  const send = await school.asStaff('admin')
  const [guild] = (await send(guildDesk.list, {})).list
  const [task] = (await send(taskListsAdmin.desk, { limit: 1 })).list
  return [
    '/',
    '/review',
    '/review/requests',
    `/tasks/missing?task=${task?.id}`,
    '/grades',
    '/tasks',
    `/tasks/${task?.id}`,
    '/guilds',
    `/guilds/${guild?.id}`,
    `/guilds/${guild?.id}/invite`,
    '/people',
    '/people/slips',
    '/staff',
    '/moderation',
    '/privacy',
    '/categories',
    '/banners',
    '/audit',
    '/settings',
    '/system',
    '/backup',
    '/account',
  ]
}

for (const [language, width] of [
  ['zh-CN', 1280],
  ['en-US', 820],
] as const) {
  test.describe(language, () => {
    test.use({ language })

    test(`while answers are on their way the pages of the admin site keep their places at ${width} @desktop`, async ({ page, logInStaff, school }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: 900 })
      await logInStaff('admin')
      await watchLayout(page)
      const answers = await holdAnswers(page)
      for (const address of await pagesOf(school)) {
        await test.step(address, async () => {
          answers.close()
          await page.goto(`/admin${address}`)
          await expect.poll(() => answers.held.length, address).toBeGreaterThan(0)
          const bones = page.locator('main [class*="_bone_"]')
          await expect.soft(bones.first(), `${address} has grey places`).toBeVisible({ timeout: 3_000 })
          // The frame stays: no wheel in place of the page.
          await expect.soft(page.getByRole('navigation').first(), address).toBeVisible()
          await expect.soft(page.locator('main [class*="spin"], main [role="progressbar"]'), address).toHaveCount(0)
          await answers.release()
          await settled(page)
          const { shifts, first } = await readLayout(page)
          expect.soft(first, `${address}: when the first grey place is seen`).toEqual({ isSeen: false, after: 150 })
          const moved = shifts.reduce((sum, { value }) => sum + value, 0)
          expect.soft(moved, `${address}: ${JSON.stringify(shifts)}`).toBeLessThan(0.05)
        })
      }
    })
  })
}
