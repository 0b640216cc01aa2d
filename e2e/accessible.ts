import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, expectNoSideways } from './journey.ts'

/** No complaint of axe about the page as it stands, and nothing wider than the window. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // Half-drawn colours of a fade are not what anyone reads.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  )
  const { violations } = await new AxeBuilder({ page })
    // What passes is not described, and no page of another origin is in a frame of ours: a third of the time each.
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  const complaints = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
  expect(complaints, `axe on ${page.url()}`).toEqual([])
  await expectNoSideways(page)
}
