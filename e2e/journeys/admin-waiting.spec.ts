import { test } from '../journey.ts'
import { expectPlacesKept, holdAnswers, watchLayout } from '../late-answers.ts'
import { adminAddresses } from '../pages/admin-addresses.ts'

for (const [language, width] of [
  ['zh-CN', 1280],
  ['en-US', 820],
] as const) {
  test.describe(language, () => {
    test.use({ language })

    test(`while answers are on their way the pages of the admin site keep their places at ${width} @desktop`, async ({
      page,
      logInStaff,
      school,
    }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: 900 })
      await logInStaff('admin')
      await watchLayout(page)
      const answers = await holdAnswers(page)
      for (const address of (await adminAddresses(school)).flatMap(([first]) => first ?? [])) {
        await test.step(address, () =>
          expectPlacesKept(page, answers, { address: `/admin${address}`, frame: page.getByRole('navigation').first() }),
        )
      }
    })
  })
}
