import { test } from '../journey.ts'
import { answersOf, pressWithoutNetwork, walkFailure, walkOffline } from '../page-states.ts'
import { adminAddresses } from '../pages/admin-addresses.ts'

test('every page of the admin site says that it is loading, what it could not read, and stands without a network whatever is pressed @desktop', async ({
  page,
  context,
  logInStaff,
  school,
}) => {
  test.setTimeout(240_000)
  const addresses = (await adminAddresses(school)).flat()
  const answers = await answersOf(page)
  answers.loggedIn()
  await logInStaff('admin')
  for (const address of addresses)
    await test.step(address, async () => {
      // Elsewhere it is numbers beside the words of the menu.
      await walkFailure(page, answers, `/admin${address}`, address === '/' ? [] : ['/api/admin/home'])
      await walkOffline(page, context)
      await pressWithoutNetwork(page, context, answers)
    })
})
