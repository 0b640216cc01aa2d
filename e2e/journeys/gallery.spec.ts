import { guilds } from '@tongchuang/contract/guilds.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'

test('a student reads what a cover shows before it has loaded, finds the works of a guild and of this month, and sees which were picked @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const send = await school.asStudent('student')
  const { list } = await send(works.list, { featured: false, limit: 24 })
  const picture = list.find(({ cover_url }) => cover_url !== null)
  const own = (await send(guilds.names)).find(
    ({ id }) => list.some(({ guild_id }) => guild_id === id) && list.some(({ guild_id }) => guild_id !== id),
  )
  await logIn('student')
  // No picture ever loads; the covers keep the size they would have with pictures.
  await page.route(/\/api\/files\//, () => undefined)
  await page.goto('/works/index')
  const section = page.getByRole('region', { name: /^新分享/ })
  const card = section
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: picture?.title ?? '', exact: true }) })
  const cover = card.getByRole('img', { name: `《${picture?.title}》的封面` }).first()
  await expect(cover).toHaveAttribute('loading', 'lazy')
  const box = await cover.boundingBox()
  const ratio = Math.min(1.7, Math.max(0.72, picture?.cover_ratio ?? 4 / 3))
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(ratio, 1)
  await expect(page.getByRole('region', { name: /^精选/ }).getByRole('article').first()).toContainText('优秀作品')
  const plain = list[0]
  await expect(
    section
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: plain?.title ?? '', exact: true }) })
      .first(),
  ).not.toContainText('优秀作品')

  const choice = (label: string) => page.locator('label').filter({ hasText: label }).getByRole('combobox')
  const titles = section.getByRole('article').getByRole('heading').getByRole('link')
  const expectFound = async (wanted: object) => {
    const found = (await send(works.list, { featured: false, limit: 24, ...wanted })).list.map(({ title }) => title)
    await expect.poll(async () => (await titles.allInnerTexts()).toSorted()).toEqual(found.toSorted())
    return found.length
  }
  await choice('公会').selectOption(own?.name ?? '')
  await expect(page).toHaveURL(new RegExp(`guild=${own?.id}`))
  const ofGuild = await expectFound({ guild_id: own?.id })
  expect(ofGuild).toBeLessThan(list.length)

  // From the first of the month on, by the school's clock.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('from') ?? ''))
  await choice('时间').selectOption('本月')
  await expect(page).toHaveURL(/month=1/)
  await expect.poll(() => asked.find((from) => from !== '')).toBeDefined()
  const from = asked.find((one) => one !== '') ?? ''
  expect(new Date(Date.parse(from) + 8 * 3_600_000).toISOString()).toMatch(/-01T00:00:00.000Z$/)
  if ((await send(works.list, { guild_id: own?.id, from, featured: false, limit: 24 })).list.length > 0)
    await expectFound({ guild_id: own?.id, from })
  else await expect(page.getByText(/没有符合条件的作品|都在上面的精选里/)).toBeVisible()
})

test('a student sees picked works above and not again below, and is told when nothing else was found @phone', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto('/works/index')
  const worksIn = async (part: RegExp) => {
    const links = page.getByRole('region', { name: part }).getByRole('article').getByRole('heading').getByRole('link')
    await links.first().waitFor()
    return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  }
  const above = await worksIn(/^精选/)
  const below = await worksIn(/^新分享/)
  expect(above).toHaveLength(3)
  expect(above.filter((work) => below.includes(work))).toEqual([])
  // On a phone the chosen option is shown without being cut off.
  const cut = await page
    .locator('main')
    .getByRole('combobox')
    .or(page.locator('main').getByRole('button'))
    .evaluateAll((all) => all.flatMap((one) => (one.getBoundingClientRect().right > innerWidth ? [one.outerHTML] : [])))
  expect(cut, 'beyond the edge of the window').toEqual([])

  await page.route(/submits_for_student\?.*featured=false/, async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: object }
    await route.fulfill({ json: { ...envelope, data: { ...envelope.data, list: [], total: 0, next: null } } })
  })
  await page.reload()
  await expect(page.getByText('找到的作品都在上面的精选里。')).toBeVisible()
  await expect(page.getByText('没有符合条件的作品')).toHaveCount(0)
  await page.getByRole('region', { name: /^精选/ }).getByRole('link').first().press('Enter')
  await expect(page.getByRole('dialog').getByText('1 / 3')).toBeVisible()
})

test('a student whose browser does not watch what is in view loads more works by a button and comes back to the same place @phone', async ({
  page,
  logIn,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'))
  await logIn('student')
  // All in one list, the picked ones among them.
  await page.goto('/works/index?sort=like')
  const section = page.getByRole('region', { name: /^新分享/ })
  await expect(section.getByRole('article')).toHaveCount(24)
  await pressEnter(section.getByRole('button', { name: '加载更多' }))
  await expect.poll(() => section.getByRole('article').count()).toBeGreaterThan(24)
  const shown = await section.getByRole('article').count()
  const far = await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight - 1_400)
    return scrollY
  })
  expect(far).toBeGreaterThan(800)
  await page.getByRole('link', { name: '公会', exact: true }).locator('visible=true').first().click()
  await expect(page).toHaveURL(/tradeunion/)
  await page.goBack()
  await expect(section.getByRole('article')).toHaveCount(shown)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(far)
})
