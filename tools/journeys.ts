import { bringChromium } from './chromium.ts'
import writeInMemory from './memory-disk.ts'
import { tallied } from './report/tally.ts'
import type { Tally } from './report/tally.ts'
import { runStage } from './stages.ts'

/** Installs the browser; returns the environment the journeys need, or null after printing why there is none. */
export const prepareBrowser = (): Record<string, string> | null => {
  try {
    const chromium = bringChromium()
    return chromium ? { CHROMIUM: chromium } : {}
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return null
  }
}

/** Runs the journeys in a real browser. Schools and browsers write to memory if the machine has room. */
export const runJourneys = async (
  browser: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Tally> => {
  const leaveMemory = writeInMemory()
  const tally = await tallied((env) =>
    runStage({
      name: '浏览器里的旅程 / journeys in a browser',
      command: ['node', 'node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...args],
      minutes: 50,
      env: { ...env, ...browser },
    }),
  )
  leaveMemory?.()
  return tally
}
