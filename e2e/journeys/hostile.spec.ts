import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { guildDesk } from '@tongchuang/contract/guild-desk.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { compare, hostile, plant, readPage, rounds, watchForHarm } from '../hostile-rig.ts'
import { expect, test as journey } from '../journey.ts'
import { startSchool } from '../start-school.ts'
import type { School } from '../start-school.ts'

/** A school for these journeys alone: what others look at would be buried. */
const test = journey.extend<object, { school: School }>({
  school: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const school = await startSchool()
      await use(school)
      await school.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const title = `of ${hostile.texts.length} hostile texts in every place${hostile.leftOut}`
const typed = encodeURIComponent('<img src=x onerror=alert(1)>')

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
    `/works/index?work=${work.id}`,
    '/tradeunion/index',
    `/square/guild_details/${talked.guild_id}/${typed}/all`,
    `/square/task_detail/${talked.guild_id}?task=${talked.id}`,
    `/square/task_detail/${marked.guild_id}?task=${marked.id}`,
    `/square/task_detail/submit/${doing.guild_id}?task=${doing.id}&operate=${typed}`,
    '/square/rankings',
    `/square/search?q=${encodeURIComponent('<script>')}`,
    '/square/search?q=alert',
    '/square/mycenter',
    '/square/mycenter?tab=settings',
    '/square/mycenter?tab=ledger',
    `/login?redirect=${encodeURIComponent('javascript:alert(1)')}`,
  ]
}

const teacherPages = async (school: School): Promise<string[]> => {
  const send = await school.asStaff('teacher')
  const id = (await send(guildDesk.list, { limit: 1 })).list[0]?.id ?? 0
  const guild = ['tasks', 'members', 'requests', 'announcements', 'settings', 'invite'].map((tab) => `/admin/guilds/${id}/${tab}`)
  return ['/admin/', '/admin/review', '/admin/grades', '/admin/tasks', '/admin/guilds', ...guild, '/admin/people', '/admin/account']
}

const adminPages = ['/admin/staff', '/admin/audit', '/admin/settings', '/admin/system', '/admin/categories', '/admin/backup', `/admin/setup#k=${typed}`]

/** Waits until nothing more comes: a page of many words takes its time. */
const quiet = async (page: Page): Promise<void> => {
  await page.locator('h1, h2').first().waitFor({ state: 'attached' })
  await page.waitForFunction(
    () => {
      const kept = globalThis as unknown as { lengthBefore?: number }
      const length = document.body.textContent.length
      const isSame = kept.lengthBefore === length && document.querySelector('[class*="bone"]') === null
      kept.lengthBefore = length
      return isSame
    },
    undefined,
    { polling: 150 },
  )
}

type Reader = { page: Page; school: School; addresses: readonly string[]; places: number }

// The round that fills the school of this worker.
let planted = -1

/** Opens every page in every round: nothing runs, nothing leaves the page, and what was typed is read. */
const readEverything = async ({ page, school, addresses, places }: Reader): Promise<void> => {
  const harm = await watchForHarm(page)
  const shown = new Set<string>()
  const onPages = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    if (round !== planted) await plant(school.dataDir, round)
    planted = round
    for (const address of addresses) {
      await page.goto(address)
      await quiet(page)
      const seen = await readPage(page)
      const { shown: here, changed } = compare(seen.marked)
      here.forEach((at) => shown.add(at))
      onPages.set(address, (onPages.get(address) ?? 0) + here.size)
      expect.soft(seen.alien, `what ${address} holds`).toEqual([])
      expect.soft(changed, `what does not read as typed in ${address}`).toEqual([])
      expect.soft(harm.splice(0), `what ran in ${address}`).toEqual([])
      expect.soft(new URL(page.url()).origin, `where ${address} led`).toBe(school.url)
    }
  }
  const seenPlaces = new Set([...shown].map((at) => at.replace(/:\d+$/, '')))
  if (process.env.HOSTILE) console.log([...onPages], [...seenPlaces].toSorted(), shown.size)
  expect(seenPlaces.size, `places that were shown: ${[...seenPlaces].toSorted().join(' ')}`).toBeGreaterThanOrEqual(places)
}

test.describe('@desktop', () => {
  test.setTimeout(process.env.HOSTILE ? 700_000 : 90_000)

  test(`a student reads ${title}, and none does anything`, async ({ page, school, logIn }) => {
    const addresses = await studentPages(school)
    await logIn('student')
    await readEverything({ page, school, addresses, places: 25 })
  })

  test(`a teacher reads ${title}, and none does anything`, async ({ page, school, logInStaff }) => {
    const addresses = await teacherPages(school)
    await logInStaff('teacher')
    await readEverything({ page, school, addresses, places: 16 })
  })

  test(`an administrator reads ${title}, and none does anything`, async ({ page, school, logInStaff }) => {
    await logInStaff('admin')
    await readEverything({ page, school, addresses: adminPages, places: 5 })
  })
})

journey('a page that protects nobody runs most of these texts @desktop', async ({ browser }) => {
  const server = createServer((request, response) => {
    const number = Number(request.url?.slice(1))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (Number.isInteger(number) && request.url !== '/') response.end(`<!doctype html><title>${number}</title><body>${hostile.texts[number] ?? ''}`)
    else
      response.end(
        hostile.texts
          .slice(0, 100)
          .map((_, index) => `<iframe src="/${index}"></iframe>`)
          .join(''),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage()
  const harm = await watchForHarm(page)
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'commit' })
  // About a third needs a click, another place or an older browser.
  await expect.poll(() => new Set(harm.map((what) => what.replace(/^.* in /, ''))).size).toBeGreaterThan(hostile.leftOut ? 30 : 5)
  await page.close()
  server.closeAllConnections()
  server.close()
})
