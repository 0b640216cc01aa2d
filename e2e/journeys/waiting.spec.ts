import { moments } from '@tongchuang/contract/moments.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, test } from '../journey.ts'
import { expectPlacesKept, holdAnswers, watchLayout } from '../late-answers.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

const pagesOf = async (school: School): Promise<string[]> => {
  const send = await school.asStudent('student')
  const [doing] = (await send(tasks.listByGuild, { state: 'doing', limit: 1 })).list
  const [work] = (await send(works.list, { sort: 'new', limit: 1 })).list
  if (!doing || !work) throw new Error('the sample school has neither a task under way nor a work')
  return [
    '/square/index',
    '/works/index',
    '/tradeunion/index',
    `/square/guild_details/${doing.guild_id}/-/all`,
    `/square/task_detail/${doing.guild_id}?task=${doing.id}`,
    '/square/rankings',
    '/square/mycenter',
    '/square/mycenter?tab=settings',
  ]
}

test('a student sees nothing jump on a page whose answers are late', async ({ page, logIn, school }) => {
  // The news of a new level would shift the content below it, so it is marked as seen first.
  const send = await school.asStudent('student')
  await send(moments.see, { kind: 'level', id: (await send(profile.get)).level })
  await logIn('student')
  await watchLayout(page)
  const answers = await holdAnswers(page)
  for (const address of await pagesOf(school)) {
    await test.step(address, () => expectPlacesKept(page, answers, { address, frame: page.getByRole('banner') }))
  }
})

test('a student who goes back sees what was there at once, while it is read again @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/square/index')
  await settled(page)
  const titles = page.getByRole('article')
  await titles.first().waitFor()
  const before = await titles.count()
  await page.getByRole('link', { name: '公会', exact: true }).locator('visible=true').first().click()
  await expect(page).toHaveURL(/tradeunion/)
  await settled(page)
  const answers = await holdAnswers(page)
  await page.goBack()
  await expect(page).toHaveURL(/square\/index/)
  await expect(titles).toHaveCount(before)
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await answers.release()
})
