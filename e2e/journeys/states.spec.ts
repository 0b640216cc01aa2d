import { guilds } from '@tongchuang/contract/guilds.ts'
import { paths, studentPages } from '@tongchuang/contract/paths.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

type Addresses = Readonly<Record<keyof typeof studentPages, readonly string[] | 'leads to another page'>>

/** Every page of the student site as this person opens it: a page that is added has to be walked, too. */
const addressesOf = async (school: School): Promise<Addresses> => {
  const [doing] = (await (await school.asStudent('student'))(tasks.listByGuild, { state: 'doing', limit: 1 })).list
  if (!doing) throw new Error('the student of the sample school has nothing under way')
  const place = { guild: doing.guild_id, task: doing.id }
  const elsewhere = 'leads to another page'
  return {
    root: elsewhere,
    redirect: elsewhere,
    worksRoot: elsewhere,
    squareRoot: elsewhere,
    guildsRoot: elsewhere,
    dashboardRoot: elsewhere,
    // The square under another address.
    workplace: [],
    login: [paths.login()],
    register: [paths.register()],
    square: [paths.square()],
    taskDetail: [paths.task(place)],
    taskSubmit: [paths.submit(place)],
    guildTasks: [paths.guild({ id: doing.guild_id })],
    center: [paths.center(), paths.center('settings'), paths.center('ledger')],
    rankings: [paths.rankings()],
    search: [paths.search('食堂')],
    works: [paths.works()],
    guilds: [paths.guilds()],
  }
}

const refused = { code: 0, msg: '服务器开小差了', time: 1, data: { reason: 'FAULT', request_id: '8f3a' } }

/** What the server says, held back, refused or let through; and what was asked of it. */
const answersOf = async (page: Page) => {
  const asked = new Set<string>()
  const held: Route[] = []
  let mode: 'hold' | 'refuse' | 'pass' = 'pass'
  // Before the log-in the site itself is what a page reads; after it the frame has that and the person.
  let always = /\/events$/
  // What a page reads first: with it the others fail one by one.
  let first: RegExp | null = null
  const refuse = (route: Route) => route.fulfill({ json: refused }).catch(() => undefined)
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (always.test(pathname) || first?.test(pathname)) return route.continue()
    asked.add(pathname)
    if (mode === 'pass') await route.continue()
    else if (mode === 'refuse') await refuse(route)
    else held.push(route)
  })
  return {
    asked,
    held,
    hold: () => void (mode = 'hold'),
    refuse: async () => {
      mode = 'refuse'
      while (held.length > 0) await refuse(held.pop()!)
    },
    pass: () => {
      mode = 'pass'
      asked.clear()
    },
    spare: (read: RegExp | null) => void (first = read),
    loggedIn: () => void (always = /\/(events|getUserInfo|site)$|^\/api\/files\//),
  }
}
type Answers = Awaited<ReturnType<typeof answersOf>>

/**
 * What has no place on a page: numbers beside words, what is brought up to date behind what is shown, and a ceremony
 * that comes another time.
 */
const placeless = ['/api/message/unread', '/api/student/see_moment', '/api/submit/get_submit_like']

const focusIsSomewhere = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body), 'the focus').toBe(true)

