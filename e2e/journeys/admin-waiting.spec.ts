import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { test } from '../journey.ts'
import { expectPlacesKept, holdAnswers, watchLayout } from '../late-answers.ts'
import type { School } from '../start-school.ts'

const pagesOf = async (school: School): Promise<string[]> => {
  const send = await school.asStaff('admin')
  const [guild] = (await send(guildSettings.list, {})).list
  const [task] = (await send(taskListsAdmin.tasks, { limit: 1 })).list
  return [
    '/',
    '/review',
    '/review/requests',
    `/tasks/missing?task=${task?.id}`,
    `/tasks/statistics?task=${task?.id}`,
    '/grades',
    '/tasks',
    `/tasks/${task?.id}`,
    '/guilds',
    `/guilds/${guild?.id}`,
    `/guilds/${guild?.id}/invite`,
    '/people',
    '/people/slips?id=1',
    '/staff',
    '/moderation',
    '/certificates?number=C-0000000000',
    '/privacy',
    '/categories',
    '/banners',
    '/audit',
    '/settings',
    '/settings/providers',
    '/system',
    '/backup',
    '/account',
    '/notices',
  ]
}

for (const [language, width] of [
  ['zh-CN', 1280],
  ['en-US', 820],
] as const) {
  test.describe(language, () => {
    test.use({ language })

    test(`an administrator sees nothing jump on a page whose answers are late at ${width} @desktop`, async ({
      page,
      logInStaff,
      school,
    }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: 900 })
      await logInStaff('admin')
      await watchLayout(page)
      const answers = await holdAnswers(page)
      for (const address of await pagesOf(school)) {
        await test.step(address, () =>
          expectPlacesKept(page, answers, { address: `/admin${address}`, frame: page.getByRole('navigation').first() }),
        )
      }
    })
  })
}
