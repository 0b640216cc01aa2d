import { defineConfig } from '@playwright/test'
import type { JourneyOptions } from './journey.ts'
import { isShortRun, journeysInShort } from './short-run.ts'

/** A project of one width; in the short run, with the journeys it has there. */
const at = (name: 'desktop' | 'phone') => ({ name, ...(isShortRun() && { testMatch: [...journeysInShort[name]] }) })

const executablePath = process.env.CHROMIUM
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const desktop = { viewport: { width: 1280, height: 800 } }

export default defineConfig<JourneyOptions>({
  testDir: './journeys',
  globalSetup: './untouched-sample.ts',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // One school for each worker. A journey spends a third of its time waiting, so three of them use the two cores of a
  // small machine fully.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A browser on a busy machine may be a second late; the list names every test that needed a retry.
  retries: 2,
  reporter: [['list'], ['../tools/report/playwright-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // A page of a journey is gone before its optimized code has paid off: a look of axe takes a third less without.
        '--js-flags=--no-opt,--no-maglev',
        // Chromium's sandbox refuses to work as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    timezoneId: 'Asia/Shanghai',
    // The service worker would serve what a journey removes from the network; the journey about it allows it.
    serviceWorkers: 'block',
    // Written only on a retry: a screenshot and the whole tree at each step would slow every journey down.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // A journey runs at both widths unless its title carries @phone or @desktop. The longest journeys come first, so that
  // no worker waits long for the others at the end.
  projects: [
    { ...at('desktop'), use: desktop, grepInvert: /@phone/ },
    { ...at('phone'), use: phone, grepInvert: /@desktop/ },
  ],
})