/** Loading, failed, tried again: every read that failed has a place that says so, and each asks again. */
const walkFailure = async (
  page: Page,
  answers: Answers,
  address: string,
  decoration: readonly string[] = [],
): Promise<void> => {
  const main = page.getByRole('main')
  const retry = main.getByRole('button', { name: '重试' })
  answers.asked.clear()
  answers.hold()
  await page.goto(address)
  await expect.poll(() => answers.held.length).toBeGreaterThan(0)
  if (!address.startsWith(studentPages.login)) await expect.soft(main.locator('[data-skeleton]').first()).toBeVisible()

  await answers.refuse()
  await expect(retry.first()).toBeVisible()
  await expect.soft(page.locator('[data-skeleton]'), 'grey for ever').toHaveCount(0)
  await expect(page.locator('[role=alert]:not(main *)').first()).toHaveText(/服务器开小差了/)
  await expectAccessible(page)

  const failed = [...answers.asked]
  answers.pass()
  // What comes with the first answers may have failed, too, and says so then.
  await expect(async () => {
    while ((await retry.count()) > 0) await retry.first().press('Enter', { timeout: 1_000 })
    await settled(page)
    await expect(retry).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const silent = failed.filter(
    (path) => !answers.asked.has(path) && !placeless.includes(path) && !decoration.includes(path),
  )
  expect.soft(silent, 'failed, and nothing on the page asks for it again').toEqual([])
  await expect.soft(main.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await focusIsSomewhere(page)
}

/** Buttons of the page that are as wide as a tablet. */
const wideIn = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('button, a[class*="button"]')
    .evaluateAll((all) =>
      all.flatMap((one) => (one.getBoundingClientRect().width > 360 ? [one.outerHTML.slice(0, 160)] : [])),
    )

/** Without a network what was read stands, older than the banner says; with it nothing is missing. */
const walkOffline = async (page: Page, context: BrowserContext): Promise<void> => {
  const blocks = () => page.getByRole('main').getByRole('heading').allTextContents()
  // What only decorates comes when it likes: looked at once nothing more comes.
  let before = await blocks()
  await expect
    .poll(
      async () => {
        const last = before.join('\n')
        before = await blocks()
        return before.join('\n') === last
      },
      { intervals: [300] },
    )
    .toBe(true)
  await context.setOffline(true)
  await expect.soft(page.getByText(/网络断开了.*页面上是/)).toBeVisible()
  expect.soft(await blocks()).toEqual(before)
  await expectNoSideways(page)
  await context.setOffline(false)
  await expect.soft(page.getByText(/网络断开了/)).toHaveCount(0)
  await settled(page)
  expect.soft(await blocks()).toEqual(before)
}

test('every page of the student site says that it is loading, what it could not read, and how old it is without a network @phone', async ({
  page,
  context,
  logIn,
  school,
}) => {
  test.setTimeout(120_000)
  const pages = await addressesOf(school)
  const answers = await answersOf(page)
  const walk = async (address: string) => {
    await test.step(address, async () => {
      await walkFailure(page, answers, address)
      if (/^\/(login|register)/.test(address)) return
      await walkOffline(page, context)
    })
  }
  const { login, register, ...inside } = pages
  for (const address of [login, register].flat()) await walk(address)
  answers.loggedIn()
  await logIn('student')
  for (const addresses of Object.values(inside))
    if (typeof addresses !== 'string') for (const address of addresses) await walk(address)
  for (const [addresses, read, decoration] of [
    [pages.taskDetail, /\/task_by_id$/, []],
    // The list says what the way of the chapters draws.
    [pages.guildTasks, /\/guild_by_id$/, ['/api/student/tasks_menu']],
  ] as const) {
    answers.spare(read)
    for (const address of [addresses].flat())
      await test.step(`${address} without the rest`, () => walkFailure(page, answers, address, decoration))
  }
})

test.describe('en-US', () => {
  test.use({ language: 'en-US' })

  test('for somebody who has just come, every page is whole on a tablet: something to read, nothing sideways, no button as wide as the page @desktop', async ({
    page,
    logIn,
    school,
  }) => {
    test.setTimeout(120_000)
    const person = { username: `tablet${Date.now()}`, password: '绿豆芽要晒太阳9' }
    await school.send(registration.userRegister, {
      ...person,
      invite: 'CDGF2345',
      consent_version: 1,
    })
    await logIn(person.username, person.password)
    const pages = await addressesOf(school)
    await page.setViewportSize({ width: 820, height: 1180 })
    const send = await school.asStudent(person.username, person.password)
    const [own] = await send(guilds.names)
    if (own) await send(guilds.leave, { guild_id: own.id })
    const { login: _login, register: _register, taskSubmit: _desk, ...inside } = pages
    for (const addresses of Object.values(inside)) {
      if (typeof addresses === 'string') continue
      for (const address of addresses) {
        await test.step(address, async () => {
          await page.goto(address)
          await settled(page)
          const main = page.getByRole('main')
          expect.soft((await main.innerText()).length, 'something to read').toBeGreaterThan(40)
          await expect.soft(main.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
          expect.soft(await wideIn(page), 'wider than 360 px').toEqual([])
          await expectAccessible(page)
        })
      }
    }
  })
})
