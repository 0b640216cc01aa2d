import type { Page, Request } from '@playwright/test'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { writtenPlaces } from '../hostile-places.ts'
import { notices, typeEverywhere } from '../hostile-calls.ts'
import { compare, hostile, plant, readPage, rounds, watchForHarm } from '../hostile-rig.ts'
import { expect, test as journey, newSchool } from '../journey.ts'
import { startSchool } from '../start-school.ts'
import type { School } from '../start-school.ts'

/** A separate school, because these texts would bury the content of other journeys. */
const test = journey.extend({
  school: newSchool(() => startSchool()),
})

const title = `${hostile.texts.length} hostile texts in every place${hostile.leftOut}`
const inAddress = encodeURIComponent('<img src=x onerror=alert(1)>')

type Typed = Awaited<ReturnType<typeof typeEverywhere>>

// Which round the school of this worker holds, and what was typed into it through the calls.
let planted = -1
let typed: Typed | undefined
const readPlaces = new Set<string>()

const studentPages = async (school: School): Promise<string[]> => {
  const send = await school.asStudent('student')
  const { list } = await send(tasks.listByGuild, { limit: 100 })
  const doing = list.find(({ state }) => state === 'doing') ?? list[0]
  const talked = list.toSorted((one, other) => other.discussion_count - one.discussion_count)[0]
  const marked = list.find(({ state }) => state === 'returned') ?? list.find(({ state }) => state === 'passed')
  const work = (await send(works.list, { limit: 1 })).list[0]
  if (!doing || !talked || !marked || !work) throw new Error('the sample school has changed')
  return [
    '/square/index',
    '/works/index',
    '/tradeunion/index',
    `/square/guild_details/${talked.guild_id}/${inAddress}/all`,
    `/square/task_detail/submit/${doing.guild_id}?task=${doing.id}&operate=${inAddress}`,
    '/square/rankings',
    `/square/search?q=${encodeURIComponent('<script>')}`,
    '/square/mycenter',
    '/square/mycenter?tab=settings',
    `/login?redirect=${encodeURIComponent('javascript:alert(1)')}`,
    // Planted texts appear on these pages; typed ones are on pages of their own.
    ...(hostile.isLong
      ? [
          `/square/task_detail/${talked.guild_id}?task=${talked.id}`,
          `/square/task_detail/${marked.guild_id}?task=${marked.id}`,
          `/works/index?work=${work.id}`,
          '/square/search?q=alert',
          '/square/mycenter?tab=ledger',
          '/square/mycenter?tab=returned',
          '/square/mycenter?tab=booklet',
        ]
      : []),
  ]
}

const teacherPages = async (school: School): Promise<string[]> => {
  const send = await school.asStaff('teacher')
  const id = typed?.guild_id ?? (await send(guildSettings.list, { limit: 1 })).list[0]?.id ?? 0
  const guild = ['tasks', 'members', 'requests', 'announcements', 'anthology', 'settings', 'invite'].map(
    (tab) => `/admin/guilds/${id}/${tab}`,
  )
  const moderation = ['reports', 'posts', 'works', 'feedback'].map((tab) => `/admin/moderation/${tab}`)
  const task = (await send(taskListsAdmin.tasks, { limit: 1 })).list[0]?.id ?? 0
  const work = (await send(reviewsAdmin.queue, { limit: 1 })).list[0]?.submit_id ?? 0
  return [
    ...['/admin/', '/admin/review', '/admin/review/requests', '/admin/grades', '/admin/tasks'],
    ...(hostile.isLong ? [`/admin/review?work=${work}`, `/admin/tasks/${task}`] : []),
    ...[
      '/admin/guilds',
      ...guild,
      ...moderation,
      `/admin/tasks/missing?task=${task}`,
      `/admin/tasks/statistics?task=${task}`,
      '/admin/people',
      '/admin/account',
      '/admin/notices',
    ],
  ]
}

/** The audit log, which repeats what was sent. */
const record = '/admin/audit'
const adminPages = [
  '/admin/staff',
  record,
  '/admin/settings',
  '/admin/settings/providers',
  '/admin/system',
  '/admin/categories',
  '/admin/backup',
  '/admin/banners',
  '/admin/privacy',
  `/admin/setup#k=${inAddress}`,
]

const toOne = 'told to the one it is about, or kept for the record'
const onAsking = 'shown once it is asked for'
/**
 * Fields of these three that no page shows, with the reason; planted beyond the limits, most are read with the long
 * list.
 */
const offThesePages: Readonly<Record<string, string>> = {
  'admin/banner/save alt': 'stands for a picture, where there is one',
  'admin/banner/save link': 'an address behind a button',
  'admin/comment/create text': 'replaced by what comes next',
  'admin/comment/update text': onAsking,
  'admin/criteria_set/create title': 'replaced by what comes next',
  'admin/criteria_set/create criteria[].description': onAsking,
  'admin/criteria_set/create criteria[].label': onAsking,
  'admin/criteria_set/create criteria[].level_words[]': onAsking,
  'admin/criteria_set/update title': onAsking,
  'admin/enrolment/extend reason': toOne,
  'admin/enrolment/reopen reason': toOne,
  'admin/feedback/unseal reason': toOne,
  'admin/grade/set reason': toOne,
  'admin/grade/set text': toOne,
  'admin/guild/create glyph': 'drawn with as many letters as fit',
  'admin/note/hide reason': toOne,
  'admin/privacy/refuse answer': toOne,
  'admin/review/decide marks[].quote': 'found in the text or not shown',
  'admin/review/decide marks[].prefix': 'finds the place of a mark',
  'admin/review/decide marks[].suffix': 'finds the place of a mark',
  'admin/review/draft marks[].prefix': 'finds the place of a mark',
  'admin/review/draft marks[].suffix': 'finds the place of a mark',
  'admin/roster/read name': onAsking,
  'admin/task/create title': 'replaced by what comes next',
  'files filename': onAsking,
  'student/update_user_info job': 'no page has it',
  'student/update_user_info jobName': 'no page has it',
  'student/update_user_info location': 'no page has it',
  'student/abort_task reason': toOne,
  'admin/settings/change reason': 'stands in the record of calls alone',
}

