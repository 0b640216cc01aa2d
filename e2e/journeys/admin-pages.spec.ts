import type { Page } from '@playwright/test'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { adminPages } from '@tongchuang/contract/paths.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

/** Every page with an address of its own, and one that is not there. */
const pages = [
  ...Object.values(adminPages).filter((path) => !/:|^\/(?:login|setup)$/.test(path)),
  '/moderation',
  '/nowhere',
]

/** The pages of one guild and one task besides. */
const pagesOf = async (school: School): Promise<string[]> => {
  const send = await school.asStaff('admin')
  const [guild] = (await send(guildSettings.list, {})).list
  const [task] = (await send(taskListsAdmin.tasks, { limit: 1 })).list
  return [...pages, `/guilds/${guild?.id}`, `/guilds/${guild?.id}/invite`, `/tasks/${task?.id}`]
}

const expectPage = async (page: Page, path: string): Promise<void> => {
  await page.goto(`/admin${path}`)
  await settled(page)
  await expect(page.locator('h1'), path).toHaveCount(1)
  expect(await page.title(), path).not.toBe('')
}

for (const language of ['zh-CN', 'en-US'] as const) {
  test.describe(language, () => {
    test.use({ language })

    test('an administrator finds every page of the admin site accessible and within the window, wide and narrow @desktop', async ({
      page,
      school,
      logInStaff,
    }) => {
      test.setTimeout(150_000)
      await logInStaff('admin')
      const titles = new Set<string>()
      for (const path of await pagesOf(school)) {
        await test.step(path, async () => {
          await page.setViewportSize({ width: 1280, height: 800 })
          await expectPage(page, path)
          titles.add(await page.title())
          // Colours and roles are the same in every language, so accessibility is checked in one; text widths differ.
          await (language === 'zh-CN' ? expectAccessible(page) : expectNoSideways(page))
          await page.setViewportSize({ width: 820, height: 1180 })
          await expectNoSideways(page)
          await page.setViewportSize({ width: 390, height: 844 })
          await (language === 'zh-CN' ? expectAccessible(page) : expectNoSideways(page))
        })
      }
      expect(titles.size).toBeGreaterThan(pages.length - 2)
    })
  })
}

test('staff find the log-in and set-up pages accessible and within the window @desktop', async ({ page }) => {
  for (const path of ['/login', '/setup', '/login?token=used-up&role=teacher']) {
    await expectPage(page, path)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideways(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})
