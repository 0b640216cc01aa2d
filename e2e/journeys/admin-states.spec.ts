import { expect, test } from '../journey.ts'
import { answersOf, isPressed, pressWithoutNetwork, walkFailure, walkOffline } from '../page-states.ts'
import { adminAddresses, standsAtOnce } from '../pages/admin-addresses.ts'

// Split so that each part fits into the time limit of a journey; a failure names its pages.
const parts = 3

for (const part of Array.from({ length: parts }, (_, at) => at))
  test.describe(`part ${part + 1} of ${parts}`, () => {
    test('an administrator sees on every page that it is loading, what could not be read, and what was loaded once the network is gone @desktop', async ({
      page,
      context,
      logInStaff,
      school,
    }) => {
      test.setTimeout(480_000)
      const addresses = (await adminAddresses(school)).flat().filter((_, at) => at % parts === part)
      const answers = await answersOf(page)
      answers.loggedIn()
      await logInStaff('admin')
      const faults: string[] = []
      for (const address of addresses)
        await test.step(address, async () => {
          try {
            // On other pages this read only supplies numbers beside the menu entries.
            const decoration = address === '/' ? [] : ['/api/admin/home']
            await walkFailure(page, answers, `/admin${address}`, {
              decoration,
              standsAtOnce: standsAtOnce.has(address),
            })
            await walkOffline(page, context)
            if (isPressed(address)) await pressWithoutNetwork(page, context, answers)
          } catch (error) {
            // The remaining pages are still walked.
            faults.push(`${address}: ${error instanceof Error ? error.message : String(error)}`)
            await context.setOffline(false)
            answers.writes(true)
            answers.pass()
          }
        })
      expect(faults).toEqual([])
    })
  })
