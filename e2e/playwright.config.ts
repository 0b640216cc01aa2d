import { defineConfig } from '@playwright/test'
import type { JourneyOptions } from './journey.ts'

const executablePath = process.env.CHROMIUM
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const desktop = { viewport: { width: 1280, height: 800 } }

export default defineConfig<JourneyOptions>({
  testDir: './journeys',
  globalSetup: './untouched-sample.ts',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // One school for each worker. A journey waits for a third of its time: three of them fill the two cores of a small machine.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A browser on a crowded machine may miss a second; what needed another try is named as such in the list.
  retries: 2,
  reporter: [['list'], ['../tools/report/playwright-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium's sandbox refuses to work as root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    timezoneId: 'Asia/Shanghai',
    // What a journey takes away from the network is to be missing; the journey about the worker allows it.
    serviceWorkers: 'block',
    // Written by another try alone: a picture and the whole tree at each step cost each journey time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // A journey runs at both widths unless its title carries @phone or @desktop.
  // Those that take longest first: at the end neither worker waits long for the other.
  projects: [
    { name: 'desktop', use: desktop, grepInvert: /@phone/ },
    { name: 'phone', use: phone, grepInvert: /@desktop/ },
  ],
})
