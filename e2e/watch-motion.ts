import type { Page } from '@playwright/test'

/** One animation: its name, when it ends in milliseconds, and what it changes. */
export type Motion = { name: string; end: number; properties: string[] }

/**
 * Records the animations of a page in the order they begin, with the properties they change and when they end; and the
 * sounds.
 */
export const watchMotion = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen: Motion[] = []
    const heard: string[] = []
    Object.assign(globalThis, { seenMotion: seen, heard })
    document.addEventListener('animationstart', ({ animationName: name }) => {
      const animation = document
        .getAnimations()
        .find((one) => one instanceof CSSAnimation && one.animationName === name)
      const effect = animation?.effect
      const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
      const own = new Set(['offset', 'computedOffset', 'easing', 'composite'])
      const properties = [...new Set(frames.flatMap((frame) => Object.keys(frame)))].filter((key) => !own.has(key))
      seen.push({ name, end: Number(effect?.getComputedTiming().endTime ?? 0), properties })
    })
    document.addEventListener('play', () => heard.push('a recording'), true)
    const { AudioContext: Sound } = globalThis
    Object.assign(globalThis, {
      AudioContext: class extends Sound {
        constructor() {
          super()
          heard.push('a sound')
        }
      },
    })
  })
}

/** What has moved so far. */
export const motionOf = (page: Page): Promise<Motion[]> =>
  page.evaluate(() => (globalThis as unknown as { seenMotion: Motion[] }).seenMotion)

/** How many animations of a name there were. */
export const moved = async (page: Page, name: RegExp): Promise<number> =>
  (await motionOf(page)).filter((motion) => name.test(motion.name)).length
