import { test as base, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Language } from '@tongchuang/contract/errors.ts'
import { watchFocus } from './watch-focus.ts'
import { watchPage } from './watch-page.ts'
import { startSchool } from './start-school.ts'
import type { School } from './start-school.ts'

export { expect }

export type JourneyOptions = {
  /** The language of the screen: `test.use({ language: 'en-US' })`. */
  language: Language
}

type Journey = {
  school: School
  /** Logs an account of the sample school in without the log-in page; the next page is opened with its session. */
  logIn: (username: string, password?: string) => Promise<void>
  /** The same for the admin site: open `/admin` after it. */
  logInStaff: (username: string, password?: string) => Promise<void>
}

type Start = () => Promise<School>

/** The schools of a worker: the shared sample, and the one of the test file that is running. */
type Schools = { shared: Start; ofFile: (file: string, start: Start) => Promise<School> }

const openSchools = (): Schools & { stop: () => Promise<void> } => {
  let shared: Promise<School> | undefined
  let own: { file: string; school: Promise<School> } | undefined
  const stopOwn = async () => {
    const last = own
    own = undefined
    await (await last?.school)?.stop()
  }
  return {
    shared: () => (shared ??= startSchool()),
    ofFile: async (file, start) => {
      if (own?.file !== file) {
        await stopOwn()
        own = { file, school: start() }
      }
      return own.school
    },
    stop: async () => {
      await stopOwn()
      await (await shared)?.stop()
    },
  }
}

type Worker = { schools: Schools }

type Fixture = (given: Worker, use: (school: School) => Promise<void>, info: { file: string }) => Promise<void>

/**
 * A school as a fixture: one for all tests of a file. It has the scope of a test, because with that of a worker
 * Playwright would restart the worker and its browser before each file that uses one.
 */
export const newSchool = (start: Start): [Fixture, { scope: 'test'; timeout: number }] => [
  async ({ schools }, use, { file }) => use(await schools.ofFile(file, start)),
  { scope: 'test', timeout: 120_000 },
]

/** A test with a school of its worker, and a page that fails it on a foreign request, a broken policy or an error. */
export const test = base.extend<JourneyOptions & Journey, Worker>({
  language: ['zh-CN', { option: true }],
  schools: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const schools = openSchools()
      await use(schools)
      await schools.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  school: [async ({ schools }, use) => use(await schools.shared()), { timeout: 120_000 }],
  baseURL: async ({ school }, use) => use(school.url),
  locale: async ({ language }, use) => use(language),
  page: async ({ page, language, school }, use) => {
    const problems = watchPage(page, school.url)
    await watchFocus(page)
    await page.addInitScript((chosen) => {
      if (localStorage.getItem('arco-locale') === null) localStorage.setItem('arco-locale', chosen)
    }, language)
    await use(page)
    expect(
      problems,
      'requests to elsewhere, breaches of the content policy, errors on the page and a lost focus',
    ).toEqual([])
  },
  logIn: async ({ page, school }, use) => {
    await use(async (username, password) => {
      const token = await school.studentToken(username, password)
      await page.context().addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
      await page.addInitScript((mine) => {
        // Only once, so that a log-out during the journey lasts.
        if (sessionStorage.getItem('journey') !== null) return
        sessionStorage.setItem('journey', 'begun')
        localStorage.setItem('token', mine)
      }, token)
    })
  },
  logInStaff: async ({ page, school }, use) => {
    await use(async (username, password) => {
      const token = await school.staffToken(username, password)
      await page.addInitScript((mine) => {
        if (sessionStorage.getItem('staff-journey') !== null) return
        sessionStorage.setItem('staff-journey', 'begun')
        localStorage.setItem('admin_token', mine)
      }, token)
    })
  },
})

/** Expects the page to fit the width of the window, without scrolling sideways. */
export const expectNoSideways = async (page: Page): Promise<void> => {
  // A page that was just narrowed draws its narrow parts a frame later.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth),
      'scrollWidth against the width of the window',
    )
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/**
 * The tests of a file that start with an untouched sample school, independent of changes by other files. Call it once
 * per file: each call makes a school of its own.
 */
export const testsInNewSchool = () => test.extend({ school: newSchool(() => startSchool()) })