/** How many calls and parts of the program a page waits for; the stream of events never ends. */
const requestsOf = (page: Page): (() => number) => {
  const open = new Set<Request>()
  page.on('request', (request) => {
    // Requests of the previous page are abandoned without an event.
    if (request.isNavigationRequest()) open.clear()
    const isAnswered = !/\/message\/events(\?|$)/.test(request.url())
    if (isAnswered && ['fetch', 'xhr', 'script'].includes(request.resourceType())) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

/**
 * Waits until nothing changes for three checks: a page with many words takes time and sends one request after another.
 */
const quiet = async (page: Page, awaited: () => number): Promise<void> => {
  await page.locator('h1, h2').first().waitFor({ state: 'attached' })
  let before = -1
  let calm = 0
  const look = async (): Promise<number> => {
    const length = await page.evaluate(() =>
      document.querySelector('[data-skeleton]') === null ? document.body.textContent.length : -1,
    )
    calm = length === before && length >= 0 && awaited() === 0 ? calm + 1 : 0
    before = length
    return calm
  }
  await expect.poll(look, { intervals: [120], timeout: 20_000 }).toBeGreaterThanOrEqual(3)
}

const openNotices = async (page: Page, awaited: () => number): Promise<void> => {
  await page.getByRole('button', { name: /^通知/ }).click()
  await page.getByRole('button', { name: '全部已读' }).waitFor()
  await quiet(page, awaited)
}

type Reader = { page: Page; school: School; addresses: readonly string[]; places: number }

/**
 * Short texts are typed into the product as people do; the long list exceeds every limit and is written directly to the
 * database.
 */
const fill = async (school: School, round: number): Promise<void> => {
  if (hostile.isLong) {
    if (round !== planted) await plant(school.dataDir, round)
    planted = round
  } else typed ??= await typeEverywhere(school)
}

/** Opens every page in every round: no script runs, nothing leaves the page, and the typed texts are displayed. */
const readEverything = async ({ page, school, addresses, places }: Reader): Promise<void> => {
  const harm = await watchForHarm(page)
  const awaited = requestsOf(page)
  const shown = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    await fill(school, round)
    for (const address of addresses) {
      await page.goto(address)
      await quiet(page, awaited)
      if (address === notices) await openNotices(page, awaited)
      const seen = await readPage(page)
      const { shown: here, changed } = compare(seen.marked, address === record)
      // The audit log repeats what was sent, so a text seen there does not count as displayed.
      if (address !== record) here.forEach((at) => shown.add(at))
      expect.soft(seen.alien, `what ${address} holds`).toEqual([])
      expect.soft(changed, `what does not read as typed in ${address}`).toEqual([])
      expect.soft(harm.splice(0), `what ran in ${address}`).toEqual([])
      expect.soft(new URL(page.url()).origin, `where ${address} led`).toBe(school.url)
    }
  }
  const seenPlaces = new Set(
    [...shown].map((at) => at.replace(/:\d+$/, '')).map((place) => typed?.typing.placeOf(place) ?? place),
  )
  seenPlaces.forEach((place) => readPlaces.add(place))
  if (process.env.HOSTILE) console.log([...seenPlaces].toSorted(), shown.size)
  expect(seenPlaces.size, `places that were shown: ${[...seenPlaces].toSorted().join(' ')}`).toBeGreaterThanOrEqual(
    places,
  )
}

test.describe('@desktop', () => {
  // One after the other: what is typed first is read by all three.
  test.describe.configure({ mode: 'serial' })
  test.setTimeout(hostile.isLong ? 700_000 : 90_000)

  test(`a student reads ${title}, and none does anything`, async ({ page, school, logIn }) => {
    const addresses = await studentPages(school)
    await logIn('student')
    await fill(school, 0)
    await readEverything({ page, school, addresses: [...addresses, ...(typed?.student ?? [])], places: 25 })
  })

  test(`a teacher reads ${title}, and none does anything`, async ({ page, school, logInStaff }) => {
    await fill(school, 0)
    const addresses = await teacherPages(school)
    await logInStaff('teacher')
    await readEverything({ page, school, addresses: [...addresses, ...(typed?.teacher ?? [])], places: 16 })
  })

  test(`an administrator reads ${title}, and none does anything`, async ({ page, school, logInStaff }) => {
    await fill(school, 0)
    await logInStaff('admin')
    await readEverything({ page, school, addresses: [...adminPages, ...(typed?.admin ?? [])], places: 5 })
  })

  test('every text that a call takes has been read on a page', async () => {
    test.skip(hostile.isLong, 'the long list goes past the calls')
    const places = await writtenPlaces()
    expect.soft(places.filter((place) => !typed?.typing.places.includes(place)).toSorted(), 'never typed').toEqual([])
    const unread = places.filter((place) => !readPlaces.has(place)).map((place) => place.replace(/^\w+ \/api\//, ''))
    expect.soft(unread.filter((place) => !(place in offThesePages)).toSorted(), 'typed and not read').toEqual([])
    expect
      .soft(
        Object.keys(offThesePages).filter((place) => !unread.includes(place)),
        'said to be on no page, and read on one',
      )
      .toEqual([])
  })
})
