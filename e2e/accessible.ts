import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect, expectNoSideways } from './journey.ts'

/**
 * The minified build, without comments and long names: less than half the size is sent to and parsed by each document.
 */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Each document parses the half megabyte only once, however often its states are checked. */
const bringAxe = async (page: Page): Promise<void> => {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`${source};0`)
}

/**
 * Runs in the page and returns only the complaints, because the list of passed checks is as long as the page itself.
 */
const complaintsOfAxe = async (): Promise<string[]> => {
  const { axe: tool } = window as unknown as { axe: typeof axe }
  // What passes is not described: a third of the time.
  const { violations } = await tool.run(document, {
    rules: { 'target-size': { enabled: true } },
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** No complaint of axe about the page as it stands, and nothing wider than the window. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // Half-drawn colours of a fade are not what anyone reads.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  )
  await bringAxe(page)
  const complaints = await page.evaluate(complaintsOfAxe)
  expect(complaints, `axe on ${page.url()}`).toEqual([])
  await expectNoSideways(page)
}
